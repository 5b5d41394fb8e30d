import { announcedFields } from '@casillero/shared/contract/prealerts'
import { findNumbers } from '@casillero/shared/domain/numbers-in-text'
import { readDate } from '@casillero/shared/domain/read-date'
import { isInCordobas, readNumber } from '@casillero/shared/domain/read-number'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/received-file.ts'
import { toColumns } from '../prealerts/save-prealerts.ts'
import { storeFile } from '../received-files/received-files.ts'
import { type FieldErrors, readErrors } from './own-data.ts'

/** A purchase not yet arrived. Days are `YYYY-MM-DD`. */
export type OwnPrealert = {
  id: string
  tracking: string
  store: string | null
  description: string | null
  expectedOn: string | null
  hasFile: boolean
}

const mostExpected = 50
const announced = z.object(announcedFields)

const isExpected = sql<boolean>`a.cancelled_at is null and not exists (select from announced_package(a))`

export const listOwnPrealerts = (db: Db): Promise<OwnPrealert[]> =>
  db
    .selectFrom('prealerts as a')
    .select([
      'a.id',
      'a.tracking',
      'a.store',
      'a.description',
      sql<string | null>`a.expected_on::text`.as('expectedOn'),
      sql<boolean>`exists (select from received_files f where f.id = a.file_id and f.content is not null)`.as(
        'hasFile',
      ),
    ])
    .where(isExpected)
    .orderBy(sql`a.expected_on nulls last`)
    .orderBy('a.id')
    .limit(sql.lit(mostExpected))
    .execute()

const halfYearMs = 183 * 86_400_000

/** A day without year is the nearest such day. Other text is returned as it is. */
function readDay(typed: string, today: string): string {
  const year = Number(today.slice(0, 4))
  if (!/^\d{1,2}[/.-]\d{1,2}$/.test(typed)) return readDate(typed, 'dmy')?.date ?? typed
  const days = [year, year + 1].flatMap((each) => readDate(`${typed}/${each}`, 'dmy')?.date ?? [])
  return days.find((day) => Date.parse(day) > Date.parse(today) - halfYearMs) ?? typed
}

type Announcement = {
  form: Readonly<Record<string, string>>
  today: string
  /** The file with the client's name for it; null without a file. */
  invoice: { name: string; file: ReceivedFile } | null
}

/** The schema refuses longer text. */
const longestText = 500

/** Several numbers need a confirmation first; the field `several` holds those shown. docs/product/prealerts.md, "Announcing". */
function listNumbers({ tracking = '', several }: Announcement['form']): { numbers: string[]; question?: FieldErrors } {
  const found = tracking.length > longestText ? [] : findNumbers(tracking).map((number) => number.tracking)
  if (found.length < 2) return { numbers: [tracking] }
  const shown = found.join(' ')
  if (several === shown) return { numbers: found }
  const form = `Son ${found.length} números. Revíselos y confirme: se avisa una compra por cada uno, con los mismos datos.`
  return { numbers: found, question: { form, tracking: found.join(', '), several: shown } }
}

/** Returns the id, or the reason for a refusal. */
async function noteOne(db: Db, clientId: string, facts: z.infer<typeof announced>): Promise<{ id: string } | string> {
  const columns = toColumns(facts)
  const noted = await db
    .insertInto('prealerts')
    .values({ client_id: clientId, is_own: true, ...columns })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (noted) return noted
  const own = await db
    .selectFrom('prealerts')
    .select('id')
    .where('tracking', '=', columns.tracking)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (own) return 'Ya avisó este número'
  await sql`select contest_prealert(${columns.tracking})`.execute(db)
  return 'Este número ya está avisado; escríbanos y lo revisamos'
}

/** Announces each number; returns errors, or numbers to confirm. */
export async function announceOwn(db: Db, { form, today, invoice }: Announcement): Promise<FieldErrors | undefined> {
  const { store = '', description = '', declaredValue = '', expectedOn = '' } = form
  if (isInCordobas(declaredValue)) return { declaredValue: 'Escríbalo en dólares, no en córdobas' }
  const value = declaredValue.trim() === '' ? null : (readNumber(declaredValue) ?? Number.NaN)
  const facts = { store, description, declaredValue: value, expectedOn: readDay(expectedOn.trim(), today) }
  const { numbers, question } = listNumbers(form)
  const drafts: z.infer<typeof announced>[] = []
  for (const tracking of numbers) {
    const parsed = z.safeParse(announced, { ...facts, tracking })
    if (!parsed.success) return readErrors(parsed.error)
    drafts.push(parsed.data)
  }
  if (question) return question
  const client = await db.selectFrom('clients').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
  if ((await listOwnPrealerts(db)).length + numbers.length > mostExpected) {
    return { tracking: `Puede avisar ${mostExpected} compras a la vez; quite las que ya no espera` }
  }
  const ids: string[] = []
  const refused: string[] = []
  for (const one of drafts) {
    const noted = await noteOne(db, client.id, one)
    if (typeof noted !== 'string') ids.push(noted.id)
    else refused.push(numbers.length === 1 ? noted : `${one.tracking}: ${noted}`)
  }
  if (invoice && ids.length > 0) await keepInvoice(db, ids, { ...invoice, clientId: client.id })
  return refused.length === 0 ? undefined : { tracking: refused.join('. ') }
}

async function keepInvoice(db: Db, ids: string[], invoice: Parameters<typeof storeFile>[1]): Promise<void> {
  const fileId = await storeFile(db, invoice)
  await db.updateTable('prealerts').set({ file_id: fileId }).where('id', '=', matchAny(ids)).execute()
}

/** Finds the store's invoice of a purchase that the open client announced. Throws `not_found`. */
export async function findOwnInvoiceFile(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('prealerts').select('file_id as fileId').where('id', '=', id).executeTakeFirst()
  if (!row?.fileId) throw new AppError('not_found')
  return row.fileId
}

/** Does nothing if there is none with that id, or it has arrived. */
export async function cancelOwnPrealert(db: Db, id: string): Promise<void> {
  await db
    .updateTable('prealerts as a')
    .set({ cancelled_at: sql`app_now()`, updated_at: sql`app_now()` })
    .where('a.id', '=', id)
    .where(isExpected)
    .execute()
}

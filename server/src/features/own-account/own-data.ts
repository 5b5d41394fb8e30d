import { clientDraft } from '@casillero/shared/contract/client-draft'
import { pickerDraft } from '@casillero/shared/contract/handovers'
import { formatPhone } from '@casillero/shared/domain/phone'
import { describePhoneProof } from '@casillero/shared/domain/phone-proof'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../platform/database/database.ts'
import { isSecondPhoneProven, ownSearchText, secondPhoneCode } from '../clients/queries.ts'
import { findRepeatedPhone, impossiblePhone, openPhones } from '../clients/require-phone.ts'

/** Data that clients may change themselves. */
const ownDraft = z.pick(clientDraft, { secondPhone: true, email: true, address: true, city: true, department: true })
export const ownFields = ['secondPhone', 'email', 'address', 'city', 'department'] as const
export type OwnData = Record<(typeof ownFields)[number], string | null>

export type FieldErrors = Partial<Record<string, string>>

export const readErrors = ({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }): FieldErrors =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))

/** Includes how to prove the second phone. */
export async function readOwnData(db: Db): Promise<{ data: OwnData; proof: string | undefined }> {
  const { isProven, code, ...data } = await db
    .selectFrom('clients')
    .select(['second_phone as secondPhone', 'email', 'address', 'city', 'department'])
    .select([isSecondPhoneProven.as('isProven'), secondPhoneCode.as('code')])
    .executeTakeFirstOrThrow()
  if (data.secondPhone === null) return { data, proof: undefined }
  const proof = describePhoneProof({ isProven, code })
  return { data: { ...data, secondPhone: formatPhone(data.secondPhone) }, proof }
}

/** Returns errors if the data are refused. */
export async function changeOwnData(db: Db, form: Readonly<Record<string, string>>): Promise<FieldErrors | undefined> {
  const parsed = z.safeParse(ownDraft, Object.fromEntries(ownFields.map((name) => [name, form[name] ?? ''])))
  if (!parsed.success) return readErrors(parsed.error)
  const { secondPhone: typed = null, ...others } = parsed.data
  const client = await db
    .selectFrom('clients')
    .select(['id', 'casillero', 'first_name as firstName', 'middle_name as middleName', 'last_names as lastNames'])
    .select(['phone', 'second_phone as current', 'former_casilleros as formerCasilleros'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const secondPhone = typed === null ? null : (await openPhones(db, [typed]))(typed, client.current)
  if (secondPhone === undefined) return { secondPhone: impossiblePhone }
  // The number is stored, but proves nothing, so that the answer does not reveal another client's number.
  const error = findRepeatedPhone(client.phone, secondPhone)
  if (error !== undefined) return { secondPhone: error }
  await db
    .updateTable('clients')
    .set({ ...others, second_phone: secondPhone, search_text: ownSearchText({ ...client, ...others, secondPhone }) })
    .where('id', '=', client.id)
    .execute()
  return undefined
}

export async function readOwnPhone(db: Db): Promise<string> {
  return (await db.selectFrom('clients').select('phone').executeTakeFirstOrThrow()).phone
}

export async function readNotices(db: Db): Promise<boolean> {
  const { isOn } = await db.selectFrom('clients').select('messages_allowed as isOn').executeTakeFirstOrThrow()
  return isOn
}

/** Waiting messages are cancelled when they would leave. */
export async function setNotices(db: Db, isOn: boolean): Promise<void> {
  await db
    .updateTable('clients')
    .set({ messages_allowed: isOn, opt_out_text: null })
    .where('messages_allowed', '<>', isOn)
    .execute()
}

export type OwnPicker = { id: string; name: string; cedula: string | null }

const mostPickers = 20

export const listOwnPickers = (db: Db): Promise<OwnPicker[]> =>
  db
    .selectFrom('client_pickers')
    .select(['id', 'name', 'cedula'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** Returns errors. A picker who exists already stays unchanged. */
export async function addOwnPicker(db: Db, form: Readonly<Record<string, string>>): Promise<FieldErrors | undefined> {
  const parsed = z.safeParse(pickerDraft, { name: form.name ?? '', cedula: form.cedula ?? '' })
  if (!parsed.success) return readErrors(parsed.error)
  const client = await db.selectFrom('clients').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
  if ((await listOwnPickers(db)).length >= mostPickers) return { name: `Puede autorizar a ${mostPickers} personas` }
  await db
    .insertInto('client_pickers')
    .values({ client_id: client.id, ...parsed.data })
    .onConflict((known) => known.doNothing())
    .execute()
  return undefined
}

/** Does nothing if there is no such picker. */
export async function removeOwnPicker(db: Db, id: string): Promise<void> {
  await db
    .updateTable('client_pickers')
    .set({ deleted_at: sql`app_now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

import { searchText } from '@casillero/shared/domain/search-text'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'
import { isRetryable } from '../../../platform/errors.ts'
import { type Job, runForEach } from '../../../platform/process/worker.ts'

/** Milliseconds and rows. Locks are short, and another server continues where one ended. */
const usual = { everyMs: 60_000, chunk: 500 }
const longest = 120

/** Reads the typed text if there is one; keeps the number if nothing better is read. */
function reread(number: string | null, typed: string | null): { number: string | null; typed: string | null } {
  if (number === null) return { number, typed }
  const { tracking } = readTracking(typed ?? number)
  if (tracking === number || tracking === '' || tracking.length > longest) return { number, typed }
  return { number: tracking, typed: typed ?? number }
}

const listUnread = (db: Db, last: number, chunk: number) =>
  db
    .selectFrom('packages')
    .select([
      'id',
      'company_package_id as companyPackageId',
      'tracking',
      'warehouse_tracking as warehouse',
      'description',
    ])
    .select(['typed_tracking as typed', 'typed_warehouse_tracking as typedWarehouse'])
    .where('company_package_id', '<=', last)
    .orderBy('company_package_id', 'desc')
    .limit(sql.lit(chunk))
    .execute()

type Unread = Awaited<ReturnType<typeof listUnread>>[number]

/** Skips a package that has another number meanwhile. Returns true if it changed. */
async function rereadPackage(db: Db, one: Unread, kept: string[]): Promise<boolean> {
  const [own, warehouse] = [reread(one.tracking, one.typed), reread(one.warehouse, one.typedWarehouse)]
  if (own.number === one.tracking && warehouse.number === one.warehouse) return false
  const { number, typed } = own
  const changed = db
    .updateTable('packages')
    .set({ tracking: number, typed_tracking: typed })
    .set({ warehouse_tracking: warehouse.number, typed_warehouse_tracking: warehouse.typed })
    .set({
      search_text: searchText(
        String(one.companyPackageId),
        number,
        warehouse.number,
        typed,
        warehouse.typed,
        one.description,
      ),
    })
    .where('id', '=', one.id)
    .where(sql<boolean>`(tracking, warehouse_tracking) is not distinct from (${one.tracking}, ${one.warehouse})`)
  return await tryRow(db, { name: `package ${one.companyPackageId}`, kept }, () => changed.execute())
}

/** One that cannot be written keeps its number, which `kept` says, and stops no other. */
async function tryRow(
  db: Db,
  { name, kept }: { name: string; kept: string[] },
  write: () => Promise<unknown>,
): Promise<boolean> {
  await sql`savepoint before_row`.execute(db)
  try {
    await write()
    await sql`release savepoint before_row`.execute(db)
    return true
  } catch (error) {
    if (isRetryable(error)) throw error
    // Throws where the connection is lost.
    await sql`rollback to savepoint before_row`.execute(db)
    kept.push(`${name} keeps its number: ${error}`)
    return false
  }
}

/** Skips one whose number another living pre-alert has. */
async function rereadPrealerts(db: Db, kept: string[]): Promise<void> {
  const rows = await db
    .selectFrom('prealerts')
    .select(['id', 'tracking', 'store', 'description'])
    .where(sql<boolean>`tracking ~ '[^A-Z0-9]|^(TRACKING|GUIA|NO|NRO|USPS|UPS|FEDEX|DHL|AMAZON|C[0-4])'`)
    .orderBy('id')
    .execute()
  for (const { id, tracking, store, description } of rows) {
    const { number } = reread(tracking, null)
    if (number === null || number === tracking) continue
    const changed = sql`
      update prealerts a set tracking = ${number}, search_text = ${searchText(number, tracking, store, description)}
      where a.id = ${id} and a.tracking = ${tracking} and (a.cancelled_at is not null or not exists (
        select from prealerts o where o.tracking = ${number} and o.cancelled_at is null))`
    await tryRow(db, { name: `pre-alert ${id}`, kept }, () => changed.execute(db))
  }
}

/** Counts living packages that share their tracking. */
const countShared = async (db: Db) => {
  const { rows } = await sql<{ shared: number; subdomain: string }>`
    select coalesce(sum(n), 0)::int as shared, (select subdomain from companies) as subdomain
    from (select count(*) as n from packages where deleted_at is null and tracking is not null group by tracking) numbers where n > 1`.execute(
    db,
  )
  return rows[0] ?? { shared: 0, subdomain: '' }
}

type Step = { changed: number; kept: string[]; done?: { shared: number; subdomain: string } }

/** Works down from the last unread package. Nothing changes for users: log and version stay. */
async function rereadChunk(db: Db, chunk: number): Promise<Step> {
  await sql`select set_config('app.audit', 'off', true), set_config('app.rereads', 'on', true)`.execute(db)
  const ofPackages = db.selectFrom('company_counters').where('kind', '=', 'package')
  const { last } = await ofPackages.select('unread_to as last').executeTakeFirstOrThrow()
  const rows = await listUnread(db, last, chunk)
  const kept: string[] = []
  let changed = 0
  // Locks in id order, as others do.
  for (const one of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    changed += Number(await rereadPackage(db, one, kept))
  const isDone = rows.length < chunk
  if (isDone) await rereadPrealerts(db, kept)
  const next = isDone ? 0 : Math.max((rows.at(-1)?.companyPackageId ?? 1) - 1, 0)
  await db
    .updateTable('company_counters')
    .set({ unread_to: sql`least(unread_to, ${next})` })
    .where('kind', '=', 'package')
    .execute()
  return isDone ? { changed, kept, done: await countShared(db) } : { changed, kept }
}

/** Companies take turns. Shared numbers stay, and lists mark them. docs/product/packages.md, "Codes". */
export function rereadingJob(database: Database, say: (line: string) => void, { everyMs, chunk } = usual): Job {
  const counts = new Map<string, number>()
  return {
    name: 'tracking numbers',
    everyMs,
    async run() {
      const companies = await database.withoutCompany(
        async (db) => (await sql<{ company_id: string }>`select * from list_unread_companies()`.execute(db)).rows,
      )
      await runForEach(companies, async ({ company_id: companyId }) => {
        const { changed, kept, done } = await database.asUser({ companyId, userId: '' }, (db) => rereadChunk(db, chunk))
        for (const line of kept) say(`Company ${companyId}: ${line}`)
        const all = (counts.get(companyId) ?? 0) + changed
        counts.set(companyId, all)
        if (!done || (all === 0 && done.shared === 0)) return
        say(
          `${done.subdomain}: ${all} packages of before have the number that this version reads; ${done.shared} packages share their tracking with another one, and lists mark them as “Tracking repetido”.`,
        )
      })
      return companies.length > 0
    },
  }
}

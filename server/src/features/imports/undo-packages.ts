import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { moveCounter } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns } from '../clients/queries.ts'
import { takeOut } from '../consignments/consign-packages.ts'
import { ownerSearchText } from '../packages/package-values.ts'
import { freshIds, updateRows } from './bulk-rows.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import type { By, Undoable, UndoWindow } from './kind.ts'
import { now, type StatusEntry, writeHistory } from './write-history.ts'

/** The comment of the entry by which a package's history says that a load was taken back. */
const undone = 'Se deshizo la importación'

/** The packages that a load wrote, and what happened to each since. */
export async function findUndoablePackages(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    // A consignment is locked before its packages, always.
    await sql`select from consignments where id in (
      select (n.plan ->> 'shipmentId')::uuid from (${next}) n) order by id for share`.execute(db)
    await holdFormer(db, next, { clients: ['client_id'], tariffs: ['tariff_id'], statuses: ['status_id'] })
    await sql`select from packages where id in (select target from (${next}) n) order by id for update`.execute(db)
    // A message that is locked here does not leave meanwhile; one that has left by then keeps its packages.
    await sql`select from messages where state = 'queued' and id in (
      select t.message_id from message_packages t where t.package_id in (select target from (${next}) n)) order by id for update`.execute(
      db,
    )
  }
  const { rows } = await sql<Undoable>`
    select n.row_number as row, coalesce(n.shown ->> 'code', '#' || p.company_package_id) as code, n.outcome,
      n.target as "targetId", n.before,
      case when p.deleted_at is not null then 'ya se eliminó'
        when exists (
          select from invoice_items i join invoices v on v.id = i.invoice_id
          where i.package_id = p.id and i.voided_at is null and (n.outcome = 'new' or v.created_at >= n.done_at)) then 'ya se facturó'
        when exists (
          select from consignment_packages l
          where l.package_id = p.id and l.removed_at is null and (n.outcome = 'new' or l.added_at >= n.done_at)
            -- Into which the load put it, and which is not sent yet.
            and not (l.consignment_id::text = coalesce(n.plan ->> 'shipmentId', '') and l.added_at = n.done_at and l.seen_at is null
                     and exists (select from consignments g where g.id = l.consignment_id and g.state = 'open')))
          then 'va en un embarque'
        when exists (
          select from handover_packages h where h.package_id = p.id and h.undone_at is null) then 'ya se entregó'
        when exists (
          select from message_packages t join messages m on m.id = t.message_id
          where t.package_id = p.id and m.created_at >= n.done_at and m.state not in ('queued', 'cancelled'))
          then 'ya se le avisó al cliente'
        when p.version <> n.target_version then 'cambió después'
        when exists (select from clients c where c.id::text = n.before ->> 'client_id' and c.deleted_at is not null)
          or exists (select from tariffs f where f.id::text = n.before ->> 'tariff_id' and f.deleted_at is not null)
          or exists (select from statuses s where s.id::text = n.before ->> 'status_id' and s.deleted_at is not null)
          then ${isGone} end as reason
    from (${next}) n join packages p on p.id = n.target order by n.row_number`.execute(db)
  return rows
}

/** The status that a package had before, where the load moved it. */
const formerStatus = ({ before }: Undoable): string | null | undefined => {
  const value: unknown = Object(before).status_id
  return typeof value === 'string' || value === null ? value : undefined
}

/** Takes packages out of the shipment into which the load put them. */
async function leaveShipment(db: Db, importId: string, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['target', sql<string>`plan ->> 'shipmentId'`.as('shipmentId')])
    .where('import_id', '=', importId)
    .where('target', '=', matchAny(ids))
    .where(sql<boolean>`plan ->> 'shipmentId' is not null`)
    .execute()
  for (const [shipmentId, some] of Map.groupBy(rows, (row) => row.shipmentId))
    await takeOut(
      db,
      shipmentId,
      some.flatMap(({ target }) => target ?? []),
    )
}

/** Deletes the packages that a load added, and puts the others back to what they were; the messages of the load are cancelled. */
export async function takeBackPackages(db: Db, rows: readonly Undoable[], { userName, importId }: By): Promise<void> {
  const ids = rows.map(({ targetId }) => targetId)
  await sql`
    update messages set state = 'cancelled', error = ${undone}, updated_at = clock_timestamp()
    where state = 'queued' and id in (
      select m.id from messages m join message_packages t on t.message_id = m.id
      where t.package_id = ${matchAny(ids)} and starts_with(m.event_key, 'status:')
        and exists (
          select from import_rows r
          where r.import_id = ${importId} and r.change::text = split_part(m.event_key, ':', 2)))`.execute(db)
  await leaveShipment(db, importId, ids)
  const added = rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId)
  if (added.length > 0) {
    await sql`update packages set deleted_at = app_now() where id = ${matchAny(added)}`.execute(db)
    await moveCounter(db, 'package', { rows: -added.length })
  }
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  if (changed.length > 0) await putBack(db, changed, userName)
}

/** The text by which a package is found, of the client who gets it back as that is named by now. */
async function ownerTexts(
  db: Db,
  rows: readonly Undoable[],
): Promise<(row: Undoable) => { client_search_text?: string }> {
  const ids = rows.map(({ before }) => String(Object(before).client_id ?? '')).filter(Boolean)
  const found = await db.selectFrom('clients').select(clientColumns).where('id', '=', matchAny(ids)).execute()
  const clients = new Map(found.map((client) => [client.id, client]))
  return ({ before }) => {
    const { client_id: id, client_package_name: label } = Object(before)
    // Of a package whose status alone moved the rest is left alone.
    return id === undefined ? {} : { client_search_text: ownerSearchText(clients.get(id) ?? null, label) }
  }
}

async function putBack(db: Db, rows: readonly Undoable[], userName: string): Promise<void> {
  const at = await now(db)
  const ids = rows.map(({ targetId }) => targetId)
  const current = await db
    .selectFrom('packages')
    .select(['id', 'status_id', sql<string>`status_since::text`.as('since')])
    .select(sql<string | null>`former_status_since::text`.as('former'))
    .where('id', '=', matchAny(ids))
    .execute()
  const currentOf = new Map(current.map((one) => [one.id, one]))
  const findStatus = (row: Undoable) => currentOf.get(row.targetId)?.status_id
  // A row that only changed other columns names its status too.
  const isMoved = (row: Undoable) => formerStatus(row) !== undefined && formerStatus(row) !== findStatus(row)
  const findSince = (row: Undoable) => {
    const one = currentOf.get(row.targetId)
    return isMoved(row) ? (one?.former ?? at) : one?.since
  }
  const ownText = await ownerTexts(db, rows)
  await updateRows(
    db,
    'packages',
    rows.map((row) => ({
      id: row.targetId,
      ...row.before,
      ...ownText(row),
      status_since: findSince(row),
      updated_at: at,
    })),
  )
  const statuses = await db.selectFrom('statuses').select(['id', 'name']).execute()
  const named = (id: string | null | undefined) => statuses.find((status) => status.id === id) ?? null
  const moved = rows.filter(isMoved)
  const fresh = await freshIds(db, moved.length)
  const entries: StatusEntry[] = moved.map((row, index) => ({
    id: fresh[index] ?? '',
    packageId: row.targetId,
    from: named(findStatus(row)),
    to: named(formerStatus(row)),
    userName,
    comment: undone,
    at,
  }))
  await writeHistory(db, entries)
}

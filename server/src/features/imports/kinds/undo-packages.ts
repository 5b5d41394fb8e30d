import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { takeOut } from '../../consignments/consign-packages.ts'
import { cancelMoves } from '../../messages/notify/notify-status-change.ts'
import { putPackagesBack } from '../../packages/save/put-back.ts'
import { deletePackages } from '../../packages/save/remove-package.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import type { By, Undoable, UndoWindow } from './kind.ts'

/** Shown in a package's history. */
const undone = 'Se deshizo la importación'

export async function findUndoablePackages(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    // Consignments are always locked before their packages.
    await sql`select from consignments where id in (
      select (n.plan ->> 'shipmentId')::uuid from (${next}) n) order by id for share`.execute(db)
    await holdFormer(db, next, { clients: ['client_id'], tariffs: ['tariff_id'], statuses: ['status_id'] })
    await sql`select from packages where id in (select target from (${next}) n) order by id for update`.execute(db)
    // A locked message cannot leave meanwhile. One that has left keeps its packages as they are.
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

/** Cancels the load's messages. */
export async function takeBackPackages(db: Db, rows: readonly Undoable[], { author, importId }: By): Promise<void> {
  const packageIds = rows.map(({ targetId }) => targetId)
  const changes = sql`select change::text from import_rows where import_id = ${importId} and change is not null`
  await cancelMoves(db, { packageIds, changes, reason: undone })
  await leaveShipment(db, importId, packageIds)
  await deletePackages(
    db,
    rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putPackagesBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
    { userName: author.userName, comment: undone },
  )
}

import { shipmentStatuses } from '@casillero/shared/domain/package-choice'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { notifyStatusChange } from '../messages/notify/notify-status-change.ts'
import { holdStatus, listStatuses } from '../statuses/queries.ts'

type Target = { id: string; name: string; isFinalStatus: boolean }

/** Throws `reference_not_found`, and `status_not_of_shipment` for first and final statuses. */
export async function holdShipmentStatus(db: Db, id: string, field = 'statusId'): Promise<Target> {
  const status = await holdStatus(db, id, field)
  const offered = shipmentStatuses(await listStatuses(db))
  if (!offered.some((one) => one.id === id)) throw fieldError('status_not_of_shipment', field)
  return status
}

/** Throws `status_required` if neither is given. */
export async function holdTarget(db: Db, named: string | null, proposed: string | null): Promise<Target> {
  const id = named ?? proposed
  if (id === null) throw fieldError('status_required', 'statusId')
  return await holdShipmentStatus(db, id)
}

/** The package was handed over, or has a final status and the target is not final. */
export const staysBehind = (isToFinal: RawBuilder<unknown>) => sql<boolean>`(
  (coalesce(s.is_final_status, false) and not ${isToFinal})
  or exists (select from handover_packages h where h.package_id = p.id and h.undone_at is null))`

/** Finds each package by its id; for a list the planner would read all packages of the company. */
const foundById = (ids: string[], lock = sql``) => sql`unnest(${ids}::uuid[]) as given (id)
    cross join lateral (select p.id, p.status_id, p.deleted_at from packages p where p.id = given.id ${lock} offset 0) p`

/** Uses one statement. Packages handed over or in a final status stay where they are. */
async function move(db: Db, packageIds: string[], to: Target, comment: string, userName: string) {
  const { rows } = await sql<{ id: string; packageId: string }>`
    with moving as materialized (
      select p.id, s.id as from_id, s.name as from_name
      from ${foundById(packageIds)} left join statuses s on s.id = p.status_id
      where p.deleted_at is null and p.status_id is distinct from ${to.id}::uuid
        and not ${staysBehind(sql`${to.isFinalStatus}::boolean`)}
    ), moved as (
      update packages p set status_id = ${to.id}::uuid, updated_at = app_now() from moving m where p.id = m.id
      returning p.id, m.from_id, m.from_name
    )
    insert into package_status_changes (package_id, from_status_id, to_status_id, from_name, to_name, user_name, comment)
    select m.id, m.from_id, ${to.id}::uuid, m.from_name, ${to.name}::text, ${userName}::text, ${comment}::text
    from moved m order by m.id
    returning id, package_id as "packageId"`.execute(db)
  return rows
}

/** Rows per statement, so that it ends within its time limit on a busy machine. */
const atOnce = 1_000

/** Notifies each client once. docs/product/shipments.md, "Sending". */
export async function moveConsigned(
  db: Db,
  packageIds: string[],
  { to, comment, session }: { to: Target; comment: string; session: Session },
): Promise<void> {
  // Locks all in id order first, so that a clerk with some of them waits instead of deadlocking.
  await sql`select p.id from ${foundById(packageIds.toSorted(), sql`for update`)}`.execute(db)
  const moved: { id: string; packageId: string }[] = []
  for (let from = 0; from < packageIds.length; from += atOnce) {
    moved.push(...(await move(db, packageIds.slice(from, from + atOnce), to, comment, session.userName)))
  }
  const [first] = moved
  if (!first) return
  await notifyStatusChange(db, {
    changeId: first.id,
    packageIds: moved.map(({ packageId }) => packageId),
    statusId: to.id,
  })
}

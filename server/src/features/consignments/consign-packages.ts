import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'

/** A package that was removed before comes back as new. */
export async function insertConsigned(
  db: Db,
  consignmentId: string,
  packageIds: string[],
  { isExtra, arrivalWeight }: { isExtra: boolean; arrivalWeight?: number | null } = { isExtra: false },
): Promise<void> {
  const seenBy = isExtra ? sql`current_user_id()` : sql`null::uuid`
  const seenAt = isExtra ? sql`app_now()` : sql`null::timestamptz`
  await sql`
    insert into consignment_packages (consignment_id, package_id, is_extra, seen_by, seen_at, arrival_weight)
    select ${consignmentId}, given.id, ${isExtra}, ${seenBy}, ${seenAt}, ${arrivalWeight ?? null}::numeric
    from unnest(${packageIds}::uuid[]) as given (id)
    on conflict (company_id, consignment_id, package_id) do update set
      removed_at = null, added_by = current_user_id(), added_at = app_now(), sent_weight = null, is_extra = excluded.is_extra,
      seen_by = excluded.seen_by, seen_at = excluded.seen_at, arrival_weight = excluded.arrival_weight,
      lost_by = null, lost_at = null, lost_reason = null, is_weighed_for_good = false`.execute(db)
  if (packageIds.length > 0) await noteChange(db, consignmentId, 'added', packageIds)
}

export async function noteChange(
  db: Db,
  consignmentId: string,
  deed: 'added' | 'taken_out' | 'lost',
  packageIds: string[],
): Promise<void> {
  await sql`
    insert into consignment_changes (consignment_id, company_consignment_id, deed, packages)
    select g.id, g.company_consignment_id, ${deed}::text, string_agg('#' || p.company_package_id, ', ' order by p.company_package_id)
    from consignments g, packages p where g.id = ${consignmentId} and p.id = any(${packageIds}::uuid[])
    group by g.id, g.company_consignment_id`.execute(db)
}

export async function takeOut(db: Db, consignmentId: string, packageIds: string[]): Promise<string[]> {
  const taken = await db
    .updateTable('consignment_packages')
    .set({ removed_at: sql`app_now()` })
    .where('consignment_id', '=', consignmentId)
    .where('package_id', '=', matchAny(packageIds))
    .where('removed_at', 'is', null)
    .returning('package_id')
    .execute()
  const ids = taken.map((one) => one.package_id)
  if (ids.length > 0) await noteChange(db, consignmentId, 'taken_out', ids)
  return ids
}

import type { ArrivalFeed } from '@casillero/shared/contract/consignments'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

const lastScans = (db: Db, id: string) =>
  db
    .selectFrom('consignment_scans as n')
    .innerJoin('users as u', 'u.id', 'n.scanned_by')
    .leftJoin('packages as p', 'p.id', 'n.package_id')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .leftJoin('consignment_packages as l', (join) =>
      join.onRef('l.package_id', '=', 'p.id').on('l.removed_at', 'is', null),
    )
    .leftJoin('consignments as o', (join) => join.onRef('o.id', '=', 'l.consignment_id').on('o.id', '<>', id))
    .select([
      'n.id',
      'n.code',
      'n.result',
      'n.scanned_at as scannedAt',
      'p.company_package_id as companyPackageId',
      'o.company_consignment_id as companyShipmentId',
      'u.id as userId',
      'u.full_name as userName',
      sql<string | null>`nullif(concat_ws(' ', c.first_name, c.last_names), '')`.as('clientName'),
    ])
    .where('n.consignment_id', '=', id)
    .orderBy('n.id', 'desc')
    .limit(sql.lit(30))
    .execute()

const listPeople = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages as l')
    .innerJoin('users as u', 'u.id', 'l.seen_by')
    .select(['u.id', 'u.full_name as fullName', sql<number>`count(*)::int`.as('count')])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .groupBy(['u.id', 'u.full_name'])
    .orderBy('count', 'desc')
    .orderBy('u.id')
    .execute()

const readCounts = (db: Db, id: string) =>
  db
    .selectFrom('consignments as g')
    .leftJoin('consignment_packages as l', (join) =>
      join.onRef('l.consignment_id', '=', 'g.id').on('l.removed_at', 'is', null),
    )
    .select([
      'g.state',
      sql<number>`count(l.package_id)::int`.as('packageCount'),
      sql<number>`(count(*) filter (where l.seen_at is not null))::int`.as('seenCount'),
      sql<number>`(count(l.package_id) filter (where l.seen_at is null and l.lost_at is null))::int`.as('missingCount'),
      // A package on its way has the weight it left with. One that left without a weight is read for it.
      sql<number>`coalesce(sum(coalesce(l.sent_weight, (select p.weight from packages p where p.id = l.package_id)))
        filter (where l.package_id is not null and l.seen_at is null and l.lost_at is null), 0)`.as('missingWeight'),
      sql<number>`(count(*) filter (where l.is_extra))::int`.as('extraCount'),
    ])
    .where('g.id', '=', id)
    .where('g.deleted_at', 'is', null)
    .groupBy('g.state')
    .executeTakeFirst()

export async function getFeed(db: Db, id: string): Promise<ArrivalFeed> {
  const [counts, people, scans] = await Promise.all([readCounts(db, id), listPeople(db, id), lastScans(db, id)])
  if (!counts) throw new AppError('not_found')
  return {
    ...counts,
    people,
    scans: scans.map(({ userId, userName, ...scan }) => ({ ...scan, scannedBy: { id: userId, fullName: userName } })),
  }
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type ConsignedLine = {
  number: string
  casillero: string
  name: string
  tracking: string
  contents: string
  weight: number | null
  arrivalWeight: number | null
  state: 'waiting' | 'seen' | 'extra' | 'lost'
}

const text = (value: string | null) => value ?? ''

/** docs/product/shipments.md, "Papers". */
export async function listLines(db: Db, id: string): Promise<ConsignedLine[]> {
  const rows = await db
    .selectFrom('consignment_packages as l')
    // Each package by its id, as in `getConsignment`.
    .innerJoinLateral(
      (each) =>
        each.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'l.package_id').offset(sql.lit(0)).as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .select([
      'p.company_package_id as companyPackageId',
      'c.casillero',
      sql<string | null>`nullif(concat_ws(' ', c.first_name, c.last_names), '')`.as('clientName'),
      'p.client_package_name as clientPackageName',
      sql<string | null>`coalesce(p.tracking, p.warehouse_tracking)`.as('tracking'),
      sql<string | null>`coalesce(p.contents, p.description)`.as('contents'),
      sql<number | null>`coalesce(l.sent_weight, p.weight)`.as('weight'),
      'l.arrival_weight as arrivalWeight',
      sql<ConsignedLine['state']>`case when l.is_extra then 'extra' when l.seen_at is not null then 'seen'
        when l.lost_at is not null then 'lost' else 'waiting' end`.as('state'),
    ])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .orderBy(sql`c.casillero nulls last`)
    .orderBy('p.company_package_id')
    .execute()
  return rows.map(({ companyPackageId, casillero, clientName, clientPackageName, tracking, contents, ...rest }) => ({
    ...rest,
    number: `#${companyPackageId}`,
    casillero: text(casillero),
    name: clientName ?? text(clientPackageName),
    tracking: text(tracking),
    contents: text(contents),
  }))
}

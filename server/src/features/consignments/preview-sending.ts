import type { SendPreview } from '@casillero/shared/contract/consignments'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { staysBehind } from './move-consigned.ts'

/** docs/product/shipments.md, "Sending". */
export async function previewSending(db: Db, id: string, statusId: string): Promise<SendPreview> {
  const row = await db
    .selectFrom('consignments as g')
    .innerJoin('statuses as t', (join) => join.on('t.id', '=', statusId).on('t.deleted_at', 'is', null))
    .leftJoin('consignment_packages as l', (join) =>
      join.onRef('l.consignment_id', '=', 'g.id').on('l.removed_at', 'is', null),
    )
    // Finds each package by its id, as in `getConsignment`.
    .leftJoinLateral(
      (each) =>
        each
          .selectFrom('packages')
          .selectAll()
          .whereRef('packages.id', '=', 'l.package_id')
          .where('packages.deleted_at', 'is', null)
          .offset(sql.lit(0))
          .as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .select([
      sql<number>`(count(p.id) filter (where ${moves}))::int`.as('moving'),
      sql<number>`(count(distinct p.client_id) filter (where ${moves} and c.messages_allowed
        and t.template_id is not null))::int`.as('notified'),
      sql<boolean>`t.template_id is not null`.as('isNotifying'),
    ])
    .where('g.id', '=', id)
    .where('g.deleted_at', 'is', null)
    .groupBy('t.template_id')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

const moves = sql`p.status_id is distinct from t.id and ${staysBehind(sql`t.is_final_status`)} is not true`

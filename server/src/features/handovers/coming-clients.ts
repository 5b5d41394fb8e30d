import type { ComingClient } from '@casillero/shared/contract/coming-client'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isReady } from '../statuses/ready-status.ts'

/** No row if nothing is ready for the client. */
const ready = sql<Pick<ComingClient, 'count' | 'weight' | 'unbilled' | 'descriptions'>>`(
  select count(*)::int as count, coalesce(sum(p.weight), 0) as weight,
    count(*) filter (where not exists (
      select from invoice_items i where i.package_id = p.id and i.voided_at is null))::int as unbilled,
    (array_agg(coalesce(p.description, p.contents, 'Paquete #' || p.company_package_id)
               order by p.status_since nulls last, p.company_package_id))[:2] as descriptions
  from packages p join statuses s on s.id = p.status_id
  where p.client_id = c.id and p.deleted_at is null and ${isReady}
  having count(*) > 0)`

const owed = sql<ComingClient['owed']>`coalesce((
  select json_agg(json_build_object('code', d.code, 'symbol', d.symbol, 'amount', d.amount) order by d.code)
  from (
    select k.code, k.symbol, sum(v.pending_total) as amount from open_debts v join currencies k on k.id = v.currency_id
    where v.client_id = c.id group by k.company_id, k.id, k.code, k.symbol) d), '[]'::json)`

const waitedMinutes = sql<number | null>`
  case when a.counts_from <= app_now() then floor(extract(epoch from app_now() - a.counts_from) / 60)::int end`

/** docs/product/handovers.md, "Clients who come". */
export const listComing = (db: Db): Promise<ComingClient[]> =>
  db
    .selectFrom('announced_pickups as a')
    .innerJoin('clients as c', 'c.id', 'a.client_id')
    .innerJoinLateral(ready.as<'r'>('r'), (join) => join.onTrue())
    .select(['c.id', 'c.casillero', 'c.first_name as firstName', 'c.middle_name as middleName'])
    .select(['c.last_names as lastNames', 'a.created_at as announcedAt', 'r.count', 'r.weight'])
    .select(['r.descriptions', 'r.unbilled', waitedMinutes.as('waitedMinutes'), owed.as('owed')])
    .where('a.finished_at', 'is', null)
    .where('a.expires_at', '>', sql<string>`app_now()`)
    .orderBy('a.counts_from')
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()

export async function finishPickup(db: Db, clientId: string): Promise<void> {
  await db
    .updateTable('announced_pickups')
    .set({ finished_at: sql`least(app_now(), expires_at)` })
    .where('client_id', '=', clientId)
    .where('finished_at', 'is', null)
    .execute()
}

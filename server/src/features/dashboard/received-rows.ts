import { type RawBuilder, sql } from 'kysely'

const corrections = (sign: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  select coalesce(m.merged_into_id, c.client_id), c.shipping_method, ${sign} * c.pounds, ${sign}, ${at}
  from package_corrections c left join clients m on m.id = c.client_id`

/**
 * Packages as they were at the end of the day of their receipt, and what changed since, on its own day. What a change took off or added
 * is taken back from the first day, whose package is read as it is now. docs/product/reports.md, "Received".
 */
export const receivedEvents = (within: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(
  select p.client_id, p.shipping_method, coalesce(p.weight, 0) as pounds, 1 as n, p.created_at as at
  from packages p where p.deleted_at is null and ${within(sql`p.created_at`)}
  union all ${corrections(sql`-c.sign`, sql`c.received_at`)} where ${within(sql`c.received_at`)}
  union all ${corrections(sql`c.sign`, sql`c.created_at`)} where ${within(sql`c.created_at`)})`

import { sql } from 'kysely'
import { measureCompany, measurePast } from '../features/promises/jobs.ts'
import type { Db } from '../platform/database/database.ts'

/** What would have been said of each package on the day of its receipt, had the company known its past by then. */
export async function writePromises(db: Db): Promise<void> {
  await measurePast(db)
  await sql`
    insert into package_promises (package_id, first_method, first_from, first_to, said_at, shipping_method, stage, counted_from,
                                  from_on, to_on, ready_on)
    select d.package_id, d.shipping_method, s.from_on, s.to_on, p.created_at, d.shipping_method, 'received', d.received_on,
      s.from_on, s.to_on, d.ready_on
    from companies k
    join arrival_measures m on m.company_id = k.id
    cross join list_stage_days(k.id, array(select id from packages where deleted_at is null)) d
    join packages p on p.id = d.package_id
    cross join lateral (select m.days -> d.shipping_method -> 'received' as found) q
    cross join lateral (
      select add_open_days(k.opening_hours, d.received_on, (q.found ->> 'half')::int) as from_on,
        add_open_days(k.opening_hours, d.received_on, (q.found ->> 'most')::int) as to_on) s
    where q.found is not null`.execute(db)
  await measureCompany((run) => run(db))
}

import type { DashboardCharts } from '@casillero/shared/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { sumWaiting } from '../waiting/queries.ts'
import { caller } from './money-right.ts'
import { invoiceEvents } from './money-rows.ts'
import { midnight, weekStart } from './periods.ts'
import { receivedEvents } from './received-rows.ts'

const weekCount = 13

const mondays = sql`(
  select array(select ${weekStart} - 7 * n from generate_series(${sql.lit(weekCount - 1)}, 0, -1) n))`

const starts = sql`(select array(select ${midnight(sql`day`)} from unnest(${mondays}) day order by day))`

const inWeeks = (at: RawBuilder<unknown>) => sql`
  ${at} >= (select ${midnight(sql`${weekStart} - 7 * ${sql.lit(weekCount - 1)}`)})
  and ${at} < (select ${midnight(sql`app_today() + 1`)})`

/** Weeks are numbered from 1. */
const selectWeek = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts})`

async function readWeeks(db: Db) {
  const { rows } = await sql<{ method: 'aereo' | 'maritimo'; week: number; pounds: number }>`
    select r.shipping_method as method, r.week, coalesce(sum(r.pounds), 0) as pounds
    from (
      select e.shipping_method, e.pounds, ${selectWeek(sql`e.at`)} as week from ${receivedEvents(inWeeks)} e
    ) r group by r.shipping_method, r.week`.execute(db)
  return rows
}

/** Uses an index alone: all packages of a status less the few deleted ones. */
const countWhere = (condition: RawBuilder<unknown>) => sql`(
  (select count(*) from packages p where ${condition})
  - (select count(*) from packages p where ${condition} and p.deleted_at is not null))::int`

async function readStatuses(db: Db): Promise<DashboardCharts['statuses']> {
  const { rows } = await sql<DashboardCharts['statuses'][number]>`
    select json_build_object('id', s.id, 'name', s.name, 'isFinalStatus', s.is_final_status, 'orderPosition', s.order_position) as status,
      ${countWhere(sql`p.status_id = s.id`)} as count, s.order_position as place
    from statuses s where s.deleted_at is null and not s.is_final_status
    union all
    select null, ${countWhere(sql`p.status_id is null`)}, null
    order by place nulls last`.execute(db)
  return rows.filter(({ status, count }) => status !== null || count > 0)
}

const invoiced = sql`(
  select coalesce(json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol, 'name', k.name,
    'amounts', s.amounts) order by k.code), '[]'::json)
  from (
    select w.currency_id, array_agg(coalesce(w.amount, 0) order by w.week) as amounts
    from (
      select c.currency_id, n as week, sum(r.amount) as amount
      from (select distinct v.currency_id from ${invoiceEvents(inWeeks)} v) c
      cross join generate_series(1, ${sql.lit(weekCount)}) n
      left join (
        select v.currency_id, v.sign * v.sold as amount, ${selectWeek(sql`v.at`)} as week from ${invoiceEvents(inWeeks)} v
      ) r on r.currency_id = c.currency_id and r.week = n
      group by c.currency_id, n
    ) w group by w.currency_id
  ) s join currencies k on k.id = s.currency_id)`

async function readForCaller(db: Db) {
  const { rows } = await sql<Pick<DashboardCharts, 'weeks' | 'invoiced'>>`
    select array_to_json(${mondays}) as weeks, case when me.sees_money then ${invoiced} end as invoiced
    from ${caller} me`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The caller has a row')
  return row
}

/** docs/product/reports.md, "Charts". */
export async function readCharts(db: Db): Promise<DashboardCharts> {
  const [{ weeks, invoiced: sums }, pounds, statuses, waiting] = await Promise.all([
    readForCaller(db),
    readWeeks(db),
    readStatuses(db),
    sumWaiting(db),
  ])
  const sumPounds = (method: 'aereo' | 'maritimo') =>
    weeks.map((_, at) => pounds.find((row) => row.method === method && row.week === at + 1)?.pounds ?? 0)
  return {
    weeks,
    pounds: { aereo: sumPounds('aereo'), maritimo: sumPounds('maritimo') },
    invoiced: sums,
    statuses,
    waiting: waiting.byAge,
    readyStatusId: waiting.statusId,
  }
}

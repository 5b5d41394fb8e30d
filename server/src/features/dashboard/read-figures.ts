import type { Dashboard, FirstSteps } from '@casillero/shared/contract/dashboard'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { gatewayState } from '../messages/sending/read-connection.ts'
import { lateCount } from '../prealerts/prealert-view.ts'
import { countLate } from '../promises/queries.ts'
import { sumWaiting } from '../waiting/queries.ts'
import { caller } from './money-right.ts'
import { drawerMoney, invoiceEvents, takenMoney } from './money-rows.ts'
import { comparedSums, inTwoWeeks, selectPart, weekStart } from './periods.ts'
import { receivedEvents } from './received-rows.ts'

/** Null for a company that invoices and is not new: `case` computes only the branch it takes. docs/product/screens.md, "First steps". */
const firstSteps = sql<FirstSteps | null>`
  case when not exists (select from invoices) or exists (select from companies k where k.created_at > app_now() - interval '60 days')
  then json_build_object(
    'company', exists (
      select from companies k where k.logo_url is not null and coalesce(k.phone, k.address, k.ruc) is not null),
    'users', exists (select from users u where u.deleted_at is null offset 1),
    'rates', exists (select from currency_rate_changes),
    'tariffs', exists (select from tariffs t where t.is_active and t.deleted_at is null),
    'client', exists (select from clients c where c.deleted_at is null),
    'received', exists (select from packages p where p.weight is not null and p.deleted_at is null),
    'ready', exists (
      select from packages p join statuses s on s.id = p.status_id where s.role = 'ready' and p.deleted_at is null),
    'drawer', exists (select from cash_sessions),
    'invoice', exists (select from invoices),
    'whatsapp', exists (select from whatsapp_sessions where linked_at is not null)
  ) end`

type ByPeriod = Dashboard['received']
type Received = { method: 'aereo' | 'maritimo'; received: ByPeriod; pounds: ByPeriod }

async function readReceived(db: Db): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select r.shipping_method as method, ${comparedSums(sql`sum(r.n)`)} as received, ${comparedSums(sql`sum(r.pounds)`)} as pounds
    from (
      select e.shipping_method, e.n, e.pounds, ${selectPart(sql`e.at`)} as part from ${receivedEvents(inTwoWeeks)} e
    ) r group by r.shipping_method`.execute(db)
  return rows
}

/** Builds one object for each currency. */
const byCurrency = (rows: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol,
    'day', s.sums -> 'day', 'week', s.sums -> 'week') order by k.code), '[]'::json)
  from (select r.currency_id, ${comparedSums(sql`sum(r.amount)`)} as sums from ${rows} r group by r.currency_id) s
  join currencies k on k.id = s.currency_id)`

const invoiced = sql`(
  select v.currency_id, v.sign * v.sold as amount, ${selectPart(sql`v.at`)} as part from ${invoiceEvents(inTwoWeeks)} v)`

const collected = sql`(
  select t.currency_id, t.amount, ${selectPart(sql`t.created_at`)} as part from ${takenMoney(inTwoWeeks)} t)`

const amounts = (rows: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol, 'amount', s.amount)
    order by k.code), '[]'::json)
  from (select r.currency_id, sum(r.amount) as amount from ${rows} r group by r.currency_id) s
  join currencies k on k.id = s.currency_id)`

const owed = sql`(select v.currency_id, v.pending_total as amount from open_debts v)`

const failed = sql`(
  select json_build_object('day', count(*) filter (where r.part = 5), 'week', count(*) filter (where r.part >= 4))
  from (
    select ${selectPart(sql`m.created_at`)} as part from messages m
    where m.state = 'failed' and ${inTwoWeeks(sql`m.created_at`)}
  ) r)`

type ForCaller = Pick<
  Dashboard,
  'today' | 'weekStart' | 'latePackages' | 'latePrealerts' | 'unbilled' | 'money' | 'messages' | 'firstSteps'
>

/** `case` computes only the branch it takes. */
async function readForCaller(db: Db): Promise<ForCaller> {
  const { rows } = await sql<ForCaller>`
    select app_today() as today, ${weekStart} as "weekStart", ${firstSteps} as "firstSteps",
      ${countLate} as "latePackages", ${lateCount} as "latePrealerts", (select count(*)::int from unbilled_packages) as unbilled,
      case when me.sees_money then json_build_object(
        'invoiced', ${byCurrency(invoiced)}, 'collected', ${byCurrency(collected)},
        'owed', json_build_object('amounts', ${amounts(owed)},
          'clients', (select count(distinct v.client_id) from open_debts v)),
        'cash', case when me.is_admin then json_build_object('amounts', ${amounts(drawerMoney)},
          'sessions', (select count(*) from cash_sessions s where s.closed_at is null)) end
      ) end as money,
      case when me.is_admin then json_build_object('failed', ${failed}, 'gateway', ${gatewayState}) end as messages
    from ${caller} me`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The caller has a row')
  const isDone = row.firstSteps !== null && Object.values(row.firstSteps).every((isTaken) => isTaken)
  return { ...row, firstSteps: isDone ? null : row.firstSteps }
}

const nothing: ByPeriod = { day: { now: 0, before: 0 }, week: { now: 0, before: 0 } }

const add = (one: ByPeriod, other: ByPeriod): ByPeriod => ({
  day: { now: one.day.now + other.day.now, before: one.day.before + other.day.before },
  week: { now: one.week.now + other.week.now, before: one.week.before + other.week.before },
})

/** docs/product/reports.md, "Figures". */
export async function readFigures(db: Db): Promise<Dashboard> {
  const [received, waiting, own] = await Promise.all([readReceived(db), sumWaiting(db), readForCaller(db)])
  const findPounds = (method: Received['method']) => received.find((row) => row.method === method)?.pounds ?? nothing
  return {
    ...own,
    received: received.map((row) => row.received).reduce(add, nothing),
    pounds: { aereo: findPounds('aereo'), maritimo: findPounds('maritimo') },
    ready: {
      count: waiting.count,
      unowned: waiting.unowned,
      long: sumLong(waiting.byAge),
      oldestDays: waiting.oldestDays,
      statusId: waiting.statusId,
    },
  }
}

/** Sums the last two age groups. */
const sumLong = (byAge: readonly number[]): number => (byAge[3] ?? 0) + (byAge[4] ?? 0)

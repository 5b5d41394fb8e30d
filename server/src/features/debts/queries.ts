import type { Debtor, DebtTotal } from '@casillero/shared/contract/debts'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { selectReminder } from '../messages/notify/reminders.ts'

/** Bounds for `width_bucket`; the last group is open. */
const stepStarts = sql.join(
  ageSteps
    .flatMap(({ to }) => (to === null ? [] : [to]))
    .toReversed()
    .map((days) => sql`(app_today() - ${sql.lit(days)})::timestamp at time zone 'America/Managua'`),
)

/** The bounds are computed once for all rows. */
export const pending = sql`(
  select v.client_id, v.currency_id, v.created_at, v.pending_total,
    ${sql.lit(ageSteps.length - 1)} - width_bucket(v.created_at, (select array[${stepStarts}])) as step
  from open_debts v)`

const byAge = sql`json_build_array(${sql.join(
  ageSteps.map((_, step) => sql`coalesce(sum(v.pending_total) filter (where v.step = ${sql.lit(step)}), 0)`),
)})`

const managuaDate = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone 'America/Managua')::date`

/** One row for each client and currency. */
const debts = sql`
  select v.client_id, v.currency_id, sum(v.pending_total) as amount, count(*)::int as count, min(v.created_at) as oldest_at,
    ${byAge} as by_age
  from ${pending} v group by v.client_id, v.currency_id`

/** Orders by the day of the oldest debt, then by its worth at today's rates. That sum is shown nowhere. */
const selectDebtors = (search: string, { limit, offset }: Page) => sql`
  select d.client_id, min(d.oldest_at) as oldest_at, sum(d.amount / k.rate_compra) as worth, count(*) over ()::int as total
  from debts d
  join currencies k on k.id = d.currency_id
  join clients c on c.id = d.client_id
  where ${matchesAll(sql`c.search_text`, searchPatterns(search))}
  group by d.client_id
  order by ${managuaDate(sql`min(d.oldest_at)`)}, worth desc, d.client_id
  limit ${sql.lit(limit)} offset ${sql.lit(offset)}`

type Row = Omit<Debtor, 'reminder'> & {
  total: number
  reminderAt: string | null
  reminderState: NonNullable<Debtor['reminder']>['state'] | null
  nextOn: string | null
  isDue: boolean | null
}

async function readRows(db: Db, search: string, page: Page): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with debts as materialized (${debts}), debtors as (${selectDebtors(search, page)})
    select c.id, c.casillero, c.first_name as "firstName", c.last_names as "lastNames", c.phone,
      c.messages_allowed as "messagesAllowed", o.total, app_today() - ${managuaDate(sql`o.oldest_at`)} as days,
      (select json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol, 'amount', d.amount,
          'count', d.count, 'byAge', d.by_age) order by k.code)
        from debts d join currencies k on k.id = d.currency_id where d.client_id = c.id) as debts,
      coalesce((select json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol, 'amount', b.balance)
          order by k.code)
        from client_credit_balances b join currencies k on k.id = b.currency_id
        where b.client_id = c.id and b.balance > 0), '[]'::json) as credit,
      ${selectCreditLine(sql`c.credit_limit`, sql`c.id`)} as "creditLine",
      r.at as "reminderAt", r.state as "reminderState", r."nextOn", r."isDue"
    from debtors o
    join clients c on c.id = o.client_id
    left join lateral ${selectReminder(sql`c.id`, 'reminder')} r on true
    order by ${managuaDate(sql`o.oldest_at`)}, o.worth desc, o.client_id`.execute(db)
  return rows
}

/** docs/product/cash.md, "Debts". */
export async function listDebtors(db: Db, query: ListQuery): Promise<{ data: Debtor[]; pagination: Pagination }> {
  const page = toPage(query)
  const search = query.search ?? ''
  const rows = await readRows(db, search, page)
  const first = { ...page, limit: 1, offset: 0 }
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, search, first))[0])
  return {
    ...listed,
    data: listed.data.map(({ reminderAt: at, reminderState: state, nextOn, isDue, ...debtor }) => ({
      ...debtor,
      reminder: at !== null && state !== null ? { at, state, nextOn, isDue: isDue === true } : null,
    })),
  }
}

/** docs/product/cash.md, "Debts". */
export async function listDebtTotals(db: Db): Promise<DebtTotal[]> {
  const { rows } = await sql<DebtTotal>`
    select k.id as "currencyId", k.code, k.name, k.symbol, sum(v.pending_total) as amount, count(*)::int as count,
      count(distinct v.client_id)::int as clients, ${byAge} as "byAge"
    from ${pending} v join currencies k on k.id = v.currency_id
    group by k.id, k.code, k.name, k.symbol order by k.code`.execute(db)
  return rows
}

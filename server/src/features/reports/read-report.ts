import type { Report, ReportRow } from '@casillero/shared/contract/reports'
import { findShownRate } from '@casillero/shared/domain/conversion-text'
import { exact, roundToCents, times, toWire } from '@casillero/shared/domain/money'
import { refusalOfDays } from '@casillero/shared/domain/report-days'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { chooseMain, facts, isByDay, isByWeek, isInOrder, type Span, type SummedName } from './facts.ts'

/** Further rows are only in the total. */
export const most = 500

export type Asked = {
  from?: string | undefined
  to?: string | undefined
  beforeFrom?: string | undefined
  beforeTo?: string | undefined
}

/** What a client pays for a dollar today, by currency. */
const factors = sql`(
  select k.id, base.rate_compra / k.rate_compra as factor
  from currencies k
  left join (select c.rate_compra from currencies c where c.code = 'NIO' and c.deleted_at is null) base on true)`

type Row = {
  key: string | null
  label: string | null
  isTotal: boolean
  count: number
  pounds: number | null
  amounts: ReportRow['amounts'] | null
  reference: number | null
  served: number | null
  before: number | null
}

export const dayOr = (day: string | undefined, other: RawBuilder<unknown>): RawBuilder<unknown> =>
  day === undefined ? other : sql`${day}::date`

const main = {
  count: (of: RawBuilder<unknown>) => sql`coalesce(sum(s.n) filter (where ${of}), 0)`,
  pounds: (of: RawBuilder<unknown>) => sql`coalesce(sum(s.pounds) filter (where ${of}), 0)`,
  reference: (of: RawBuilder<unknown>) => sql`round(coalesce(sum(s.amount * f.factor) filter (where ${of}), 0), 2)`,
}

const isNow = sql`not s.is_before`
const isBefore = sql`s.is_before`

/** `page`: the total, then one page of rows; `all`: all rows, then the total. */
export type Extent = 'page' | 'all'

/** Orders and limits the rows. */
export const selectExtent = (order: RawBuilder<unknown>, extent: Extent) =>
  extent === 'page'
    ? sql`order by r.is_total desc, ${order} limit ${sql.lit(most + 2)}`
    : sql`order by r.is_total, ${order}`

/** Looks names up only for the rows shown. */
export function selectRows(name: SummedName, asked: Asked, extent: Extent): RawBuilder<unknown> {
  const { rows, nameOf } = facts[name]
  const today = sql`app_today()`
  const now: Span = { from: dayOr(asked.from, today), to: dayOr(asked.to, today), shift: sql`0` }
  const { beforeFrom, beforeTo } = asked
  const isCompared = beforeFrom !== undefined && beforeTo !== undefined && name !== 'debts-by-age'
  const shift = sql`(${now.from} - ${dayOr(beforeFrom, today)})`
  const before: Span = { from: dayOr(beforeFrom, today), to: dayOr(beforeTo, today), shift }
  const compared = isCompared ? sql`union all select true, f.* from (${rows(before)}) f` : sql``
  const column = chooseMain(name)
  const order = isInOrder(name) ? sql`r.key` : sql`r.${sql.ref(column)} desc nulls last, r.key`
  const value = main[column]
  const isShown = isByDay(name) ? sql`r.is_total or r.key <= (${now.to})::text` : sql`true`
  return sql`
    with facts as (select false as is_before, f.* from (${rows(now)}) f ${compared}),
    sums as materialized (
      select f.is_before, f.key, f.currency_id, sum(f.n)::int as n, sum(f.pounds) as pounds, sum(f.amount) as amount,
        ${isByWeek(name) ? sql`sum(f.served)` : sql`null::int`} as served
      from facts f group by f.is_before, f.key, f.currency_id
    ), amounts as (
      select a.key, a.is_total, json_agg(json_build_object('currencyId', a.currency_id, 'amount', a.amount)) as amounts
      from (
        select s.key, s.currency_id, sum(s.amount) as amount, grouping(s.key) = 1 as is_total
        from sums s where ${isNow} and s.currency_id is not null group by grouping sets ((s.key, s.currency_id), (s.currency_id))
      ) a group by a.key, a.is_total
    ), summed as (
      select s.key, grouping(s.key) = 1 as is_total, coalesce(sum(s.n) filter (where ${isNow}), 0)::int as count,
        sum(s.pounds) filter (where ${isNow}) as pounds,
        (sum(s.served) filter (where ${isNow}))::int as served,
        case when bool_or(f.factor is not null) then ${main.reference(isNow)} end as reference,
        ${isCompared ? value(isBefore) : sql`null::numeric`} as before
      from sums s left join ${factors} f on f.id = s.currency_id
      group by grouping sets ((s.key), ())
    ), shown as (select r.* from summed r where ${isShown} ${selectExtent(order, extent)})
    select r.*, ${nameOf === undefined ? sql`null::text` : nameOf(sql`r.key`)} as label, a.amounts
    from shown r left join amounts a on a.is_total = r.is_total and coalesce(a.key, '') = coalesce(r.key, '')
    ${selectExtent(order, extent)}`
}

/** Throws `invalid` if the period ends before it begins, or is longer than a year. */
export async function readHead(db: Db, { from, to }: Asked) {
  const { rows } = await sql<Pick<Report, 'from' | 'to' | 'currencies' | 'rate'>>`
    select ${dayOr(from, sql`app_today()`)} as "from", ${dayOr(to, sql`app_today()`)} as "to",
      (select json_agg(json_build_object('currencyId', k.id, 'code', k.code, 'symbol', k.symbol) order by k.code)
        from currencies k) as currencies,
      (select json_build_object('symbol', c.symbol, 'of', (
          select coalesce(json_agg(json_build_object('code', k.code, 'symbol', k.symbol, 'rate', round(c.rate_compra / k.rate_compra, 12))
            order by k.code), '[]'::json)
          from currencies k where k.id <> c.id and k.deleted_at is null))
        from currencies c where c.code = 'NIO' and c.deleted_at is null) as rate`.execute(db)
  const [head] = rows
  if (!head) throw new Error('A select without a table has a row')
  // A day left out is today.
  const refusal = refusalOfDays(head.from, head.to)
  if (refusal !== undefined) throw new AppError('invalid', { fields: { to: refusal } })
  return head
}

type Head = Awaited<ReturnType<typeof readHead>>

/** Shows as many decimals as the sums need to be reproduced. */
function shownRates({ rate, currencies }: Head, rows: readonly Row[]): Head['rate'] {
  if (rate === null) return null
  const of = rate.of.map((one) => {
    const id = currencies.find(({ code }) => code === one.code)?.currencyId
    const amounts = rows.flatMap((row) => row.amounts?.find(({ currencyId }) => currencyId === id)?.amount ?? [])
    const sums = amounts.map((amount) => {
      return { amount, value: toWire(roundToCents(times(exact(amount), exact(one.rate)))) }
    })
    return { ...one, rate: findShownRate(one.rate, sums) }
  })
  return { ...rate, of }
}

const noFigures = {
  pounds: null,
  amounts: [],
  reference: null,
  usd: null,
  promises: null,
  seconds: null,
  missed: null,
  served: null,
  before: null,
} satisfies Omit<Report['total'], 'count'>

const toFigures = ({ count, pounds, amounts, reference, served, before }: Row) => ({
  ...noFigures,
  count,
  pounds,
  amounts: amounts ?? [],
  reference,
  served,
  before,
})

type OwnRow = { key: string | null; label: string | null; count: number }

/** Reads a page of a report whose figures are its own, without currencies. */
export async function readOwnFigures<Found extends OwnRow>(
  db: Db,
  asked: Asked,
  rows: RawBuilder<unknown>,
  toOwn: (row: Found) => Partial<Report['total']>,
): Promise<Report> {
  const head = await readHead(db, asked)
  const { rows: found } = await sql<Found>`select r.* from (${rows}) r`.execute(db)
  const [total, ...shown] = found
  if (!total) throw new Error('A sum over all rows has a row')
  const toFigures = (row: Found) => ({ ...noFigures, count: row.count, ...toOwn(row) })
  return {
    ...head,
    currencies: [],
    rows: shown.slice(0, most).map((row) => ({ key: row.key, label: row.label ?? '', ...toFigures(row) })),
    isCut: shown.length > most,
    total: toFigures(total),
  }
}

/** docs/product/reports.md, "Reports". */
export async function readReport(db: Db, name: SummedName, asked: Asked): Promise<Report> {
  const page = sql<Row>`select r.*, r.is_total as "isTotal" from (${selectRows(name, asked, 'page')}) r`
  const head = await readHead(db, asked)
  const { rows } = await page.execute(db)
  const [total, ...shown] = rows
  if (!total) throw new Error('A sum over all rows has a row')
  const used = new Set((total.amounts ?? []).map(({ currencyId }) => currencyId))
  return {
    ...head,
    rate: shownRates(head, rows),
    currencies: head.currencies.filter(({ currencyId }) => used.has(currencyId)),
    rows: shown.slice(0, most).map((row) => ({ key: row.key, label: row.label ?? '', ...toFigures(row) })),
    isCut: shown.length > most,
    total: toFigures(total),
  }
}

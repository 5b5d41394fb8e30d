import type { exportEndpoints } from '@casillero/shared/contract/exports'
import type { Report } from '@casillero/shared/contract/reports'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatLongRate } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { reportWords } from '@casillero/shared/domain/report-words'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { chooseMain, isByDay, isById, isByWeek } from '../reports/facts.ts'
import { readMargins, selectMargins } from '../reports/read-margins.ts'
import { readReport, selectRows } from '../reports/read-report.ts'
import { amount, buildPart, type Column, date, number, text, whole, word } from './columns.ts'
import { kindWords } from './words.ts'

type Asked = Input<typeof exportEndpoints.report>

const keyWords: Partial<Record<ReportName, Record<string, string>>> = {
  'sales-by-method': kindWords,
  'payments-by-method': paymentMethodNames,
  'debts-by-age': Object.fromEntries(ageSteps.map(({ label }, step) => [step, label])),
}

const orTotal = (value: RawBuilder<unknown>) => sql`case when r.is_total then 'Total' else ${value} end`

function nameColumn(name: ReportName): Column {
  const { row, without = '—' } = reportWords[name]
  if (isByDay(name)) return date(row, 12, orTotal(sql`r.key`))
  if (isByWeek(name))
    return text(
      row,
      34,
      orTotal(sql`'Semana del ' || split_part(r.key, ' ', 1)
        || case when r.key like '% own' then ' · Alta propia' else ' · Personal' end`),
    )
  const words = keyWords[name]
  if (words) return word(row, 20, orTotal(sql`r.key`), words)
  return text(row, 32, orTotal(sql`case when r.key is null then ${without}::text else r.label end`))
}

const selectAmount = (currencyId: string) => sql`(
  select (a.of ->> 'amount')::numeric from json_array_elements(r.amounts) a (of) where a.of ->> 'currencyId' = ${currencyId})`

/** Adds a column in córdobas, with the rates used. */
function moneyColumns({ currencies, rate }: Report): Column[] {
  const amounts = currencies.map(({ currencyId, code, symbol }) =>
    amount(`${symbol} (${code})`, 15, selectAmount(currencyId)),
  )
  if (rate === null || currencies.length === 0) return amounts
  const rates = rate.of
    .filter(({ code }) => currencies.some((currency) => currency.code === code))
    .map(({ symbol, rate: one }) => `${symbol} × ${formatLongRate(one)}`)
  const at = rates.length === 0 ? '' : ` (${rates.join(', ')}, la tasa de hoy)`
  return [...amounts, amount(`Todo en ${rate.symbol}${at}`, 20, sql`r.reference`)]
}

const marginColumns: readonly Column[] = [
  amount('Facturado (US$)', 15, sql`(r.usd ->> 'invoiced')::numeric`),
  amount('Costos (US$)', 15, sql`(r.usd ->> 'costs')::numeric`),
  amount('Margen (US$)', 15, sql`(r.usd ->> 'margin')::numeric`),
]

function comparedColumns(name: ReportName): Column[] {
  const column = chooseMain(name)
  const now = sql`coalesce(r.${sql.ref(column)}, 0)`
  const kind = { pounds: number, count: whole, reference: amount }[column]
  return [
    kind('Período anterior', 16, sql`r.before`),
    number('Cambio (%)', 11, sql`round((${now} - r.before) * 100 / abs(nullif(r.before, 0)), 1)`),
  ]
}

/** Writes all rows, with the total last; the report decides the columns. */
export async function exportReport(
  db: Db,
  { params: { name }, query }: Pick<Asked, 'params' | 'query'>,
): Promise<{ file: string; part: StreamPart }> {
  const isMargin = name === 'shipments-margin'
  const report = isMargin ? await readMargins(db, query) : await readReport(db, name, query)
  const rows = isMargin ? selectMargins(query, 'all') : selectRows(name, query, 'all')
  const { title, slug, count } = reportWords[name]
  const columns = [
    nameColumn(name),
    whole(count, 12, sql`r.count`),
    ...(report.total.pounds === null ? [] : [number('Libras', 12, sql`coalesce(r.pounds, 0)`)]),
    ...moneyColumns(report),
    ...(isMargin ? marginColumns : []),
    ...(isByWeek(name) ? [whole('Con paquete en 30 días', 14, sql`coalesce(r.served, 0)`)] : []),
    ...(report.total.before === null ? [] : comparedColumns(name)),
    ...(isById(name) ? [text('Id', 38, sql`r.key`)] : []),
  ]
  return { file: `${slug}-${formatDays(name, report)}`, part: buildPart(db, title, columns, sql`(${rows}) r`) }
}

/** A report of debts has a day, but no period. */
const formatDays = (name: ReportName, { from, to }: Report): string =>
  from === to || name === 'debts-by-age' ? to : `${from}-al-${to}`

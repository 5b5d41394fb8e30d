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
import { ruleTitles } from '../messages/queue/sent-entries.ts'
import { chooseReport } from '../reports/choose-report.ts'
import { chooseMain, isByDay, isById, isByWeek } from '../reports/facts.ts'
import { amount, buildPart, type Column, date, number, text, whole, word } from './columns.ts'
import { kindWords } from './words.ts'

type Asked = Input<typeof exportEndpoints.report>

const keyWords: Partial<Record<ReportName, Record<string, string>>> = {
  'sales-by-method': kindWords,
  'payments-by-method': paymentMethodNames,
  'answers-by-rule': Object.fromEntries(ruleTitles),
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

const promiseColumns: readonly Column[] = [
  whole('Cumplidas', 12, sql`(r.promises ->> 'kept')::int`),
  number('Cumplidas (%)', 14, sql`round((r.promises ->> 'kept')::numeric * 100 / nullif(r.count, 0), 1)`),
  whole('Días hábiles de atraso (mediana)', 18, sql`(r.promises ->> 'miss')::int`),
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
  const chosen = chooseReport(name)
  const report = await chosen.read(db, query)
  const { title, slug, count } = reportWords[name]
  const columns = [
    nameColumn(name),
    whole(count, 12, sql`r.count`),
    ...(report.total.pounds === null ? [] : [number('Libras', 12, sql`coalesce(r.pounds, 0)`)]),
    ...moneyColumns(report),
    ...(name === 'shipments-margin' ? marginColumns : []),
    ...(name === 'promises' ? promiseColumns : []),
    ...(report.total.seconds === null ? [] : [number('Espera (min)', 14, sql`round(r.seconds / 60.0, 1)`)]),
    ...(report.total.missed === null ? [] : [whole('No era eso', 12, sql`coalesce(r.missed, 0)`)]),
    ...(isByWeek(name) ? [whole('Con paquete en 30 días', 14, sql`coalesce(r.served, 0)`)] : []),
    ...(report.total.before === null ? [] : comparedColumns(name)),
    ...(isById(name) ? [text('Id', 38, sql`r.key`)] : []),
  ]
  return {
    file: `${slug}-${formatDays(name, report)}`,
    part: buildPart(db, title, columns, sql`(${chosen.select(query, 'all')}) r`),
  }
}

/** What stands now has a day, but no period. */
const formatDays = (name: ReportName, { from, to }: Report): string =>
  from === to || name === 'debts-by-age' || name === 'waiting-now' ? to : `${from}-al-${to}`

import type { DashboardCharts as Charts } from '@casillero/shared/contract/dashboard'
import { formatDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { listInStatus, listReady } from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { cx } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { formatCount, formatPounds } from './figure-texts.ts'

/** `16 nov`, the Monday of the week. */
const weekLabel = (monday: string): string => formatDate(monday).replace(/ \d{4}$/, '')
// Both have the same contrast on the white card and on the dark one.
const [grey, amber] = ['bg-[#737985]', 'bg-[#c08a14]']

const addUp = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** docs/product/reports.md, "Charts". */
export function DashboardCharts() {
  const query = useQuery(read('GET /api/dashboard/charts'))
  const charts = query.data?.data
  if (charts === undefined) {
    return (
      <Surface className="mt-4 grid min-h-[262px] place-items-center">
        {query.isError ? (
          <ErrorState title="Error al cargar los gráficos" onRetry={() => void query.refetch()} />
        ) : (
          <Spinner label="Cargando gráficos..." />
        )}
      </Surface>
    )
  }
  return (
    <section aria-label="Gráficos" className="mt-4 grid gap-3 @min-[860px]/page:grid-cols-2">
      <Pounds charts={charts} />
      <Invoiced charts={charts} />
      <Statuses statuses={charts.statuses} />
      <Waiting byAge={charts.waiting} statusId={charts.readyStatusId} />
    </section>
  )
}

function Pounds({ charts: { weeks, pounds } }: { charts: Charts }) {
  return (
    <ChartCard
      title="Libras por semana"
      legend={[
        { label: 'Marítimo', colour: 'bg-chart-1' },
        { label: 'Aéreo', colour: 'bg-chart-2' },
      ]}
    >
      <div className="relative h-[198px]">
        <BarChart
          title="Libras por semana y método"
          labels={weeks.map(weekLabel)}
          series={[
            { label: 'Marítimo', values: pounds.maritimo, colour: '--chart-1' },
            { label: 'Aéreo', values: pounds.aereo, colour: '--chart-2' },
          ]}
          format={formatPounds}
          isStacked={true}
        />
      </div>
    </ChartCard>
  )
}

function Invoiced({ charts: { weeks, invoiced } }: { charts: Charts }) {
  if (invoiced === null) return null
  return (
    <ChartCard title="Facturado por semana">
      {invoiced.length === 0 && <p className="text-body text-muted">No hay facturas en estas semanas</p>}
      {invoiced.map(({ currencyId, name, symbol, amounts }) => {
        const format = (amount: number) => formatMoney(amount, symbol)
        return (
          <div key={currencyId} className="mt-1">
            <p className="flex justify-between gap-3 text-label text-muted">
              {name}
              <span>
                <b className="font-semibold text-fg tabular-nums">{format(amounts.at(-1) ?? 0)}</b> esta semana
              </span>
            </p>
            <div className="relative h-[76px]">
              <BarChart
                title={`Facturado por semana en ${name}`}
                labels={weeks.map(weekLabel)}
                series={[{ label: name, values: amounts, colour: '--chart-3', last: '--chart-1' }]}
                format={format}
                isSmall={true}
              />
            </div>
          </div>
        )
      })}
    </ChartCard>
  )
}

function Statuses({ statuses }: Pick<Charts, 'statuses'>) {
  const total = addUp(statuses.map(({ count }) => count))
  const colours = [grey, 'bg-[#3a80c4]', amber, 'bg-[#8b5cc7]']
  return (
    <ChartCard title="Paquetes por estado" note={`${formatCount(total)} en curso`}>
      <BarList
        title="Paquetes por estado"
        bars={statuses.map(({ status, count }) => ({
          label: status?.name ?? 'Sin estado',
          value: count,
          to: listInStatus(status?.id ?? null),
          colour: colours[status?.orderPosition ?? 0] ?? grey,
        }))}
      />
    </ChartCard>
  )
}

function Waiting({ byAge, statusId }: { byAge: Charts['waiting']; statusId: string | null }) {
  return (
    <ChartCard title="Días esperando retiro" note={formatCount(addUp(byAge))}>
      <BarList
        title="Días esperando retiro"
        bars={ageSteps.map(({ label, from, to }, step) => ({
          label,
          value: byAge[step] ?? 0,
          to: listReady(statusId, { from, to }),
          colour: from > 15 ? amber : 'bg-chart-1',
        }))}
      />
    </ChartCard>
  )
}

type Bar = { label: string; value: number; to: string; colour: string }

/** Each bar links to what it counts. */
function BarList({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={title}>
      {bars.map(({ label, value, to, colour }) => (
        <li key={label}>
          <Link
            to={to}
            className="-mx-2 grid min-h-7 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3 rounded-md px-2 text-label hover:bg-surface-2 pointer-coarse:min-h-11"
          >
            <span className="line-clamp-2 break-words leading-4">{label}</span>
            <span aria-hidden="true" className="flex h-3.5">
              <span className={cx('min-w-px rounded-[2px]', colour)} style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span className="min-w-10 text-right font-medium text-body tabular-nums">{formatCount(value)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

type ChartCardProps = {
  title: string
  note?: string
  legend?: readonly { label: string; colour: string }[]
  children: ReactNode
}

/** The height is fixed, however many numbers there are. */
function ChartCard({ title, note, legend, children }: ChartCardProps) {
  return (
    <Surface className="min-h-[202px] min-w-0 p-4">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="font-semibold text-card">{title}</h2>
        {note !== undefined && <span className="text-label text-muted tabular-nums">{note}</span>}
        {legend && (
          <ul aria-hidden="true" className="flex gap-3.5 text-[12px] text-muted">
            {legend.map(({ label, colour }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span className={cx('size-2.5 rounded-[3px]', colour)} />
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </Surface>
  )
}

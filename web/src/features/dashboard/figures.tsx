import type { Compared, ComparedAmount, CurrencyAmount, Dashboard } from '@casillero/shared/contract/dashboard'
import {
  type Days,
  listFailedMessages,
  listPackagesWith,
  listReady,
  listReceived,
} from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Check, ChevronRight, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import {
  type Change,
  comparedWith,
  describeChange,
  formatCount,
  formatPounds,
  type Period,
  plural,
  shownAmounts,
} from './figure-texts.ts'

type Figure = {
  label: string
  /** The list behind the figure. */
  to: string
  /** One per currency; undefined while loading or after a failure. */
  values: readonly string[] | undefined
  note?: ReactNode
  /** Not shown in a line, which lacks the room. */
  mark?: ReactNode
  /** Set for a figure that needs attention. */
  tone?: 'warning' | 'danger' | undefined
}

type FigureProps = { figure: Figure; isFailed: boolean }

const tones = { warning: 'text-yellow-text', danger: 'text-danger-text' }

function FigureCard({ figure, isFailed }: FigureProps) {
  const { label, to, values, mark, note = mark, tone } = figure
  return (
    <Link
      to={to}
      className={cx(
        'flex min-h-[92px] min-w-0 flex-col rounded-lg border bg-surface p-3.5 hover:bg-surface-2',
        tone === 'warning' ? 'border-yellow-line' : 'border-line',
      )}
    >
      <span className="flex items-center justify-between gap-2 text-label text-muted">
        {label}
        <ChevronRight size={16} className="shrink-0 max-lg:hidden" aria-hidden="true" />
      </span>
      <Values values={values} isFailed={isFailed} className={cx('text-[20px] leading-6', tone && tones[tone])} />
      {values !== undefined && note !== undefined && (
        <span className="mt-auto text-[12px] text-muted leading-4">{note}</span>
      )}
    </Link>
  )
}

function FigureLine({ figure, isFailed }: FigureProps) {
  const { label, to, values, mark, tone } = figure
  return (
    <Link to={to} className="flex min-h-14 items-center gap-3 px-3.5 py-2 hover:bg-surface-2">
      <span className="flex-1 text-card text-muted">{label}</span>
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-right">
        <Values values={values} isFailed={isFailed} className={cx('text-card', tone && tones[tone])} />
        {mark}
      </span>
      <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden="true" />
    </Link>
  )
}

function Values({ values, isFailed, className }: Pick<Figure, 'values'> & { isFailed: boolean; className: string }) {
  if (values === undefined && !isFailed) return <Bone className="my-1.5 h-4 w-20 animate-late" />
  return (
    <span className={cx('flex flex-col font-semibold tabular-nums', className)}>
      {(values ?? ['—']).map((value) => (
        <span key={value} className="break-words">
          {value}
        </span>
      ))}
    </span>
  )
}

function ChangeNote({ change: { direction, text } }: { change: Change }) {
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="flex items-center gap-1">
      {direction !== undefined && <Arrow size={13} aria-hidden="true" />}
      {text}
    </span>
  )
}

const none = ['—']

const formatAmounts = (amounts: readonly CurrencyAmount[]): string[] =>
  amounts.length === 0 ? none : amounts.map(({ amount, symbol }) => formatMoney(amount, symbol))

function compared(label: string, to: string, amounts: readonly ComparedAmount[], period: Period): Figure {
  const shown = shownAmounts(amounts, period)
  const [first] = shown
  return {
    label,
    to,
    values: first ? shown.map((amount) => formatMoney(amount[period].now, amount.symbol)) : none,
    note: first && <ChangeNote change={describeChange(first[period], (value) => formatMoney(value, first.symbol))} />,
  }
}

/** Returns none for a user who may not see money. */
function moneyFigures(money: Dashboard['money'], period: Period, days: Days): Figure[] {
  if (money === null) return []
  const { invoiced, collected, owed, cash } = money
  return [
    compared('Facturado', `/reportes/ventas-por-dia?${new URLSearchParams(days)}`, invoiced, period),
    compared('Cobrado', `/reportes/pagos-por-metodo?${new URLSearchParams(days)}`, collected, period),
    {
      label: 'Por cobrar',
      to: '/caja/por-cobrar',
      values: formatAmounts(owed.amounts),
      note: plural(owed.clients, 'cliente', 'clientes'),
    },
    ...(cash === null
      ? []
      : [
          {
            label: 'Efectivo en cajas',
            to: '/caja/cajas',
            values: formatAmounts(cash.amounts),
            note:
              cash.sessions === 0 ? 'Ninguna caja abierta' : plural(cash.sessions, 'caja abierta', 'cajas abiertas'),
          },
        ]),
  ]
}

/** Also tells whether WhatsApp works. */
function messageFigure(messages: Dashboard['messages'], period: Period, days: Days): Figure[] {
  if (messages === null) return []
  const failed = messages.failed[period]
  return [
    {
      label: 'Mensajes',
      to: listFailedMessages(days),
      values: [failed === 0 ? 'Sin fallidos' : `${formatCount(failed)} ${failed === 1 ? 'fallido' : 'fallidos'}`],
      tone: failed > 0 ? 'danger' : undefined,
      mark: <Gateway state={messages.gateway} />,
    },
  ]
}

/** In a narrow card, the state is below the label. */
const Gateway = ({ state }: { state: 'up' | 'down' | 'none' }) => (
  <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-[12px] text-muted leading-4">
    {state === 'up' ? (
      <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
        Funcionando
      </Badge>
    ) : (
      <Badge tone={state === 'down' ? 'red' : 'grey'}>{state === 'down' ? 'Sin conexión' : 'Sin vincular'}</Badge>
    )}
    WhatsApp
  </span>
)

type Shown = { data: Dashboard | undefined; period: Period; days: Days | undefined }

const pounds = (label: string, to: string, weight: Compared | undefined): Figure => ({
  label,
  to,
  values: weight && [formatPounds(weight.now)],
  note: weight && <ChangeNote change={describeChange(weight, formatPounds)} />,
})

/** On a small screen, the pounds of both methods are one figure. */
function packageFigures({ data, period, days }: Shown, isWide: boolean): Figure[] {
  const received = data?.received[period]
  const [air, sea] = [data?.pounds.aereo[period], data?.pounds.maritimo[period]]
  const both = air && sea && { now: air.now + sea.now, before: air.before + sea.before }
  const list = (method?: 'aereo' | 'maritimo') => (days === undefined ? '/paquetes' : listReceived(days, method))
  return [
    {
      label: 'Recibidos',
      to: list(),
      values: received && [formatCount(received.now)],
      note: received && <ChangeNote change={describeChange(received, formatCount)} />,
    },
    ...(isWide
      ? [pounds('Libras aéreas', list('aereo'), air), pounds('Libras marítimas', list('maritimo'), sea)]
      : [pounds('Libras', list(), both)]),
    readyFigure(data),
    longFigure(data),
  ]
}

/** While there are any. */
function lateFigure(data: Dashboard | undefined): Figure[] {
  const count = data?.latePackages ?? 0
  if (count === 0) return []
  return [{ label: 'Paquetes atrasados', to: '/paquetes/atrasados', values: [formatCount(count)], tone: 'warning' }]
}

/** In a line of its own, so that the rows of cards stay complete. */
function prealertFigure(data: Dashboard | undefined): Figure[] {
  const count = data?.latePrealerts ?? 0
  if (count === 0) return []
  return [{ label: 'Prealertas que debieron llegar', to: '/prealertas?vista=late', values: [formatCount(count)] }]
}

/** Links to the place where the packages are invoiced. */
function unbilledFigure(data: Dashboard | undefined, mayInvoice: boolean): Figure[] {
  const count = data?.unbilled ?? 0
  if (count === 0) return []
  const to = mayInvoice ? '/facturar?tab=entregados' : listPackagesWith({ missing: 'invoice' })
  return [{ label: 'Entregados sin factura', to, values: [formatCount(count)], tone: 'warning' }]
}

function readyFigure(data: Dashboard | undefined): Figure {
  const { count = 0, unowned = 0, statusId = null } = data?.ready ?? {}
  return {
    label: 'Listos para retirar',
    to: listReady(statusId),
    values: data && [formatCount(count)],
    note: unowned > 0 ? `${formatCount(unowned)} sin dueño` : 'Ahora',
  }
}

function longFigure(data: Dashboard | undefined): Figure {
  const { long = 0, oldestDays = 0, statusId = null } = data?.ready ?? {}
  return {
    label: 'Más de 15 días',
    to: listReady(statusId, { from: 16 }),
    values: data && [formatCount(long)],
    note: long > 0 ? `El más viejo, ${oldestDays} días` : 'Ninguno',
    tone: long > 0 ? 'warning' : undefined,
  }
}

const periods = [
  { value: 'day', label: 'Hoy' },
  { value: 'week', label: 'Esta semana' },
] as const

/** On a small screen, money is shown as a list. */
export function Figures({ isWide }: { isWide: boolean }) {
  const [period, setPeriod] = useState<Period>('day')
  const may = useMay()
  const query = useQuery(read('GET /api/dashboard'))
  const data = query.data?.data
  // A figure already shown stays when reloading fails.
  const isFailed = query.isLoadingError
  const days = data && { from: period === 'day' ? data.today : data.weekStart, to: data.today }
  const packages = packageFigures({ data, period, days }, isWide)
  const money =
    data && days ? [...moneyFigures(data.money, period, days), ...messageFigure(data.messages, period, days)] : []
  const lines = [...lateFigure(data), ...prealertFigure(data), ...unbilledFigure(data, may('invoices.write'))]
  return (
    <section aria-label="Cifras" aria-busy={query.isPending}>
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label="Período"
          isLabelHidden={true}
          className="max-lg:w-full"
          choices={periods}
          radio={(value) => ({ name: 'period', checked: value === period, onChange: () => setPeriod(value) })}
        />
        {isFailed ? (
          <span role="alert" className="flex items-center gap-3 text-label text-muted">
            Error al cargar las cifras
            <Button
              size="sm"
              icon={<RefreshCw size={15} aria-hidden="true" />}
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Reintentar
            </Button>
          </span>
        ) : (
          data && <p className="text-label text-muted">{comparedWith(period, data.today)}</p>
        )}
      </div>
      {isWide ? (
        <>
          <Cards figures={[...packages, ...money]} isFailed={isFailed} />
          <Lines figures={lines} isFailed={isFailed} />
        </>
      ) : (
        <>
          <Cards figures={packages} isFailed={isFailed} />
          <Lines figures={[...money, ...lines]} isFailed={isFailed} />
        </>
      )}
    </section>
  )
}

type FiguresProps = { figures: readonly Figure[]; isFailed: boolean }

const Cards = ({ figures, isFailed }: FiguresProps) => (
  <ul className="grid grid-cols-2 gap-2.5 *:grid @min-[640px]/page:grid-cols-3 @min-[860px]/page:grid-cols-5 @min-[860px]/page:gap-3">
    {figures.map((figure) => (
      <li key={figure.label} className="min-w-0">
        <FigureCard figure={figure} isFailed={isFailed} />
      </li>
    ))}
  </ul>
)

const Lines = ({ figures, isFailed }: FiguresProps) =>
  figures.length > 0 && (
    <Surface className="mt-3 overflow-clip">
      <ul className="divide-y divide-line">
        {figures.map((figure) => (
          <li key={figure.label}>
            <FigureLine figure={figure} isFailed={isFailed} />
          </li>
        ))}
      </ul>
    </Surface>
  )

import type { Compared, Dashboard } from '@casillero/shared/contract/dashboard'
import { type Days, listPackagesWith, listReady, listReceived } from '@casillero/shared/domain/figure-lists'
import { ChangeNote, type Figure } from './figure-card.tsx'
import { describeChange, formatCount, formatPounds, type Period } from './figure-texts.ts'

type Shown = { data: Dashboard | undefined; period: Period; days: Days | undefined }

const pounds = (label: string, to: string, weight: Compared | undefined): Figure => ({
  label,
  to,
  values: weight && [formatPounds(weight.now)],
  note: weight && <ChangeNote change={describeChange(weight, formatPounds)} />,
})

/** On a small screen the pounds of both methods are one figure. */
export function packageFigures({ data, period, days }: Shown, isWide: boolean): Figure[] {
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

/** A line of its own, so that the rows of cards stay whole. */
export function prealertFigure(data: Dashboard | undefined): Figure[] {
  const count = data?.latePrealerts ?? 0
  if (count === 0) return []
  return [{ label: 'Prealertas que debieron llegar', to: '/prealertas?vista=late', values: [formatCount(count)] }]
}

/** Leads to where they are invoiced. */
export function unbilledFigure(data: Dashboard | undefined, mayInvoice: boolean): Figure[] {
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

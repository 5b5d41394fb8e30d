import type { Compared, Dashboard } from '@casillero/shared/contract/dashboard'
import { ChangeNote, type Figure } from './figure-card.tsx'
import { changeOf, formatCount, formatPounds, type Period } from './figure-texts.ts'

type Shown = { data: Dashboard | undefined; period: Period; between: string }

const pounds = (label: string, to: string, weight: Compared | undefined): Figure => ({
  label,
  to,
  values: weight && [formatPounds(weight.now)],
  note: weight && <ChangeNote change={changeOf(weight, formatPounds)} />,
})

/** What was received and what waits; on a small screen the pounds of both methods are one figure. */
export function packageFigures({ data, period, between }: Shown, isWide: boolean): Figure[] {
  const received = data?.received[period]
  const [air, sea] = [data?.pounds.aereo[period], data?.pounds.maritimo[period]]
  const both = air && sea && { now: air.now + sea.now, before: air.before + sea.before }
  const list = `/paquetes?${between}`
  return [
    {
      label: 'Recibidos',
      to: list,
      values: received && [formatCount(received.now)],
      note: received && <ChangeNote change={changeOf(received, formatCount)} />,
    },
    ...(isWide
      ? [
          pounds('Libras aéreas', `${list}&shippingMethod=aereo`, air),
          pounds('Libras marítimas', `${list}&shippingMethod=maritimo`, sea),
        ]
      : [pounds('Libras', list, both)]),
    {
      label: 'Listos para retirar',
      to: '/por-retirar',
      values: data && [formatCount(data.ready.count)],
      note: unownedText(data?.ready.unowned ?? 0),
    },
    longFigure(data),
  ]
}

/** What is ready and cannot be handed over, because it is not known to whom. */
const unownedText = (count: number): string => (count === 0 ? 'Ahora' : `${formatCount(count)} sin dueño`)

function longFigure(data: Dashboard | undefined): Figure {
  const { long = 0, oldestDays = 0 } = data?.ready ?? {}
  return {
    label: 'Más de 15 días',
    to: '/por-retirar',
    values: data && [formatCount(long)],
    note: long > 0 ? `El más viejo, ${oldestDays} días` : 'Ninguno',
    tone: long > 0 ? 'warning' : undefined,
  }
}

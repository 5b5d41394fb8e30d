import { createElement as h } from 'react'
import { countDays, describeDay, nameDays } from '../../platform/pages/day-words.ts'
import type { OwnPackage } from '../own-account/read-packages.ts'

const tones = ['grey', 'blue', 'yellow', 'purple'] as const

const around = 2 * Math.PI * 1.75

/** Filled as far as the way is gone, which says the same without colour. */
const Pie = ({ share }: { share: number }) =>
  h(
    'svg',
    { viewBox: '0 0 12 12', 'aria-hidden': true },
    h('circle', { cx: 6, cy: 6, r: 5, strokeWidth: 1.4 }),
    h('circle', {
      cx: 6,
      cy: 6,
      r: 1.75,
      strokeWidth: 3.5,
      strokeDasharray: `${share * around} ${around}`,
      transform: 'rotate(-90 6 6)',
    }),
  )

type StatusProps = Pick<OwnPackage, 'statusName' | 'stage' | 'lastStage' | 'isReady' | 'isDelivered'>

/** Coloured as in the staff's lists. */
export function StatusBadge({ statusName, stage, lastStage, isReady, isDelivered }: StatusProps) {
  const tone = isReady || isDelivered ? 'green' : (tones[stage] ?? 'grey')
  const share = Math.min(1, stage / Math.max(lastStage, 1))
  return h('span', { className: `badge ${tone}` }, h(Pie, { share: isDelivered ? 1 : share }), statusName)
}

function describeExpected(expectedOn: string | null, today: string): string {
  if (expectedOn === null) return 'La esperamos'
  if (expectedOn < today) return `Debió llegar ${describeDay(expectedOn, today)}`
  const days = countDays(today, expectedOn)
  return `La esperamos ${days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${nameDays(days)}`}`
}

/** Of a purchase that has yet to arrive. */
export function ExpectedBadge({ expectedOn, today }: { expectedOn: string | null; today: string }) {
  const isLate = expectedOn !== null && expectedOn < today
  return h(
    'span',
    { className: `badge ${isLate ? 'yellow' : 'grey'}` },
    h(Pie, { share: 0 }),
    describeExpected(expectedOn, today),
  )
}

import { formatDateTime } from '@casillero/shared/domain/business-date'
import { describeOpening } from '@casillero/shared/domain/opening-time'
import { createElement as h } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import type { OwnPickup } from '../own-account/own-pickup.ts'

const Arrow = () => h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d: 'M3 11 22 2l-9 19-2-8z' }))

const formatTime = (instant: string): string => formatDateTime(instant).split(', ').at(-1) ?? ''

function describeAnnounced({ at, day }: NonNullable<OwnPickup['announced']>, today: string): string {
  const on = day === today ? '' : `${describeDay(day, today)} `
  return `Avisado ${on}a las ${formatTime(at)}`
}

/** docs/product/client-pages.md, "Voy en camino". */
export function PickupForm({ pickup, today }: { pickup: OwnPickup; today: string }) {
  const { hours, now, announced } = pickup
  const opening = hours ? describeOpening(hours, new Date(now)) : ''
  if (announced === null)
    return h(
      'form',
      { className: 'going', action: '/mi/voy', method: 'post' },
      h('button', { type: 'submit' }, h(Arrow), 'Voy en camino'),
      h('small', null, opening === '' ? 'Se los alistamos.' : `Se los alistamos. ${opening}.`),
    )
  const isEarly = new Date(announced.countsFrom) > new Date(now)
  return h(
    'form',
    { className: 'going', action: '/mi/ya-no-voy', method: 'post' },
    h('p', { className: 'note' }, describeAnnounced(announced, today)),
    opening === '' ? null : h('small', null, isEarly ? `${opening}; lo esperamos desde entonces.` : `${opening}.`),
    h('button', { type: 'submit', className: 'button quiet' }, 'Ya no voy'),
  )
}

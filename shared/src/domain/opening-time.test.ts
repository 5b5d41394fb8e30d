import { expect, test } from 'vitest'
import { proposedHours } from './opening-hours.ts'
import { describeOpening, planPickup } from './opening-time.ts'

/** An instant of Managua. 27 November 2026 is a Friday; the proposed hours are Monday to Saturday, 8:00 to 17:00. */
const at = (text: string) => new Date(`2026-${text}:00-06:00`)
const closedOn = (...closedDates: string[]) => ({ ...proposedHours, closedDates })

const plans: [string, Parameters<typeof planPickup>[0], string, string, string][] = [
  ['within a day', proposedHours, '11-27T10:30', '11-27T10:30', '11-27T14:30'],
  ['to the minute at which the shop closes', proposedHours, '11-27T13:00', '11-27T13:00', '11-27T17:00'],
  ['over a night', proposedHours, '11-27T16:15', '11-27T16:15', '11-28T11:15'],
  ['over a Sunday', proposedHours, '11-28T14:00', '11-28T14:00', '11-30T09:00'],
  ['over a closed date', closedOn('2026-11-28', '2026-11-30'), '11-27T16:00', '11-27T16:00', '12-01T11:00'],
  ['from the opening, before it', proposedHours, '11-27T05:00', '11-27T08:00', '11-27T12:00'],
  ['from the next opening, at the closing', proposedHours, '11-27T17:00', '11-28T08:00', '11-28T12:00'],
  ['late at night, when it is the next day in UTC', proposedHours, '11-27T23:30', '11-28T08:00', '11-28T12:00'],
  [
    'over short days',
    { days: [...Array(7)].map(() => ({ from: '09:00', to: '10:30' })), closedDates: [] },
    '11-27T09:30',
    '11-27T09:30',
    '11-29T10:30',
  ],
  ['without hours', null, '11-27T22:00', '11-27T22:00', '11-28T02:00'],
  [
    'where the shop never opens',
    { days: Array(7).fill(null), closedDates: [] },
    '11-27T22:00',
    '11-27T22:00',
    '11-28T02:00',
  ],
]

test.each(plans)(
  'a client who announces that they come is expected for four hours of opening, %s',
  (_, hours, announced, from, to) => {
    expect(planPickup(hours, at(announced))).toEqual({ countsFrom: at(from), expiresAt: at(to) })
  },
)

test.each([
  [proposedHours, '11-27T08:00', 'Hoy cerramos a las 17:00'],
  [proposedHours, '11-27T07:59', 'Abrimos hoy a las 8:00'],
  [proposedHours, '11-27T17:00', 'Abrimos mañana a las 8:00'],
  [proposedHours, '11-28T18:00', 'Abrimos el lunes a las 8:00'],
  [
    closedOn('2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'),
    '11-28T18:00',
    'Abrimos el 5 dic 2026 a las 8:00',
  ],
  [{ days: Array(7).fill(null), closedDates: [] }, '11-27T10:00', ''],
])('it is said when a shop closes or opens', (hours, now, text) => {
  expect(describeOpening(hours, at(now))).toBe(text)
})

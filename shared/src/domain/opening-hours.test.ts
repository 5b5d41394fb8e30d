import { expect, test } from 'vitest'
import { describeHours, proposedHours } from './opening-hours.ts'

const at = (from: string, to: string) => ({ from, to })

test('equal days that follow each other share a line, closed days have none, and near closed dates are named', () => {
  expect(describeHours(proposedHours, '2026-11-27')).toEqual(['Lunes a sábado 8:00 a 17:00'])
  const late = at('08:00', '18:00')
  const days = [late, late, at('10:00', '18:00'), null, late, at('08:00', '13:00'), null]
  const closedDates = ['2026-11-26', '2026-12-08', '2026-12-25']
  expect(describeHours({ days, closedDates }, '2026-11-27')).toEqual([
    'Lunes y martes 8:00 a 18:00',
    'Miércoles 10:00 a 18:00',
    'Viernes 8:00 a 18:00',
    'Sábado 8:00 a 13:00',
    'Cerrado el 8 dic 2026',
  ])
})

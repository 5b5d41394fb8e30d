import { reportEndpoints } from '@casillero/shared/contract/reports'
import { expect, test } from 'vitest'
import { buildPeriod, findPreset, findProblem, periodBefore, presets } from './report-period.ts'

const today = '2026-11-21'

test.each([
  ['day', '2026-11-21', '2026-11-21', '2026-11-14', '2026-11-14'],
  ['week', '2026-11-16', '2026-11-21', '2026-11-09', '2026-11-14'],
  ['month', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
  ['last', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['year', '2026-01-01', '2026-11-21', '2025-01-01', '2025-11-21'],
] as const)('the choice %s is %s to %s, and is compared with %s to %s', (id, from, to, beforeFrom, beforeTo) => {
  expect(buildPeriod(id, today)).toEqual({ from, to })
  expect(periodBefore({ from, to }, id)).toEqual({ from: beforeFrom, to: beforeTo })
  expect(findPreset({ from, to }, today)).toBe(id)
})

test('days of one’s own are compared with as many before them', () => {
  const own = { from: '2026-11-03', to: '2026-11-12' }
  expect(findPreset(own, today)).toBe('own')
  expect(periodBefore(own, 'own')).toEqual({ from: '2026-10-24', to: '2026-11-02' })
  expect(presets.at(-1)?.id).toBe('own')
})

test('a week begins on Monday, on a Sunday too', () => {
  expect(buildPeriod('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(buildPeriod('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
})

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-11-21', '2026-11-20'],
  ['2024-01-01', '2025-01-01'],
  ['2025-01-01', '2026-01-02'],
  ['2025-01-01', '2026-01-03'],
])('the days %s to %s are refused as the server refuses them', (from, to) => {
  const { error } = reportEndpoints.get.query.safeParse({ from, to })
  expect(findProblem({ from, to })).toBe(error?.issues[0]?.message)
})

test('days that are half typed are not refused yet', () => {
  expect(findProblem({ from: '2026-11-21', to: '20/11' })).toBeUndefined()
})

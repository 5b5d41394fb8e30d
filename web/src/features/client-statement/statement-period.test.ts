import { expect, test } from 'vitest'
import { buildPeriod } from './client-statement.tsx'

test.each([
  ['month', '2026-11-22', '2026-11-01', '2026-11-22'],
  ['last', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['last', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-05-31', '2026-02-28', '2026-05-31'],
  ['year', '2026-11-22', '2026-01-01', '2026-11-22'],
] as const)('the period %s of %s is from %s to %s', (id, today, from, to) => {
  expect(buildPeriod(id, today)).toEqual({ from, to })
})

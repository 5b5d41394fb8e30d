import { expect, test } from 'vitest'
import { isNewLoad, stablePounds, takeLoad } from './load.ts'
import type { ScaleReading, ScaleState } from './use-scale.ts'

const reading = (of: ScaleReading, emptied: number): ScaleState => ({ phase: 'reading', reading: of, emptied })
const showing = (pounds: number, emptied: number) => reading({ state: 'stable', pounds }, emptied)

test('a load whose weight was taken is offered again after the scale was empty, or for more than 0.1 lb more or less', () => {
  expect(isNewLoad(showing(4.2, 0))).toBe(true)
  expect(takeLoad(showing(4.2, 0))).toBe(4.2)
  expect(isNewLoad(showing(4.2, 0))).toBe(false)
  expect(isNewLoad(showing(4.28, 0))).toBe(false)
  expect(isNewLoad(showing(4.12, 0))).toBe(false)
  expect(isNewLoad(showing(4.32, 0))).toBe(true)
  expect(isNewLoad(showing(4.08, 0))).toBe(true)
  expect(isNewLoad(showing(4.2, 1))).toBe(true)
  expect(takeLoad(showing(4.2, 1))).toBe(4.2)
  expect(isNewLoad(showing(4.2, 1))).toBe(false)
})

test('a load that moves and a scale that says nothing have no weight to take, and leave what was taken last', () => {
  expect(takeLoad(showing(7, 2))).toBe(7)
  for (const nothing of [reading({ state: 'moving' }, 2), { phase: 'silent' } as const]) {
    expect(stablePounds(nothing)).toBeUndefined()
    expect(isNewLoad(nothing)).toBe(false)
    expect(takeLoad(nothing)).toBeUndefined()
  }
  expect(isNewLoad(showing(7, 2))).toBe(false)
})

import { expect, test } from 'vitest'
import { ageSteps, findAgeStep } from './debt-age.ts'

test('each day is in the step whose ends include it, and the steps leave no day out', () => {
  const days = [0, 3, 4, 7, 8, 15, 16, 30, 31, 400]
  expect(days.map(findAgeStep)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  for (const [place, { from, to }] of ageSteps.entries()) {
    expect(findAgeStep(from)).toBe(place)
    if (to !== null) expect([findAgeStep(to), findAgeStep(to + 1)]).toEqual([place, place + 1])
  }
})

test('a day to come is in the first step', () => {
  expect(findAgeStep(-1)).toBe(0)
})

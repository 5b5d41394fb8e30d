import { expect, test } from 'vitest'
import { ageSteps } from './debt-age.ts'

test('the steps of age begin with today and leave no day out', () => {
  expect(ageSteps[0].from).toBe(0)
  for (const [place, { to }] of ageSteps.entries())
    expect(ageSteps[place + 1]?.from ?? null).toBe(to === null ? null : to + 1)
})

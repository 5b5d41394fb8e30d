import { expect, test } from 'vitest'
import { totalWeight } from './total-weight.ts'

test.each([
  [[4.5, 12.25, 2.1], 18.85],
  [[0.1, 0.2], 0.3],
  [['3.33', null], 3.33],
  [[], 0],
])('%j weigh %d lb together', (weights, pounds) => expect(totalWeight(weights)).toBe(pounds))

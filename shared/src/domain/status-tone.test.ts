import { expect, test } from 'vitest'
import { statusTone } from './status-tone.ts'

test.each([
  [null, 'grey'],
  [{ isFinalStatus: false, orderPosition: 1 }, 'blue'],
  [{ isFinalStatus: false, orderPosition: 2 }, 'yellow'],
  [{ isFinalStatus: false, orderPosition: 3 }, 'purple'],
  [{ isFinalStatus: false, orderPosition: 4 }, 'grey'],
  [{ isFinalStatus: false, orderPosition: 0 }, 'grey'],
  [{ isFinalStatus: true, orderPosition: 5 }, 'green'],
  [{ isFinalStatus: true, orderPosition: 1 }, 'green'],
])('the badge of %j is %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone)
})

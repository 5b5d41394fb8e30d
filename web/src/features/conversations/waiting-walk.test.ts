import { expect, test } from 'vitest'
import { findWaiting } from './waiting-walk.ts'

const row = (id: string, minute: number, isWaiting = true) => ({
  id,
  isWaiting,
  lastIncomingAt: `2026-11-20T15:0${minute}:00Z`,
})
const rows = [row('d', 4), row('c', 3), row('b', 2, false), row('a', 1)]

test.each([
  [undefined, 'd', 'a'],
  [row('d', 4), 'c', 'a'],
  [row('c', 3), 'a', 'd'],
  [row('a', 1), 'd', 'c'],
  // Answered meanwhile, so that it has left the list.
  [row('b', 2, false), 'a', 'c'],
  // The time of the second has no fraction, which as text would come after one.
  [{ id: 'x', lastIncomingAt: '2026-11-20T15:03:00.5Z' }, 'c', 'd'],
])('after and before %j in the list the waiting ones are %s and %s', (open, next, last) => {
  expect([findWaiting(rows, open, 1)?.id, findWaiting(rows, open, -1)?.id]).toEqual([next, last])
})

test('without another that waits there is no next one', () => {
  expect(findWaiting([row('a', 1), row('b', 2, false)], row('a', 1), 1)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('never more than four calls are in flight, and every item has its turn', async () => {
  let running = 0
  let most = 0
  const turns = await inTurns([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    await Promise.resolve()
    running -= 1
    return item * 10
  })
  expect(most).toBe(4)
  expect(turns.map(({ outcome }) => (outcome.status === 'fulfilled' ? outcome.value : undefined))).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90,
  ])
})

test('a failure is told with its item and stops nobody', async () => {
  const turns = await inTurns(['a', 'b', 'c'], 2, (item) =>
    item === 'b' ? Promise.reject(new Error('no')) : Promise.resolve(item),
  )
  expect(turns.map(({ item, outcome }) => [item, outcome.status])).toEqual([
    ['a', 'fulfilled'],
    ['b', 'rejected'],
    ['c', 'fulfilled'],
  ])
})

test('nothing to do is done at once', async () => expect(await inTurns([], 4, () => Promise.resolve())).toEqual([]))

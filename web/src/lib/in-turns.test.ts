import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('inTurns keeps at most four calls in flight and gives every item its turn', async () => {
  let running = 0
  let maxRunning = 0
  const turns = await inTurns([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, async (item) => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await Promise.resolve()
    await Promise.resolve()
    running -= 1
    return item * 10
  })
  expect(maxRunning).toBe(4)
  expect(turns.map(({ outcome }) => (outcome.status === 'fulfilled' ? outcome.value : undefined))).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90,
  ])
})

test('a failure is returned with its item and stops no other item', async () => {
  const turns = await inTurns(['a', 'b', 'c'], 2, (item) =>
    item === 'b' ? Promise.reject(new Error('no')) : Promise.resolve(item),
  )
  expect(turns.map(({ item, outcome }) => [item, outcome.status])).toEqual([
    ['a', 'fulfilled'],
    ['b', 'rejected'],
    ['c', 'fulfilled'],
  ])
})

test('inTurns of no items returns at once', async () =>
  expect(await inTurns([], 4, () => Promise.resolve())).toEqual([]))

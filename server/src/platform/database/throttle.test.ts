import { afterEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds of a rest after work that took so many. */
async function restAfter(workMs: number, rest: { times: number; mostMs: number }): Promise<number> {
  vi.useFakeTimers()
  const from = performance.now()
  await vi.advanceTimersByTimeAsync(workMs)
  let rested = -1
  const resting = throttle(from, rest).then(() => {
    rested = performance.now() - from - workMs
  })
  await vi.runAllTimersAsync()
  await resting
  return rested
}

test('a rest is in proportion to the work before it', async () => {
  expect(await restAfter(20, { times: 2, mostMs: 1_000 })).toBe(40)
  expect(await restAfter(60, { times: 2, mostMs: 1_000 })).toBe(120)
})

test('a rest ends after its longest time, however long the work took', async () => {
  expect(await restAfter(600, { times: 2, mostMs: 100 })).toBe(100)
})

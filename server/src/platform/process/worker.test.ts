import { expect, test } from 'vitest'
import { startWorker } from './worker.ts'

test('a job runs again at once while there is more to do, and a failure is reported and does not end the job', async () => {
  const errors: unknown[] = []
  let runs = 0
  const done = Promise.withResolvers<void>()
  const worker = startWorker(
    [
      {
        name: 'count',
        everyMs: 1,
        async run() {
          runs += 1
          if (runs === 2) throw new Error('once')
          if (runs === 5) done.resolve()
          return runs < 2
        },
      },
    ],
    (job, error) => errors.push([job, String(error)]),
  )
  await done.promise
  await worker.stop()
  expect(errors).toEqual([['count', 'Error: once']])
  expect(runs).toBeGreaterThanOrEqual(5)
})

test('stopping waits for the running jobs', async () => {
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let isFinished = false
  const worker = startWorker(
    [
      {
        name: 'slow',
        everyMs: 1,
        async run() {
          started.resolve()
          await gate.promise
          isFinished = true
          return false
        },
      },
    ],
    () => undefined,
  )
  await started.promise
  const stopped = worker.stop()
  gate.resolve()
  await stopped
  expect(isFinished).toBe(true)
})

test('stopping does not wait for the next time of a job', async () => {
  const ran = Promise.withResolvers<void>()
  const run = async () => {
    ran.resolve()
    return false
  }
  const worker = startWorker([{ name: 'rare', everyMs: 3_600_000, run }], () => undefined)
  await ran.promise
  await worker.stop()
})

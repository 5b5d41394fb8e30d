import { expect, test } from 'vitest'
import { createProgramShare } from './program-share.ts'

let now = 0
const clock = () => now
const program = { token: 'one', company: 'trebol' }
const uncounted = async () => 0
const nothing = async () => 'done'

/** Makes calls one after the other, and counts those that were let through. */
async function count(share: ReturnType<typeof createProgramShare>, calls: number, from = program): Promise<number> {
  let done = 0
  for (let index = 0; index < calls; index += 1)
    done += await share
      .run(from, nothing)
      .then(() => 1)
      .catch(() => 0)
  return done
}

test('a token makes its calls at once after a rest, then so many a second, and a refused call says when to come again', async () => {
  now = 0
  const share = createProgramShare(uncounted, { burst: 5, perSecond: 2 }, clock)
  expect(await count(share, 9)).toBe(5)
  await expect(share.run(program, nothing)).rejects.toMatchObject({
    code: 'too_many_calls',
    refusal: { retryAfterSeconds: 1 },
  })
  now = 1_000
  expect(await count(share, 9)).toBe(2)
  now = 3_600_000
  expect(await count(share, 9)).toBe(5)
})

test('a token that has used up its calls costs another token of the company none of its own', async () => {
  now = 0
  const share = createProgramShare(uncounted, { burst: 3, perSecond: 1 }, clock)
  expect(await count(share, 5)).toBe(3)
  expect(await count(share, 5, { ...program, token: 'two' })).toBe(3)
})

test('the programs of a company are served a few at a time, and those of another company beside them', async () => {
  now = 0
  const share = createProgramShare(uncounted, { maxConcurrent: 2 }, clock)
  let running = 0
  let most = 0
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate
    running -= 1
  }
  const calls = Array.from({ length: 6 }, () => share.run(program, work))
  await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(2)
  expect(await share.run({ token: 'other', company: 'demo' }, nothing)).toBe('done')
  go()
  await Promise.all(calls)
  expect(most).toBe(2)
})

test('made-up tokens without number leave the memory as it is', async () => {
  now = 0
  const share = createProgramShare(uncounted, { burst: 1, perSecond: 0.001 }, clock)
  for (let index = 0; index < 10_050; index += 1) await share.run({ ...program, token: `made up ${index}` }, nothing)
  // The first one was forgotten, with all that were in use then.
  expect(await share.run({ ...program, token: 'made up 0' }, nothing)).toBe('done')
})

test('a call that all servers together have no room for is refused with the seconds that they name, and does no work', async () => {
  now = 0
  const share = createProgramShare(async () => 7, {}, clock)
  let done = 0
  const call = share.run(program, async () => {
    done += 1
  })
  await expect(call).rejects.toMatchObject({ code: 'too_many_calls', refusal: { retryAfterSeconds: 7 } })
  expect(done).toBe(0)
})

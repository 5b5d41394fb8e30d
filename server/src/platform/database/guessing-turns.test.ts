import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createFairTurns, type Party } from './fair-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const workMs = 100
const refusal = () => new AppError('too_many_tries', { retryAfterSeconds: 1 })

/** Turns on a clock that the test moves: each piece of work takes a tenth of a second, and one that guesses ends with a refusal. */
function openTurns({ maxQueued = 100, rest = { times: 0, mostMs: 0 } } = {}) {
  const turns = createFairTurns({ maxConcurrent: 1, maxQueued, maxWaitMs: 6_000, rest, isGuessing: true, refusal }).run
  const started: string[] = []
  const refused: string[] = []
  function ask(name: string, caller: Partial<Party> = {}, isRight = false): Promise<boolean> {
    const work = async () => {
      started.push(name)
      await new Promise((resolve) => setTimeout(resolve, workMs))
      if (!isRight) throw new Error('wrong')
    }
    return turns({ company: 'one', rank: 'newcomer', origin: name.charAt(0), ...caller }, work).then(
      () => true,
      (error: Error) => {
        if ('code' in error) refused.push(`${name} ${error.code}`)
        return false
      },
    )
  }
  const pass = (count: number) => vi.advanceTimersByTimeAsync(count * workMs)
  return { turns, started, refused, ask, pass }
}

test('networks of newcomers take turns, and one that did not fail yet goes before those that did', async () => {
  const { started, ask, pass } = openTurns()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(name)
  await pass(3)
  void ask('c1')
  await pass(4)
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3'])
})

test('a success leaves the place of its network as it was', async () => {
  const { started, ask, pass } = openTurns()
  for (const name of ['a1', 'b1']) void ask(name, {}, name === 'b1')
  await pass(3)
  for (const name of ['x', 'a2', 'a3', 'c1', 'c2', 'b2', 'b3']) void ask(name, {}, name.startsWith('b'))
  await pass(8)
  // The second of b comes before all that failed because its success does not count.
  expect(started).toEqual(['a1', 'b1', 'x', 'c1', 'b2', 'b3', 'a2', 'c2', 'a3'])
})

test('known callers and newcomers alternate, and so do the companies of known callers', async () => {
  const { started, ask, pass } = openTurns()
  for (const name of ['a1', 'b1', 'c1', 'd1']) void ask(name)
  const known = { rank: 'staff' } as const
  for (const name of ['k1', 'k2', 'k3']) void ask(name, { ...known, origin: name })
  void ask('m1', { ...known, company: 'two' })
  await pass(8)
  expect(started).toEqual(['a1', 'k1', 'b1', 'm1', 'c1', 'k2', 'd1', 'k3'])
})

test('a crowd that guesses at one company costs a newcomer at another one a turn, and one that guesses everywhere no more', async () => {
  const { started, ask, pass } = openTurns()
  for (let at = 0; at < 50; at += 1) void ask(`a${at}`, { origin: `network ${at}` })
  await pass(1)
  void ask('other', { company: 'two' }, true)
  await pass(3)
  expect(started.slice(0, 4)).toContain('other')
  await pass(60)
  for (let at = 0; at < 50; at += 1) void ask(`b${at}`, { company: `company ${at}`, origin: `network ${at}` })
  void ask('z', { company: 'company 49' }, true)
  const before = started.length
  await pass(3)
  expect(started.slice(before - 1)).toContain('z')
})

test('a full line makes room for who has fewer waiting, and for one that did not fail among those that did', async () => {
  const { refused, ask, pass } = openTurns({ maxQueued: 4 })
  for (const name of ['x', 'a1', 'a2', 'a3', 'a4']) void ask(name)
  void ask('b1')
  await pass(0)
  expect(refused).toEqual(['a4 too_many_tries'])
  void ask('a5')
  await pass(0)
  expect(refused).toEqual(['a4 too_many_tries', 'a5 too_many_tries'])
  void ask('k1', { rank: 'staff' })
  void ask('o1', { company: 'two' })
  await pass(0)
  expect(refused).toEqual(['a4 too_many_tries', 'a5 too_many_tries', 'a3 too_many_tries'])
  const full = openTurns({ maxQueued: 2 })
  for (const name of ['a1', 'b1']) void full.ask(name)
  await full.pass(3)
  for (const name of ['x', 'a2', 'b2', 'c1']) void full.ask(name)
  await full.pass(0)
  expect(full.refused).toEqual(['b2 too_many_tries'])
  await full.pass(4)
  expect(full.started).toEqual(['a1', 'b1', 'x', 'c1', 'a2'])
})

test('work that waits for six seconds is refused with a time to retry, and work after it goes on', async () => {
  const { turns, started, ask, pass } = openTurns()
  void turns({ company: 'one', rank: 'newcomer', origin: 'slow' }, () => new Promise(() => {}))
  const waiting = turns({ company: 'one', rank: 'newcomer', origin: 'a' }, async () => true).catch((error) => error)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await waiting).toMatchObject({ code: 'too_many_tries', refusal: { retryAfterSeconds: 1 } })
  void ask('b')
  await pass(1)
  expect(started).toEqual([])
})

test('work that waits begins when the work before has rested for half of its own time, and at once when none waits', async () => {
  const { started, ask, pass } = openTurns({ rest: { times: 0.5, mostMs: 100 } })
  void ask('a')
  void ask('b')
  await pass(1.4)
  expect(started).toEqual(['a'])
  await pass(0.1)
  expect(started).toEqual(['a', 'b'])
  await pass(1)
  void ask('c')
  await pass(0)
  expect(started).toEqual(['a', 'b', 'c'])
})

test('two minutes of guesses from 200 addresses in 100 networks at one company leave others their sign-ins', async () => {
  const { ask } = openTurns({ maxQueued: 400, rest: { times: 0.5, mostMs: 100 } })
  const outcomes = { known: [0, 0], other: [0, 0], fresh: [0, 0] }
  const underWay = new Map<number, number>()
  const guess = async (address: number) => {
    const busy = underWay.get(address) ?? 0
    if (busy >= 4) return
    underWay.set(address, busy + 1)
    await ask(`guess ${address}`, { origin: `network ${address >> 1}` })
    underWay.set(address, (underWay.get(address) ?? 1) - 1)
  }
  const signIn = async (kind: keyof typeof outcomes, caller: Partial<Party>) => {
    outcomes[kind][1] = (outcomes[kind][1] ?? 0) + 1
    if (await ask(kind, caller, true)) outcomes[kind][0] = (outcomes[kind][0] ?? 0) + 1
  }
  for (let second = 0; second < 120; second += 1) {
    for (let address = 0; address < 200; address += 1) void guess(address)
    void signIn('known', { rank: 'staff', origin: `device ${second % 10}` })
    void signIn('other', { company: `other ${second % 5}`, origin: `street ${second}` })
    if (second % 3 === 0) void signIn('fresh', { origin: `new ${second}` })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  // Those of the first seconds meet networks that did not fail yet either.
  expect(outcomes).toMatchObject({ known: [120, 120], other: [120, 120] })
  expect(outcomes.fresh[0]).toBeGreaterThan(30)
})

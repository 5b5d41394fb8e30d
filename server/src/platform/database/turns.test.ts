import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createFairTurns, type Party, type TurnLimits } from './fair-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that ends when a test says so. */
function openWork() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return { started, work, end: (name: string) => ends.get(name)?.() }
}

const limits = { maxOfCompany: 2, maxQueuedOfCompany: 2, maxWaitMs: 1_000 }
const staff = (company: string, origin = company): Party => ({ company, rank: 'staff', origin })
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a company has its share at once, and its later callers wait in order while other companies go on', async () => {
  const { run } = createFairTurns(limits)
  const { started, work, end } = openWork()
  const done = ['a1', 'a2', 'a3', 'a4'].map((name) => run(staff('a'), work(name)))
  const other = run(staff('b'), work('b1'))
  await settle()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  end('a2')
  await settle()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  end('a1')
  end('a3')
  await settle()
  end('a4')
  end('b1')
  expect(await Promise.all([...done, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('a caller is refused with a time to retry when the queue is full, and when it waited too long', async () => {
  const { run } = createFairTurns(limits)
  const { started, work, end } = openWork()
  const [first, second] = ['1', '2'].map((name) => run(staff('a'), work(name)))
  const late = ['3', '4'].map((name) => run(staff('a'), work(name)).catch((error: unknown) => error))
  const again = { code: 'unavailable', refusal: { retryAfterSeconds: 2 } }
  await expect(run(staff('a'), work('5'))).rejects.toMatchObject(again)
  await vi.advanceTimersByTimeAsync(999)
  end('1')
  await first
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['1', '2', '3'])
  expect(await late[1]).toMatchObject(again)
  end('2')
  end('3')
  expect(await Promise.all([second, late[0]])).toEqual(['2', '3'])
})

test('work that fails passes its turn on, and a company whose work is done leaves no entry', async () => {
  const { run } = createFairTurns({ ...limits, maxOfCompany: 1 })
  const { work, end } = openWork()
  const failing = run(staff('a'), () => Promise.reject(new Error('broken')))
  const next = run(staff('a'), work('next'))
  await expect(failing).rejects.toThrow('broken')
  await settle()
  end('next')
  expect(await next).toBe('next')
  const after = run(staff('a'), work('after'))
  end('after')
  expect(await after).toBe('after')
})

test('each company may have an equal part when all together are too many, and ended work makes room', async () => {
  const share = createFairTurns({ ...limits, maxOfCompany: 10, maxTotal: 6 })
  const { run } = share
  const admits = (company: string | null) => share.admits(() => company)
  const { started, work, end } = openWork()
  const noisy = ['n1', 'n2', 'n3', 'n4', 'n5'].map((name) => run(staff('noisy'), work(name)))
  const quiet = ['q1', 'q2'].map((name) => run(staff('quiet'), work(name)))
  expect(admits('noisy')).toBe(false)
  await expect(run(staff('noisy'), work('n6'))).rejects.toMatchObject({ code: 'unavailable' })
  expect([admits('quiet'), admits('new'), admits(null)]).toEqual([true, true, true])
  quiet.push(run(staff('quiet'), work('q3')))
  expect(admits('quiet')).toBe(false)
  for (const name of started) end(name)
  await Promise.all([...noisy, ...quiet])
  expect(admits('noisy')).toBe(true)
})

test('a caller that gave up waiting is not counted any longer', async () => {
  const share = createFairTurns({ ...limits, maxOfCompany: 1, maxTotal: 2 })
  const { run } = share
  const admits = (company: string | null) => share.admits(() => company)
  const { work, end } = openWork()
  const first = run(staff('a'), work('first'))
  const late = run(staff('a'), work('late')).catch((error: unknown) => error)
  expect(admits('a')).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toMatchObject({ code: 'unavailable' })
  expect(admits('a')).toBe(true)
  end('first')
  await first
})

/** One place, what was begun in it and what was refused; names are `<company><rank><person><number>`. */
function openPlace(more: Partial<TurnLimits> = {}) {
  const { run } = createFairTurns({ maxConcurrent: 1, maxWaitMs: 1_000, ...more })
  const { started, work, end } = openWork()
  const refused: string[] = []
  const ranks = { s: 'staff', c: 'client', n: 'newcomer' } as const
  const ask = (...names: string[]) => {
    for (const name of names) {
      const [company = '', rank = '', person = ''] = name
      const party: Party = { company, rank: rank === 's' || rank === 'c' ? ranks[rank] : 'newcomer', origin: person }
      run(party, work(name)).catch(() => refused.push(name))
    }
  }
  const pass = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      await settle()
      end(started.at(-1) ?? '')
    }
    await settle()
  }
  return { started, refused, ask, pass, end }
}

test('turns go round the companies, in each to staff before clients, and round the people of each', async () => {
  const { started, ask, pass } = openPlace()
  ask('Acx0', 'Acx1', 'Acx2', 'Acy1', 'Asp1', 'Asp2', 'Asq1', 'Bcz1', 'Bsr1')
  await pass(9)
  expect(started).toEqual(['Acx0', 'Bsr1', 'Asp1', 'Bcz1', 'Asq1', 'Asp2', 'Acy1', 'Acx1', 'Acx2'])
})

test('known callers and newcomers alternate, and newcomers go round their networks whatever company they name', async () => {
  const { started, ask, pass } = openPlace()
  ask('Anx0', 'Acp1', 'Acp2', 'Acp3', 'Anx1', 'Bnx2', 'Cnx3', 'Any1')
  await pass(8)
  expect(started).toEqual(['Anx0', 'Acp1', 'Bnx2', 'Acp2', 'Any1', 'Acp3', 'Cnx3', 'Anx1'])
})

test('a company and a person have no more places than they may have, and newcomers find the others', async () => {
  const { started, refused, ask, pass, end } = openPlace({ maxConcurrent: 4, maxOfCompany: 2, maxOfOrigin: 1 })
  ask('Acp1', 'Acp2', 'Acq1', 'Acr1', 'Bnx1', 'Bnx2', 'Bnx3')
  await settle()
  expect(started).toEqual(['Acp1', 'Acq1', 'Bnx1', 'Bnx2'])
  end('Bnx1')
  await pass(0)
  end('Acp1')
  await pass(0)
  expect(started.slice(4)).toEqual(['Bnx3', 'Acr1'])
  expect(refused).toEqual([])
})

test('a full queue refuses the last of who has most waiting, clients before staff, and one person has no more than their own', async () => {
  const { refused, ask } = openPlace({ maxQueuedOfCompany: 3, maxQueuedOfOrigin: 2 })
  ask('Bsz0', 'Acx1', 'Acx2', 'Acx3', 'Acy1', 'Acz1', 'Asp1', 'Asp2', 'Asp3', 'Bcw1')
  await settle()
  expect(refused.toSorted()).toEqual(['Acx1', 'Acx2', 'Acx3', 'Acy1', 'Asp3'])
})

test('a company of which more waits rests for twice the time of its work, and another one begins at once', async () => {
  const { started, ask, end } = openPlace({
    maxConcurrent: 2,
    maxOfCompany: 1,
    restOfCompany: { times: 2, mostMs: 50 },
  })
  ask('Asp1', 'Asp2')
  await vi.advanceTimersByTimeAsync(20)
  end('Asp1')
  await vi.advanceTimersByTimeAsync(39)
  ask('Bsq1')
  await settle()
  expect(started).toEqual(['Asp1', 'Bsq1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['Asp1', 'Bsq1', 'Asp2'])
})

test('clients of all companies leave staff the places that are not theirs', async () => {
  const { started, ask } = openPlace({ maxConcurrent: 2, maxOfClients: 1 })
  ask('Acp1', 'Bcq1', 'Csr1')
  await settle()
  expect(started).toEqual(['Acp1', 'Csr1'])
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

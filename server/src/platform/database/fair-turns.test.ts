import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

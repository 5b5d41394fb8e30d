import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairShare } from './fair-share.ts'

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

const limits = { maxConcurrent: 2, maxQueued: 2, maxWaitMs: 1_000 }
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a company has its share at once, and its later callers wait in order while other companies go on', async () => {
  const { runInTurn } = createFairShare(limits)
  const { started, work, end } = openWork()
  const done = ['a1', 'a2', 'a3', 'a4'].map((name) => runInTurn('a', work(name)))
  const other = runInTurn('b', work('b1'))
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
  const { runInTurn } = createFairShare(limits)
  const { started, work, end } = openWork()
  const [first, second] = ['1', '2'].map((name) => runInTurn('a', work(name)))
  const late = ['3', '4'].map((name) => runInTurn('a', work(name)).catch((error: unknown) => error))
  const again = { code: 'unavailable', refusal: { retryAfterSeconds: 2 } }
  await expect(runInTurn('a', work('5'))).rejects.toMatchObject(again)
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
  const { runInTurn } = createFairShare({ ...limits, maxConcurrent: 1 })
  const { work, end } = openWork()
  const failing = runInTurn('a', () => Promise.reject(new Error('broken')))
  const next = runInTurn('a', work('next'))
  await expect(failing).rejects.toThrow('broken')
  await settle()
  end('next')
  expect(await next).toBe('next')
  const after = runInTurn('a', work('after'))
  end('after')
  expect(await after).toBe('after')
})

test('each company may have an equal part when all together are too many, and ended work makes room', async () => {
  const share = createFairShare({ ...limits, maxConcurrent: 10, maxTotal: 6 })
  const { runInTurn } = share
  const admits = (company: string | null) => share.admits(() => company)
  const { started, work, end } = openWork()
  const noisy = ['n1', 'n2', 'n3', 'n4', 'n5'].map((name) => runInTurn('noisy', work(name)))
  const quiet = ['q1', 'q2'].map((name) => runInTurn('quiet', work(name)))
  expect(admits('noisy')).toBe(false)
  await expect(runInTurn('noisy', work('n6'))).rejects.toMatchObject({ code: 'unavailable' })
  expect([admits('quiet'), admits('new'), admits(null)]).toEqual([true, true, true])
  quiet.push(runInTurn('quiet', work('q3')))
  expect(admits('quiet')).toBe(false)
  for (const name of started) end(name)
  await Promise.all([...noisy, ...quiet])
  expect(admits('noisy')).toBe(true)
})

test('a caller that gave up waiting is not counted any longer', async () => {
  const share = createFairShare({ ...limits, maxConcurrent: 1, maxTotal: 2 })
  const { runInTurn } = share
  const admits = (company: string | null) => share.admits(() => company)
  const { work, end } = openWork()
  const first = runInTurn('a', work('first'))
  const late = runInTurn('a', work('late')).catch((error: unknown) => error)
  expect(admits('a')).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toMatchObject({ code: 'unavailable' })
  expect(admits('a')).toBe(true)
  end('first')
  await first
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnonymousQueue, readNetwork, readOwnersNetwork } from './anonymous-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const again = { code: 'unavailable', refusal: { retryAfterSeconds: 2 } }

/** A line of one, work that ends when a test says so, and what became of each call. */
function openLine(maxQueued: number) {
  const line = createAnonymousQueue({ maxConcurrent: 1, maxQueued, maxWaitMs: 1_000 })
  const started: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, network = name.charAt(0)) => {
    const work = () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    line(network === 'k' ? 'known' : { network }, work).catch(() => refused.push(name))
  }
  async function end(count: number): Promise<void> {
    for (let ended = 0; ended < count; ended += 1) {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  return { line, started, refused, ask, end }
}

test('the network that was served least goes next, and a known name goes before all', async () => {
  const { started, ask, end } = openLine(10)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2', 'k1', 'k2']) ask(name)
  await end(4)
  ask('d1')
  await end(4)
  expect(started).toEqual(['a1', 'k1', 'k2', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3'])
})

test('a call that was served ten seconds ago counts no longer', async () => {
  const { started, ask, end } = openLine(10)
  for (const name of ['a1', 'a2', 'a3']) ask(name)
  await end(3)
  await vi.advanceTimersByTimeAsync(10_001)
  for (const name of ['c1', 'a4', 'b1']) ask(name)
  await end(2)
  expect(started).toEqual(['a1', 'a2', 'a3', 'c1', 'a4', 'b1'])
})

test('a full queue makes room for a network with fewer calls than another, and never for one with as many', async () => {
  const { started, refused, ask, end } = openLine(4)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'b4', 'k1']) ask(name)
  await vi.advanceTimersByTimeAsync(0)
  // Of a's four that waited three went for b, whose fourth found none who had more; the known one took the last of b's.
  expect(refused.toSorted()).toEqual(['a3', 'a4', 'a5', 'a6', 'b3', 'b4'])
  await end(4)
  expect(started).toEqual(['a1', 'k1', 'b1', 'a2', 'b2'])
})

test('failed work passes its turn on, and a caller that waits too long is refused with a time to retry', async () => {
  const { line, started, refused, ask, end } = openLine(4)
  await expect(line({ network: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  ask('a1')
  ask('b1')
  const late = line({ network: 'c' }, async () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refused).toEqual(['b1'])
  expect(await late).toMatchObject(again)
  await end(1)
  ask('d1')
  expect(started).toEqual(['a1', 'd1'])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s belongs to the network %s', (address, network) => {
  expect(readNetwork(address)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
])('the address %s belongs to an owner of %s', (address, network) => {
  expect(readOwnersNetwork(address)).toBe(network)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { Party } from '../database/fair-turns.ts'
import { type MemberEvents, openProcess, openWorker } from './pool-member.ts'
import { createThreadPool, TaskTooLong, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

const source = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (task) => {
    if (task.does === 'fails') parentPort.postMessage({ failure: new Error('no') })
    else if (task.does === 'breaks') throw new Error('broken')
    else if (task.does === 'never ends') while (true) {}
    else if (task.gate) {
      Atomics.wait(task.gate, 0, 0)
      parentPort.postMessage({ content: Buffer.from(task.does) })
    } else parentPort.postMessage({ content: Buffer.from(task.does) })
  })`
const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`)

const staff = (company: string): Party => ({ company, rank: 'staff', origin: company })
let pool: ThreadPool
const open = (options: Partial<ThreadPoolOptions> = {}) => {
  const member = { open: (events: MemberEvents) => openWorker(script, {}, events), size: 1 }
  pool = createThreadPool({ ...member, maxWaiting: 3, maxWaitMs: 60_000, maxMs: 10_000, ...options })
}
afterEach(() => pool.close())

/** A task that ends when it is let go. */
function heldTask() {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const letGo = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  return { task: { does: 'held', gate }, letGo }
}

const run = async (party: string, does: string) => Buffer.from(await pool.run(staff(party), { does })).toString()

test('a task is answered by a thread', async () => {
  open()
  expect(await run('a', 'letter')).toBe('letter')
})

test('companies take turns, so that the next of one waits for the first of another', async () => {
  open()
  const held = heldTask()
  const first = pool.run(staff('a'), held.task)
  const order: string[] = []
  const others = ['a1', 'a2', 'b1'].map(async (name) => order.push(await run(name.slice(0, 1), name)))
  held.letGo()
  await Promise.all([first, ...others])
  expect(order).toEqual(['b1', 'a1', 'a2'])
})

test('a task that computes for as long as it may is ended, also where it may wait for the machine for longer', async () => {
  open({ maxMs: 300, mostMs: 60_000 })
  await expect(run('a', 'never ends')).rejects.toBeInstanceOf(TaskTooLong)
  expect(await run('a', 'letter')).toBe('letter')
})

test('a party has as many threads as it may have, and another the next one', async () => {
  open({ size: 2, maxOfCompany: 1 })
  const held = heldTask()
  const first = pool.run(staff('a'), held.task)
  const order: string[] = []
  const second = run('a', 'a2').then((name) => order.push(name))
  order.push(await run('b', 'b1'))
  order.push(await run('c', 'c1'))
  held.letGo()
  await Promise.all([first, second])
  expect(order).toEqual(['b1', 'c1', 'a2'])
})

test('a task beyond the line of its party is refused at once, and the line of another is open', async () => {
  open({ maxWaiting: 1 })
  const held = heldTask()
  const first = pool.run(staff('a'), held.task)
  const waiting = run('a', 'a1')
  await expect(run('a', 'a2')).rejects.toMatchObject({ code: 'unavailable' })
  const other = run('b', 'b1')
  held.letGo()
  expect([await waiting, await other]).toEqual(['a1', 'b1'])
  await first
})

test('a task that fails is refused, and the thread goes on', async () => {
  open()
  await expect(run('a', 'fails')).rejects.toMatchObject({ code: 'internal' })
  expect(await run('a', 'letter')).toBe('letter')
})

test('a task that breaks its thread is refused, and another thread goes on with those that wait', async () => {
  open()
  const broken = run('a', 'breaks')
  const next = run('a', 'letter')
  await expect(broken).rejects.toMatchObject({ code: 'internal' })
  expect(await next).toBe('letter')
})

test('a task that takes too long is ended with its thread and refused', async () => {
  open({ maxMs: 50 })
  await expect(run('a', 'never ends')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a pool that closes refuses what waits, what runs and what comes', async () => {
  open()
  const tasks = [run('a', 'never ends'), run('a', 'letter')].map((task) => task.catch(({ code }) => code))
  await pool.close()
  expect(await Promise.all(tasks)).toEqual(['unavailable', 'unavailable'])
  await expect(run('a', 'letter')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a process that never ends is killed, and one that breaks takes its own task alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casillero-pool-'))
  const file = join(folder, 'member.mjs')
  writeFileSync(
    file,
    `process.on('message', ({ does }) => {
      if (does === 'never ends') while (true) {}
      if (does === 'breaks') process.kill(process.pid, 'SIGSEGV')
      else process.send({ content: Buffer.from(does) })
    })`,
  )
  open({ open: (events) => openProcess(pathToFileURL(file), 32, events), maxMs: 1_000, mostMs: 60_000 })
  await expect(run('a', 'never ends')).rejects.toBeInstanceOf(TaskTooLong)
  expect(await run('a', 'letter')).toBe('letter')
  const broken = run('a', 'breaks')
  const next = run('b', 'letter')
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' })
  expect(await next).toBe('letter')
  rmSync(folder, { recursive: true })
})

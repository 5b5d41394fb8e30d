import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { hashToken } from '../auth/session.ts'
import { toAppError } from '../errors.ts'
import { createAbsence, longestAbsenceMs } from './connections.ts'
import { createDatabase, type Database, type Db } from './database.ts'

const world = openWorld()
let company: Company
/** The way to PostgreSQL, which a test closes and opens. */
let way: Server
const sockets = new Set<Socket>()
let isClosed = false
let database: Database
beforeAll(async () => {
  company = await world.openCompany()
  const { hostname, port } = new URL(world.loginUrl)
  way = createServer((near) => {
    if (isClosed) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {}).on('close', () => to.destroy())
    }
    return undefined
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  // A server on TCP has no other kind of address.
  const address = way.address() as AddressInfo
  database = createDatabase({
    url: Object.assign(new URL(world.loginUrl), { port: String(address.port) }).href,
    poolSize: 2,
  })
})
afterAll(async () => {
  await database.close()
  way.close()
})

const setWay = (open: boolean) => {
  isClosed = !open
  if (open) return
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}

const callers = () => ({ tokenHash: hashToken(company.admin.token), subdomain: company.subdomain })
const rename = (db: Db, name: string) =>
  sql`update statuses set name = ${name} where name = 'En aduana' or name like 'Paso %'`.execute(db)
const names = async () =>
  (
    await database.readAsSession(
      callers(),
      () => {},
      (db) => db.selectFrom('statuses').select('name').execute(),
    )
  ).map(({ name }) => name)

test('a write whose connection is lost before its commit waits for PostgreSQL and runs again', async () => {
  let runs = 0
  await database.asSession(callers(), async (db) => {
    runs += 1
    await rename(db, `Paso ${runs}`)
    if (runs === 1) {
      setWay(false)
      setTimeout(() => setWay(true), 500)
    }
    await sql`select 1`.execute(db)
  })
  expect(runs).toBe(2)
  expect(await names()).toContain('Paso 2')
})

test('a read waits for PostgreSQL, and so does the call behind it in the turn of its company', async () => {
  setWay(false)
  setTimeout(() => setWay(true), 2_500)
  const reads = await Promise.all(Array.from({ length: 12 }, names))
  expect(reads.every((read) => read.includes('Paso 2'))).toBe(true)
})

test('a call that waits in vain is refused before a browser gives up, and a job at once', async () => {
  setWay(false)
  const begun = performance.now()
  const job = database.withoutCompany((db) => sql`select 1`.execute(db))
  expect(await job.then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  const read = await names().then(() => undefined, toAppError)
  expect(read).toMatchObject({ code: 'unavailable', refusal: { retryAfterSeconds: 2 } })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(longestAbsenceMs)
  setWay(true)
  expect(await names()).toContain('Paso 2')
})

test('a commit with a lost answer runs again under a key, and without one is "try again"', async () => {
  const cutAtCommit = async (patience: { isKeyed?: boolean }) => {
    let runs = 0
    const done = database.asSession(
      callers(),
      async (db) => {
        runs += 1
        await rename(db, `Paso ${runs + 10}`)
        // The commit is sent in this turn of the event loop; its answer finds no way back.
        if (runs === 1) process.nextTick(() => setImmediate(() => setWay(false)))
        setTimeout(() => setWay(true), 300)
      },
      patience,
    )
    const outcome = await done.then(
      () => 'done',
      (error: unknown) => toAppError(error).code,
    )
    return { outcome, runs }
  }
  expect(await cutAtCommit({ isKeyed: true })).toEqual({ outcome: 'done', runs: 2 })
  expect(await cutAtCommit({})).toEqual({ outcome: 'unavailable', runs: 1 })
})

test('one probe asks in the name of all that wait, and none does when no call waits', async () => {
  let probes = 0
  const absence = createAbsence(() => {
    probes += 1
    return probes < 3 ? Promise.reject(new Error('away')) : Promise.resolve()
  }, 1_000)
  const until = performance.now() + 60_000
  await Promise.all(Array.from({ length: 50 }, () => absence.waitForReturn(until)))
  expect(probes).toBe(3)
  expect(absence.isAway()).toBe(false)
  // A call that waited for its turn meanwhile goes on for as long as one of ordinary times, within the longest wait.
  expect(absence.extendTurn(3_000)).toBeGreaterThan(0)
  expect(absence.extendTurn(longestAbsenceMs)).toBe(0)
})

import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { toAppError } from '../errors.ts'
import { createDatabase, type Database } from './database.ts'

const world = openWorld()
/** One connection, so that what a transaction leaves behind would meet the next one. */
let single: Database
beforeAll(async () => {
  single = createDatabase({ url: world.loginUrl, poolSize: 1 })
})
afterAll(() => single.close())

async function openActor() {
  const { id: companyId, admin } = await world.openCompany()
  return { companyId, userId: admin.userId }
}

const contextOf = async (database: Database) => {
  const context = sql<{ company: string | null; user: string | null; role: string }>`
    select nullif(current_setting('app.company_id', true), '') as company,
      nullif(current_setting('app.user_id', true), '') as "user", current_user::text as role`
  return (await database.withoutCompany((db) => context.execute(db))).rows[0]
}

const rename = (name: string, next: string) =>
  sql`update statuses set name = ${next} where name = ${name} returning pg_backend_pid() as pid`

test('a transaction sees its own company and no other, and without a company nothing', async () => {
  const [mine, other] = [await openActor(), await openActor()]
  const visible = sql<{ id: string }>`select id from companies`
  expect((await single.asUser(mine, (db) => visible.execute(db))).rows).toEqual([{ id: mine.companyId }])
  expect((await single.asUser(other, (db) => visible.execute(db))).rows).toEqual([{ id: other.companyId }])
  expect((await single.withoutCompany((db) => visible.execute(db))).rows).toEqual([])
})

test('row-level security lets a bound that is told by the time of business into an index', async () => {
  const plan = await single.asUser(await openActor(), async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local enable_sort = off`.execute(db)
    const today = sql<{ plan: unknown }>`explain (format json) select from messages
      where created_at >= app_today()::timestamp at time zone 'America/Managua' order by created_at desc, id desc limit 1`
    return JSON.stringify((await today.execute(db)).rows)
  })
  expect(plan).toMatch(/"Index Cond":"[^"]*created_at >=/)
})

test('a transaction leaves neither company nor user behind, however it ends', async () => {
  const actor = await openActor()
  const nothing = { company: null, user: null, role: 'casillero_app' }
  await single.asUser(actor, (db) => sql`select 1`.execute(db))
  expect(await contextOf(single)).toEqual(nothing)
  await expect(single.asUser(actor, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await contextOf(single)).toEqual(nothing)
  await expect(single.asUser(actor, (db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
  expect(await contextOf(single)).toEqual(nothing)
})

test('a transaction for which no caller waits has no limit of time', async () => {
  const database = createDatabase({ url: world.ownerUrl, poolSize: 1, wholeAnswerMs: Number.POSITIVE_INFINITY })
  const limits = sql<{ limits: string[] }>`select array_agg(setting) as limits, pg_sleep(0.01) from pg_settings
      where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout', 'transaction_timeout')`
  const { rows } = await database.asUser(await openActor(), (db) => limits.execute(db))
  await database.close()
  expect(rows[0]?.limits).toEqual(['0', '0', '0', '0'])
})

test('a transaction keeps nothing of what it wrote when it fails', async () => {
  const actor = await openActor()
  const failing = single.asUser(actor, async (db) => {
    await rename('En aduana', 'Perdido').execute(db)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const names = await single.asUser(actor, (db) => db.selectFrom('statuses').select('name').execute())
  expect(names).toContainEqual({ name: 'En aduana' })
})

test('a transaction is not called a success when a failed statement in it was passed over', async () => {
  const actor = await openActor()
  const careless = single.asUser(actor, async (db) => {
    await rename('En aduana', 'Perdido').execute(db)
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('A failed statement was not let through')
})

test('a transaction refuses a statement that comes after it has ended', async () => {
  const actor = await openActor()
  const late = await single.asUser(actor, async (db) => () => sql`select 1`.execute(db))
  await expect(late()).rejects.toMatchObject({ code: 'internal' })
})

test('a transaction reads amounts as numbers, dates as they are, instants as ISO 8601 in UTC', async () => {
  const { rows } = await single.withoutCompany((db) =>
    sql`select 914.53::numeric(14, 2) as amount, 9007199254740991::bigint as count, date '2026-11-20' as day,
        timestamptz '2026-11-20 10:42:07.5-06' as at, timestamptz '2026-11-20 10:42:07-06' as whole,
        timestamptz '2026-11-20 10:42:07.123987-06' as fine, timestamptz '12026-11-20 10:42:07-06' as far`.execute(db),
  )
  expect(rows).toEqual([
    {
      amount: 914.53,
      count: 9007199254740991,
      day: '2026-11-20',
      at: '2026-11-20T16:42:07.500Z',
      whole: '2026-11-20T16:42:07.000Z',
      fine: '2026-11-20T16:42:07.123Z',
      far: '+012026-11-20T16:42:07.000Z',
    },
  ])
})

test('two transactions that wait for each other both succeed: the loser is run again', async () => {
  const actor = await openActor()
  let met = 0
  let bothHold: () => void = () => undefined
  const meeting = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  let runs = 0
  const take = (first: string, second: string) =>
    world.database.asUser(actor, async (db) => {
      runs += 1
      await rename(first, first).execute(db)
      if (++met === 2) bothHold()
      await meeting
      await rename(second, second).execute(db)
    })
  await Promise.all([take('En tránsito', 'En aduana'), take('En aduana', 'En tránsito')])
  expect(runs).toBeGreaterThanOrEqual(3)
})

test('two transactions that fight over a row for too long end in "try again"', async () => {
  const actor = await openActor()
  await world.database.asUser(actor, async (db) => {
    await rename('En aduana', 'En aduana').execute(db)
    const waiting = single.asUser(actor, (other) => rename('En aduana', 'Tarde').execute(other))
    const error = await waiting.then(() => undefined, toAppError)
    expect(error).toMatchObject({ code: 'unavailable', refusal: { retryAfterSeconds: 2 } })
  })
})

test('a crowd of callers waits for the pool in a bounded queue, and a caller beyond it is refused at once', async () => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const crowd = single.withoutCompany(async () => {
    const waiting = Array.from({ length: 210 }, () =>
      contextOf(single).then(
        () => 'answered',
        (error) => toAppError(error).code,
      ),
    )
    const late = waiting.slice(200)
    expect(new Set(await Promise.all(late))).toEqual(new Set(['unavailable']))
    letGo()
    return waiting
  })
  await held
  const answers = await Promise.all(await crowd)
  expect(answers.filter((answer) => answer === 'answered')).toHaveLength(200)
})

const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid`
const kill = (pid = 0) => world.owner.query('select pg_terminate_backend($1)', [pid])

test('a lost connection in the middle of a statement is "try again", and the next call works', async () => {
  const lost = single.withoutCompany(async (db) => {
    const { rows } = await pidOf.execute(db)
    await Promise.all([sql`select pg_sleep(4)`.execute(db), kill(rows[0]?.pid)])
  })
  expect(await lost.then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  expect(await contextOf(single)).toMatchObject({ role: 'casillero_app' })
})

test('a lost connection between two statements is "try again", and does not end the process', async () => {
  const lost = single.withoutCompany(async (db) => {
    const { rows } = await pidOf.execute(db)
    await kill(rows[0]?.pid)
    await world.owner.query('select 1')
    await sql`select 1`.execute(db)
  })
  expect(await lost.then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  expect(await contextOf(single)).toMatchObject({ role: 'casillero_app' })
})

test('a lost connection while idle is reported and replaced', async () => {
  const reported: Error[] = []
  let hear: () => void = () => undefined
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  const database = createDatabase({
    url: world.loginUrl,
    poolSize: 1,
    onLostConnection: (error) => {
      reported.push(error)
      hear()
    },
  })
  const { rows } = await database.withoutCompany((db) => pidOf.execute(db))
  await kill(rows[0]?.pid)
  await heard
  expect(reported).toHaveLength(1)
  expect(await contextOf(database)).toMatchObject({ role: 'casillero_app' })
  await database.close()
})

test('a lost connection whose end comes in the packet that says it is ready is "try again", and does not end the process', async () => {
  const { hostname, port } = new URL(world.loginUrl)
  const killed = 'SFATAL\0C57P02\0Mterminating connection due to unexpected postmaster exit\0\0'
  const end = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(killed)])
  end.writeInt32BE(end.length - 1, 1)
  let count = 0
  const line = createServer((near) => {
    count += 1
    const isFirst = count === 1
    const far = connect(Number(port), hostname)
    near.pipe(far)
    far.on('data', (packet) => {
      const isReady = isFirst && packet.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'))
      near.write(isReady ? Buffer.concat([packet, end]) : packet)
      if (isReady) far.destroy()
    })
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const url = new URL(world.loginUrl)
  url.port = String((line.address() as AddressInfo).port)
  const database = createDatabase({ url: url.href, poolSize: 1 })
  expect(await contextOf(database).then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  expect(await contextOf(database)).toMatchObject({ role: 'casillero_app' })
  expect(count).toBe(2)
  await database.close()
  line.close()
})

test('a lost connection to a server that is not there, and a full pool, are "try again"', async () => {
  const nowhere = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 1 })
  expect(await contextOf(nowhere).then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  await single.withoutCompany(async () => {
    expect(await contextOf(single).then(() => undefined, toAppError)).toMatchObject({ code: 'unavailable' })
  })
  expect(await contextOf(single)).toMatchObject({ role: 'casillero_app' })
})

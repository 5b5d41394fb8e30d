import { allEndpoints } from '@casillero/shared/contract/api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/src/app.ts'
import { hashToken } from '../../server/src/platform/auth/session.ts'
import { createDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { startPgProxy } from '../support/installation/pg-proxy.ts'
import { holding, untilBlocked } from '../support/locks.ts'
import { openWorld, shareShop } from '../support/open-world.ts'
import { takeSample } from '../support/sampling.ts'

const world = openWorld({ poolSize: 2 })
const shop = shareShop(world)

const again = {
  success: false,
  code: 'unavailable',
  message: 'El servicio no está disponible; intente de nuevo en un momento',
}

describe('while the database is away', () => {
  let nowhere: Database
  let app: FastifyInstance
  beforeAll(async () => {
    nowhere = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 2 })
    app = await createApp({
      database: nowhere,
      logger: pino({ level: 'silent' }),
      trustedProxy: false,
      isBehindTls: false,
    })
  })
  afterAll(async () => {
    await app.close()
    await nowhere.close()
  })

  // Each call waits nine seconds for the database to come back, so all are sent at once.
  test('every call gets 503 with a time to retry while the database is away, and no session ends', async () => {
    const calls = takeSample(allEndpoints, 60).map(async ({ method, path }) => {
      const answer = await app.inject({
        method,
        url: path.replace(':id', shop.client.id),
        headers: { host: shop.host, authorization: `Bearer ${shop.admin.token}` },
        ...(method === 'GET' ? {} : { payload: { identifier: 'ana', password: 'x' } }),
      })
      return {
        call: `${method} ${path}`,
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'],
        ...answer.json(),
      }
    })
    for (const { call, ...answer } of await Promise.all(calls)) {
      expect(answer, call).toMatchObject({ status: 503, retryAfter: '2', ...again })
    }
  })

  test('the process answers that it lives and is not ready while the database is away', async () => {
    expect((await app.inject('/livez')).statusCode).toBe(200)
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '2'])
  })
})

test('the process is ready while the database answers', async () => {
  expect((await world.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
  expect((await world.app.inject('/livez')).json()).toEqual({ status: 'ok' })
})

test('a call gets a 503 when its lock times out and when the pool is exhausted, and later calls work', async () => {
  const courierPackage = await shop.receive()
  const lock = 'select 1 from packages where id = $1 for update'
  await holding(world.owner, [lock, [courierPackage.id]], async () => {
    const edit = { params: { id: courierPackage.id }, body: { ...courierPackage, weight: 3 } }
    const waiting = [1, 2].map(() => shop.user.refused('PUT /api/packages/:id', edit))
    await untilBlocked(world.owner, 2)
    const crowded = await shop.viewer.refused('GET /api/statuses')
    expect(crowded).toMatchObject({ status: 503, retryAfter: '2', ...again })
    for (const refused of await Promise.all(waiting)) expect(refused).toMatchObject({ status: 503, ...again })
  })
  await shop.user.ok('PUT /api/packages/:id', {
    params: { id: courierPackage.id },
    body: { ...courierPackage, weight: 3 },
  })
  const { rows } = await world.owner.query(
    `select count(*)::int as count from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('the process answers that it lives while rows are locked', async () => {
  await world.database.withoutCompany(() =>
    world.database.withoutCompany(async () => {
      expect((await world.app.inject('/livez')).statusCode).toBe(200)
    }),
  )
})

test('every call gets success or 503 when connections are cut under load, no session ends, and later calls work', async () => {
  const calls = Array.from({ length: 60 }, () => shop.viewer.send('GET /api/packages'))
  const { rowCount } = await world.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'casillero'`,
  )
  expect(rowCount).toBe(2)
  const statuses = new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await shop.viewer.send('GET /api/packages')).statusCode).toBe(200)
})

const endWaiting = `select pid, pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and application_name = 'casillero'`

test('a read is repeated on another connection, and is answered', async () => {
  await holding(world.owner, ['lock table tariffs in access exclusive mode', []], async (holder) => {
    const reading = shop.viewer.send('GET /api/tariffs')
    await untilBlocked(world.owner, 1)
    expect((await world.owner.query(endWaiting)).rowCount).toBe(1)
    await untilBlocked(world.owner, 1)
    await holder.query('rollback')
    expect((await reading).statusCode).toBe(200)
  })
})

test('a read is not repeated without end', async () => {
  await holding(world.owner, ['lock table tariffs in access exclusive mode', []], async () => {
    const reading = shop.viewer.send('GET /api/tariffs')
    // An ended one may still be listed while the next one starts.
    const ended = new Set<number>()
    await expect
      .poll(async () => {
        for (const { pid } of (await world.owner.query<{ pid: number }>(endWaiting)).rows) ended.add(pid)
        return ended.size
      })
      .toBe(3)
    expect((await reading).statusCode).toBe(503)
  })
})

test('a write is not repeated, because only its caller knows whether to do it again', async () => {
  await holding(world.owner, ['lock table tariffs in access exclusive mode', []], async () => {
    const writing = shop.admin.send('POST /api/tariffs', { body: { name: 'Otra', type: 'aereo', pricePerPound: 1 } })
    await untilBlocked(world.owner, 1)
    expect((await world.owner.query(endWaiting)).rowCount).toBe(1)
    expect((await writing).statusCode).toBe(503)
  })
})

test('a connection that falls silent in the middle of a batch does not keep its locks', async () => {
  const proxy = await startPgProxy(world.loginUrl)
  const database = createDatabase({ url: proxy.url, poolSize: 1, wholeAnswerMs: 2_000 })
  proxy.watch(({ statement, connection }) => {
    if (!statement.includes('silence')) return 'pass'
    connection.swallow()
    return 'hold'
  })
  const lock = sql`select 1 from companies where id = ${shop.id} for update`
  const asked = database.asUser({ companyId: shop.id, userId: '' }, async (db) => {
    await lock.execute(db)
    await sql`select 'silence'`.execute(db)
  })
  await expect(asked).rejects.toThrow()
  const holders =
    "select from pg_stat_activity where query like '%silence%' and xact_start is not null and pid <> pg_backend_pid()"
  expect((await world.owner.query(holders)).rowCount).toBe(1)
  await expect.poll(async () => (await world.owner.query(holders)).rowCount).toBe(0)
  await database.close()
  await proxy.close()
})

test("waiting for a company's turn is part of the time that an answer may take", async () => {
  const database = createDatabase({ url: world.loginUrl, poolSize: 2, companyShare: 1, wholeAnswerMs: 2_000 })
  const caller = { tokenHash: hashToken(shop.admin.token), subdomain: shop.subdomain }
  const sleep = () => database.asSession(caller, (db) => sql`select pg_sleep(4)`.execute(db))
  const first = database.asSession(caller, (db) => sql`select pg_sleep(1)`.execute(db))
  const ends: string[] = []
  const waited = sleep().catch(() => ends.push('waited a second for its turn'))
  await world.owner.query('select pg_sleep(0.5)')
  // An answer of the same length without a wait for a turn: it begins half a second later, so that it ends later.
  const later = database
    .withoutCompany((db) => sql`select pg_sleep(4)`.execute(db))
    .catch(() => ends.push('began later'))
  await Promise.all([first, waited, later])
  expect(ends).toEqual(['waited a second for its turn', 'began later'])
  await database.close()
})

test('waiting for a turn and then for a connection takes two seconds together', async () => {
  const database = createDatabase({ url: world.loginUrl, poolSize: 1, companyShare: 1 })
  const caller = { tokenHash: hashToken(shop.admin.token), subdomain: shop.subdomain }
  const ask = () => database.asSession(caller, (db) => sql`select 1`.execute(db))
  const freed = Promise.withResolvers<void>()
  const holder = database.withoutCompany(() => freed.promise)
  const first = expect(ask()).rejects.toThrow('timeout exceeded')
  // The first call gives its turn up after two seconds; a later caller waits most of its own time for it.
  await world.owner.query('select pg_sleep(0.8)')
  const ends: string[] = []
  const waited = expect(ask().finally(() => ends.push('waited for its turn'))).rejects.toThrow('timeout exceeded')
  await world.owner.query('select pg_sleep(0.6)')
  // This call waits two seconds for a connection and for no turn: it begins later, so that it is refused later.
  const later = database.withoutCompany((db) => sql`select 1`.execute(db)).finally(() => ends.push('began later'))
  await expect(later).rejects.toThrow('timeout exceeded')
  expect(ends).toEqual(['waited for its turn', 'began later'])
  await Promise.all([first, waited])
  freed.resolve()
  await holder
  await database.close()
})

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/src/app.ts'
import { createDatabase, type Database, type PooledDatabase } from '../../server/src/platform/database/database.ts'
import { createMetrics, type Metrics } from '../../server/src/platform/metrics/metrics.ts'
import { serveMetrics } from '../../server/src/platform/metrics/metrics-server.ts'
import { notifyReady } from '../support/messenger.ts'
import { openWorld, shareShop } from '../support/open-world.ts'
import { openShop } from '../support/shop.ts'

const world = openWorld()
const shop = shareShop(world)
let database: PooledDatabase
let statements: string[] = []
beforeAll(async () => {
  database = createDatabase({ url: world.loginUrl, poolSize: 4, onStatement: (sql) => statements.push(sql) })
})
afterAll(() => database.close())

const appOf = (database: Database, metrics: Metrics) =>
  createApp({
    database,
    logger: pino({ level: 'silent' }),
    trustedProxy: false,
    isBehindTls: false,
    onAnswered: metrics.answered,
  })

/** The values by name and labels as they are written. */
async function valuesOf(metrics: Metrics): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

describe('requests', () => {
  let app: FastifyInstance
  let metrics: Metrics
  beforeAll(async () => {
    metrics = createMetrics(database)
    app = await appOf(database, metrics)
    const courierPackage = await shop.receive()
    const headers = { host: shop.host, authorization: `Bearer ${shop.admin.token}` }
    for (const url of [
      `/api/packages/${courierPackage.id}`,
      '/api/packages/00000000-0000-7000-8000-000000000000',
      '/api/client?page=1&search=N%C3%BA%C3%B1ez',
      '/ana-de-las-mercedes/secreto',
    ]) {
      await app.inject({ url, headers })
    }
    await app.inject({ url: '/api/client?page=1', headers: { host: shop.host } })
  })
  afterAll(() => app.close())

  test('requests are counted by method, path of the contract and class of status', async () => {
    const values = await valuesOf(metrics)
    const counted = [...values].filter(([name]) => name.startsWith('casillero_http_requests_total'))
    expect(Object.fromEntries(counted)).toEqual({
      'casillero_http_requests_total{method="GET",route="/api/packages/:id",status="2xx"}': 1,
      'casillero_http_requests_total{method="GET",route="/api/packages/:id",status="4xx"}': 1,
      'casillero_http_requests_total{method="GET",route="/api/client",status="2xx"}': 1,
      'casillero_http_requests_total{method="GET",route="/api/client",status="4xx"}': 1,
      'casillero_http_requests_total{method="GET",route="none",status="4xx"}': 1,
    })
    expect(values.get('casillero_http_request_duration_seconds_count{method="GET",route="/api/client"}')).toBe(2)
    expect(values.get('casillero_http_request_duration_seconds_bucket{le="10",method="GET",route="/api/client"}')).toBe(
      2,
    )
    expect(values.get('casillero_http_request_duration_seconds_sum{method="GET",route="/api/client"}')).toBeGreaterThan(
      0,
    )
  })

  test('requests leave no company, person or address in the text of the metrics', async () => {
    const text = await metrics.text()
    const secrets = [shop.subdomain, shop.id, shop.client.id, 'ana-de', 'secreto', shop.client.phone, shop.admin.token]
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/n%C3%BA|núñez|search|page=/i)
  })
})

test('the installation is counted over all companies: sessions, keys, messages by state and the age of the oldest', async () => {
  const other = await openShop(world)
  const before = await valuesOf(createMetrics(database))
  await notifyReady(shop)
  const failed = await notifyReady(other)
  await world.owner.query("update messages set state = 'failed' where id = $1", [failed])
  const waiting = await notifyReady(other)
  await world.owner.query("update messages set created_at = now() - interval '90 seconds' where id = $1", [waiting])
  await other.addUser('user')
  const headers = { 'idempotency-key': 'one' }
  await other.admin.ok('POST /api/client', {
    body: { firstName: 'Eva', lastNames: 'Luna', phone: '50588887777' },
    headers,
  })
  const after = await valuesOf(createMetrics(database))
  const grown = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)
  expect(grown('casillero_sessions')).toBe(1)
  expect(grown('casillero_idempotency_keys')).toBe(1)
  expect(grown('casillero_messages{state="queued"}')).toBe(2)
  expect(grown('casillero_messages{state="failed"}')).toBe(1)
  expect(grown('casillero_messages{state="sending"}')).toBe(0)
  expect(after.get('casillero_oldest_queued_message_seconds')).toBeGreaterThanOrEqual(90)
  expect(after.get('casillero_oldest_queued_message_seconds')).toBeLessThan(120)
  expect(after.get('casillero_database_up')).toBe(1)
})

test('the installation does not count ended sessions and messages that ended days ago', async () => {
  const old = await openShop(world)
  await notifyReady(old)
  const before = await valuesOf(createMetrics(database))
  await world.owner.query("update sessions set last_seen_at = now() - interval '13 hours' where company_id = $1", [
    old.id,
  ])
  await world.owner.query(
    "update messages set state = 'read', created_at = now() - interval '2 days' where company_id = $1",
    [old.id],
  )
  const after = await valuesOf(createMetrics(database))
  const grown = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)
  expect(grown('casillero_sessions')).toBe(-3)
  expect(grown('casillero_messages{state="queued"}')).toBe(-1)
  expect(grown('casillero_messages{state="read"}')).toBe(0)
})

test('the installation is read once for scrapes that come close together', async () => {
  const metrics = createMetrics(database)
  statements = []
  await Promise.all([metrics.text(), metrics.text(), metrics.text()])
  await metrics.text()
  expect(statements).toEqual(['begin', 'select * from installation_counts()', 'commit'])
})

test('the installation has no values while the database is away, and the scrape is answered all the same', async () => {
  const nowhere = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 2 })
  const values = await valuesOf(createMetrics(nowhere))
  expect(values.get('casillero_database_up')).toBe(0)
  expect([...values.keys()].filter((name) => /casillero_(sessions|messages|idempotency|oldest)/.test(name))).toEqual([])
  expect(values.get('casillero_pool_waiting')).toBe(0)
  await nowhere.close()
})

test('the process reports its busy connections and the requests that wait for one', async () => {
  const small = createDatabase({ url: world.loginUrl, poolSize: 1 })
  const metrics = createMetrics({ ...small, withoutCompany: database.withoutCompany })
  let waiting: Promise<void> = Promise.resolve()
  const seen = await small.withoutCompany(async () => {
    waiting = small.withoutCompany(async () => undefined)
    return await valuesOf(metrics)
  })
  await waiting
  expect(seen.get('casillero_pool_connections{state="busy"}')).toBe(1)
  expect(seen.get('casillero_pool_connections{state="idle"}')).toBe(0)
  expect(seen.get('casillero_pool_waiting')).toBe(1)
  await small.close()
})

test('the process counts failed jobs of the worker, and reports the lag of its event loop', async () => {
  const metrics = createMetrics(database)
  metrics.jobFailed('sweep')
  metrics.jobFailed('sweep')
  const values = await valuesOf(metrics)
  expect(values.get('casillero_worker_failures_total{job="sweep"}')).toBe(2)
  expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

test('the port of the metrics answers /metrics and nothing else', async () => {
  const metrics = createMetrics(database)
  const server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
  const answer = await fetch(server.address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, metrics.contentType])
  expect(await answer.text()).toContain('casillero_database_up 1')
  expect((await fetch(new URL('/', server.address))).status).toBe(404)
  expect((await fetch(server.address, { method: 'POST' })).status).toBe(404)
  const port = Number(new URL(server.address).port)
  await expect(serveMetrics(metrics, { port, host: '127.0.0.1' })).rejects.toThrow(
    /METRICS_PORT \d+: listen EADDRINUSE/,
  )
  await server.close()
})

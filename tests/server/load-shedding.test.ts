import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { errorTable } from '@casillero/shared/contract/errors'
import { beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '../../server/src/platform/http/http-server.ts'
import type { Answered } from '../../server/src/platform/metrics/metrics.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { holding, untilBlocked } from '../support/locks.ts'
import { openWorld } from '../support/open-world.ts'
import { openShop, type Shop } from '../support/shop.ts'

// Two connections, both of which one company may have, and room for ten times as many calls.
const poolSize = 2
const room = poolSize * 10

const lines: string[] = []
const world = openWorld({ poolSize, log: (line) => lines.push(line) })
let port: number
beforeAll(async () => {
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

type Sent = { method?: string; path: string; body?: object }

/** Makes a call over a connection, because load shedding comes before Fastify. */
function ask({ host, user }: Shop, { method = 'GET', path, body }: Sent): Promise<IncomingMessage & { body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${user.token}`, ...(body && { 'content-type': 'application/json' }) }
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      text(response).then((read) => resolve(Object.assign(response, { body: read })), reject)
    })
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })
}

test('a call beyond the room of its company is refused at once, and calls of other companies are not', async () => {
  const [noisy, quiet] = [await openShop(world), await openShop(world)]
  const courierPackage = await noisy.receive()
  const lock = 'select 1 from packages where id = $1 for update'
  const edit = {
    method: 'PUT',
    path: `/api/packages/${courierPackage.id}`,
    body: { ...courierPackage, version: undefined },
  }
  const waiting = await holding(world.owner, [lock, [courierPackage.id]], async () => {
    const inside = Array.from({ length: room }, () => ask(noisy, edit))
    await expect.poll(() => world.database.admits(() => noisy.subdomain), { interval: 1 }).toBe(false)
    await untilBlocked(world.owner, poolSize)

    const refused = await Promise.all([ask(noisy, edit), ask(noisy, { path: '/api/packages' })])
    for (const { statusCode, headers, body } of refused) {
      expect(statusCode).toBe(503)
      expect(headers).toMatchObject({
        'retry-after': '2',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      const { message } = errorTable.unavailable
      expect(JSON.parse(body)).toEqual({ success: false, code: 'unavailable', message, error: message })
    }
    // Probes and pages do not count as calls.
    expect((await ask(noisy, { path: '/livez' })).statusCode).toBe(200)
    expect((await ask(noisy, { path: '/hooks/waha/unknown' })).statusCode).not.toBe(503)
    // Another company has its part of the room, although all of it is used.
    expect(world.database.admits(() => quiet.subdomain)).toBe(true)
    return inside
  })
  for (const answer of await Promise.all(waiting)) expect([200, 503]).toContain(answer.statusCode)
  expect((await ask(noisy, { path: '/api/packages' })).statusCode).toBe(200)
  await expect.poll(() => lines.filter((line) => line.includes('too many calls at once'))).toHaveLength(1)
  expect(JSON.parse(lines.find((line) => line.includes('too many calls at once')) ?? '{}').refused).toBe(2)
})

test('a refused call is counted under no route, and requests that are no calls pass', async () => {
  const counted: Answered[] = []
  const app = await createHttpServer({
    logger: createLogger('silent'),
    trustedProxy: false,
    isBehindTls: false,
    admits: () => false,
    onAnswered: (request) => counted.push(request),
  })
  app.get('/page', () => 'page')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const refused = await fetch(`${address}/api/client`, { method: 'POST', body: '{}' })
  expect([refused.status, (await fetch(`${address}/page`)).status]).toEqual([503, 200])
  await expect.poll(() => counted.length).toBe(2)
  // A call counts as a call in every spelling of its address.
  expect([(await fetch(`${address}/%61pi/client`)).status, (await fetch(`${address}/p%61ge`)).status]).toEqual([
    503, 200,
  ])
  expect(counted[0]).toEqual({ method: 'POST', route: undefined, status: 503, seconds: 0 })
  expect(counted[1]).toMatchObject({ method: 'GET', route: '/page', status: 200 })
  await app.close()
})

import { allEndpoints } from '@casillero/shared/contract/api'
import { createApp } from '../../server/src/app.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { brokenDatabase } from '../support/broken-database.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { findHeaderFaults } from './support/answer-headers.ts'
import { on, untilFirst } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

function checkHeaders(answer: Answer, what: string, isApi: boolean, held: Held): void {
  const faults = findHeaderFaults(answer, isApi)
  held(faults.length === 0, `${what} (${answer.statusCode}): ${faults}`)
}

const endpoints = takeSample(allEndpoints, 50)

const headersOf = ({ host, admin }: Shop) => ({ host, authorization: `Bearer ${admin.token}` })

/** Spells the addresses of calls otherwise, and makes every other request that the server answers. */
async function readHeaders(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const { method, path } of endpoints) {
    // The router decodes paths, so that each call has other spellings.
    for (const spelt of ['/%61pi/', '/a%70%69/', 'http://otra.casillero.test/ap%69/']) {
      const answer = await shop.admin.send(`${method} ${path.replace('/api/', spelt)}`)
      checkHeaders(answer, `${path} as ${spelt}`, true, held)
    }
  }
  const headers = headersOf(shop)
  const json = { ...headers, 'content-type': 'application/json' }
  const others = [
    { url: '/livez' },
    { url: '/readyz' },
    { url: '/api/openapi.json' },
    { url: '/' },
    { url: '/nada' },
    { url: '/api/nada' },
    { url: '/api/client/%E0%A4' },
    { url: `/api/packages/${'x'.repeat(15_000)}` },
    { url: `/logos/${'0'.repeat(64)}.webp` },
    { url: '/hooks/waha/x', method: 'POST' as const },
    { url: '/api/client', method: 'OPTIONS' as const },
    { url: '/api/client', method: 'PATCH' as const },
    { url: 'http://otra.casillero.test/api/client' },
    { url: '/%61pi/nada' },
    { url: '/api/client', method: 'POST' as const, headers: json, payload: '{' },
    { url: '/api/client', method: 'POST' as const, headers: json, payload: `"${'x'.repeat(300_000)}"` },
    { url: '/api/client', method: 'POST' as const, headers: { ...json, 'content-type': 'text/plain' }, payload: 'x' },
  ]
  for (const request of others) {
    const answer = await world.app.inject({ headers, ...request })
    // A logo has a stricter policy of its own.
    checkHeaders(
      answer,
      `${request.method ?? 'GET'} ${request.url.slice(0, 40)}`,
      /\/(?:api|%61pi)/.test(request.url),
      held,
    )
  }
}

/** Checks the headers while the database is away, and behind TLS. */
async function readHeadersOfFailures(_world: World, held: Held): Promise<void> {
  const database = brokenDatabase('secreto')
  const app = await createApp({ database, logger: createLogger('silent'), trustedProxy: false, isBehindTls: true })
  const headers = { host: 'demo.casillero.test', authorization: `Bearer ${'T'.repeat(43)}` }
  for (const { path } of endpoints.filter(({ method }) => method === 'GET')) {
    const answer = await app.inject({ url: path, headers })
    held(answer.statusCode === 500, `${path}: ${answer.statusCode}`)
    checkHeaders(answer, path, true, held)
    const isStrict = answer.headers['strict-transport-security'] === 'max-age=31536000'
    held(isStrict, `${path} lets a browser go back to http`)
  }
  await app.close()
}

const origins = [
  'https://malo.test',
  'null',
  'http://demo.casillero.test',
  'https://casillero.test.malo.test',
  'file://',
  'http://localhost:3000',
]

async function askFromElsewhere(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const headers = headersOf(shop)
  for (const origin of [...origins, `http://${shop.host}`]) {
    for (const { method, path } of endpoints) {
      const asking = {
        ...headers,
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      }
      checkHeaders(
        await world.app.inject({ method: 'OPTIONS', url: path, headers: asking }),
        `a preflight of ${origin}`,
        true,
        held,
      )
    }
    const answer = await world.app.inject({ url: '/api/client', headers: { ...headers, origin } })
    checkHeaders(answer, `a read of ${origin}`, true, held)
  }
}

const forgetHeaders = async ({ app }: World) => {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'DELETE') reply.removeHeader('content-security-policy').removeHeader('cache-control')
  })
}

const allowEveryOrigin = async ({ app }: World) => {
  app.addHook('onSend', async (request, reply) => {
    reply.header('access-control-allow-origin', request.headers.origin)
  })
}

threat(
  'T-33',
  {
    what: 'Pages of others that ask in a person’s name, frame the product or read what a cache kept',
    asvs: ['3.4.1', '3.4.2', '3.4.3', '3.4.4', '3.4.5', '3.4.6', '3.5.1', '14.3.2'],
  },
  ({ proof, control }) => {
    proof(
      'every answer carries the headers, in any spelling of its address, and so does what is no call',
      on(readHeaders),
    )
    proof('every answer carries the headers while the database is away, and behind TLS', on(readHeadersOfFailures))
    proof('no page of another origin gets access', on(askFromElsewhere))
    control('a server that forgets headers now and then', untilFirst(on(readHeaders, { weaken: forgetHeaders })))
    control('a server that allows every origin', untilFirst(on(askFromElsewhere, { weaken: allowEveryOrigin })))
  },
)

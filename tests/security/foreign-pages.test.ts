import { allEndpoints } from '@casillero/shared/contract/api'
import { createApp } from '../../server/src/app.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { brokenDatabase } from '../support/broken-database.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, untilFirst } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const required: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /^camera=\(self\), serial=\(self\), usb=\(self\), (?:\w+=\(\)(?:, |$))+$/,
  'content-security-policy':
    /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')(?=.*base-uri 'none')(?=.*require-trusted-types-for 'script')(?=.*script-src 'self' 'wasm-unsafe-eval'(?:;|$))/,
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

function checkHeaders({ headers, statusCode }: Answer, what: string, isApi: boolean, held: Held): void {
  for (const [name, form] of Object.entries(required)) {
    held(form.test(String(headers[name])), `${what} (${statusCode}): ${name} is ${headers[name]}`)
  }
  if (isApi) held(headers['cache-control'] === 'no-store', `${what} may be kept: ${headers['cache-control']}`)
  const leaking = Object.keys(headers).filter((name) =>
    /^access-control|^x-powered-by$|^server$|^set-cookie$/.test(name),
  )
  held(leaking.length === 0, `${what} says ${leaking}`)
}

const endpoints = takeSample(allEndpoints, 50)

const headersOf = ({ host, admin }: Shop) => ({ host, authorization: `Bearer ${admin.token}` })

/** Makes every call, answered and refused, and every other request that the server answers. */
async function readHeaders(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  for (const { method, path, who } of endpoints) {
    const name = `${method} ${path}`
    if (!isCall(name)) throw new Error(`${name} has no sample`)
    const sample = Object(await sampleCalls[name](shop))
    const company = who === 'companies.manage' ? operator : shop
    const endsSession = path === '/api/auth/logout' || path === '/api/account/sessions'
    const actor = endsSession ? await company.addUser('admin') : company.admin
    checkHeaders(await actor.send(name, sample), name, true, held)
    checkHeaders(await company.anonymous.send(name, sample), `${name} without a session`, true, held)
    // The router decodes paths, so that each call has other spellings.
    for (const spelt of ['/%61pi/', '/a%70%69/', 'http://otra.casillero.test/ap%69/']) {
      checkHeaders(await actor.send(name.replace('/api/', spelt), sample), `${name} as ${spelt}`, true, held)
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

/** Sends a token where a browser would add it by itself, or where it would be logged. */
async function sendTokenElsewhere(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { token } = await shop.addUser('admin')
  const elsewhere: { headers?: Record<string, string>; query?: Record<string, string> }[] = [
    { headers: { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` } },
    { headers: { 'x-auth-token': token, 'x-access-token': token } },
    { query: { token, access_token: token, authorization: `Bearer ${token}` } },
    { headers: { authorization: `Basic ${Buffer.from(`token:${token}`).toString('base64')}` } },
    { headers: { authorization: token } },
  ]
  for (const { method, path, who } of endpoints) {
    if (who === 'anyone') continue
    for (const sent of elsewhere) {
      const answer = await shop.anonymous.send(`${method} ${path}`, {
        params: { id: shop.client.id, userId: shop.client.id },
        ...sent,
      })
      held(
        answer.statusCode === 401,
        `${method} ${path} with ${Object.keys(sent.headers ?? sent.query ?? {})}: ${answer.statusCode}`,
      )
    }
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

const takeCookies = async ({ app }: World) => {
  app.addHook('onRequest', async ({ headers }) => {
    const token = /token=([\w-]+)/.exec(headers.cookie ?? '')?.[1]
    if (token) headers.authorization = `Bearer ${token}`
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
      'every answer of every call carries the headers, in any spelling of its address, and so does every other answer',
      on(readHeaders, { hasGateway: true }),
    )
    proof('every answer carries the headers while the database is away, and behind TLS', on(readHeadersOfFailures))
    proof('no page of another origin gets access', on(askFromElsewhere))
    proof('a token counts in its own header alone', on(sendTokenElsewhere))
    control(
      'a server that forgets headers now and then',
      untilFirst(on(readHeaders, { hasGateway: true, weaken: forgetHeaders })),
    )
    control('a server that allows every origin', untilFirst(on(askFromElsewhere, { weaken: allowEveryOrigin })))
    control('a server that takes cookies', untilFirst(on(sendTokenElsewhere, { weaken: takeCookies })))
  },
)

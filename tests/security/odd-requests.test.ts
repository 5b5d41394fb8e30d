import { allEndpoints } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { seed } from '../support/sampling.ts'
import { openShop, phoneOfNicaragua, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { revealing } from './support/revealing.ts'
import { type Held, threat, tries } from './support/threat.ts'

type Request = { method?: string; url?: string; payload?: string | Buffer; headers?: Record<string, string> }

const send = (
  { app }: World,
  shop: Shop,
  { method = 'POST', url = '/api/client', payload = '', headers = {} }: Request,
) =>
  app.inject({
    method: method as 'POST',
    url,
    headers: {
      host: shop.host,
      authorization: `Bearer ${shop.admin.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  })

const ana = JSON.stringify({ firstName: 'Ana', lastNames: 'Núñez', phone: phoneOfNicaragua })

const noBodies: [what: string, payload: string | Buffer][] = [
  ['broken JSON', '{"firstName":'],
  ['two values', '{} {}'],
  ['lists in lists without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['objects in objects without end', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['NaN', '{"firstName":NaN}'],
  ['a comment', '{/* */"firstName":"Ana"}'],
  ['a comma too many', '{"firstName":"Ana",}'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '7'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['UTF-16', Buffer.from(ana, 'utf16le')],
]

const types = [
  'application/json\ta',
  'application/json x',
  'application/json,text/plain',
  'application/jsonx',
  'application/json/x',
  'application/ld+json',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  '*/*',
  'x',
]

async function sendNoBodies(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const [what, payload] of noBodies) {
    const answer = await send(world, shop, { payload })
    const { success, message, error } = answer.json()
    const isOneForm = success === false && typeof message === 'string' && error === message
    held(answer.statusCode === 400 && isOneForm && !revealing.test(answer.body), `${what}: ${answer.body}`)
  }
  for (const type of types) {
    const answer = await send(world, shop, { payload: ana, headers: { 'content-type': type } })
    held(answer.statusCode === 415, `content of the type ${JSON.stringify(type)}: ${answer.statusCode} ${answer.body}`)
  }
  for (const [type, encoding] of [
    ['application/json', 'gzip'],
    ['application/json', 'br'],
    ['application/json; charset=utf-16', 'identity'],
  ] as const) {
    const answer = await send(world, shop, {
      payload: Buffer.from(
        encoding === 'identity' ? ana : '\u001f\u008b',
        encoding === 'identity' ? 'utf16le' : 'latin1',
      ),
      headers: { 'content-type': type, 'content-encoding': encoding },
    })
    held(answer.statusCode >= 400 && answer.statusCode < 500, `${type} in ${encoding}: ${answer.body}`)
  }
  const { id } = await shop.addClient()
  const deleted = await send(world, shop, { method: 'DELETE', url: `/api/client/${id}` })
  held(deleted.statusCode === 200, `a DELETE as browsers send it: ${deleted.body}`)
}

/** Sends a value twice, or in another place: it must have one meaning or be refused. */
async function sayItTwice(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const token = `Bearer ${shop.admin.token}`
  const requests: [Request, status: number][] = [
    [{ method: 'GET', url: '/api/client?page=1&page=2' }, 400],
    [{ method: 'GET', url: '/api/client?search=a&search=b' }, 400],
    [{ method: 'GET', url: '/api/client?page[]=1' }, 200],
    [{ method: 'GET', url: '/api/client?page=1;page=2' }, 400],
    [{ method: 'GET', url: '/api/client?_t=1&_t=2' }, 200],
    [{ method: 'GET', url: '/api/client?page=%31' }, 200],
    [{ method: 'GET', url: '/api/client?page=%' }, 400],
    [{ method: 'GET', url: '/api/client', headers: { authorization: `${token}, ${token}` } }, 401],
    [{ method: 'GET', url: '/api/client', headers: { authorization: `${token} ` } }, 401],
    [{ method: 'GET', url: '/api/client', headers: { authorization: token.toLowerCase() } }, 401],
    [{ method: 'GET', url: '//api/client' }, 404],
    [{ method: 'GET', url: '/api//client' }, 404],
    [{ method: 'GET', url: '/api/client/' }, 404],
    [{ method: 'GET', url: '/api/%63lient' }, 200],
    [{ method: 'GET', url: '/API/client' }, 404],
    [{ method: 'POST', url: '/api/client', payload: ana, headers: { 'x-http-method-override': 'DELETE' } }, 201],
    [{ method: 'PUT', url: `/api/client/${shop.client.id}?id=x`, payload: ana }, 200],
    [{ method: 'PUT', url: `/api/client/${shop.client.id.toUpperCase()}`, payload: ana }, 404],
    [{ method: 'PUT', url: `/api/client/%7B${shop.client.id}%7D`, payload: ana }, 404],
    [{ method: 'PUT', url: `/api/client/${shop.client.id}%00`, payload: ana }, 404],
    [{ payload: `{"firstName":"Eva","firstName":["Ana"],"lastNames":"Paz","phone":"88001122"}` }, 400],
  ]
  for (const [request, status] of requests) {
    const answer = await send(world, shop, request)
    const what = `${request.method} ${request.url} ${JSON.stringify(request.headers ?? '')}`
    held(
      answer.statusCode === status && !revealing.test(answer.body),
      `${what}: ${answer.statusCode} ${answer.body.slice(0, 300)}`,
    )
  }
}

/** Sends random input to any call. */
async function sendAnything(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const call = fc.constantFrom(
    ...allEndpoints.filter(({ path }) => !path.startsWith('/api/auth') && path !== '/api/account/sessions'),
  )
  const json = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.json({ maxDepth: 6, stringUnit: 'binary' }),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  const query = fc.array(
    fc.tuple(
      fc.constantFrom('page', 'limit', 'search', 'status', '__proto__', '_t'),
      fc.string({ unit: 'binary', maxLength: 200 }),
    ),
    { maxLength: 10 },
  )
  const id = fc.oneof(fc.constant(shop.client.id), fc.uuid(), fc.string({ unit: 'binary', maxLength: 50 }))
  const request = fc.record({ call, json, query, id })
  for (const { call, json, query, id } of fc.sample(request, { seed, numRuns: tries(200, 2000) })) {
    const path = call.path.replace(/:\w+/g, encodeURIComponent(id.toWellFormed()))
    const asked = new URLSearchParams()
    for (const [key, value] of query) asked.append(key, value.toWellFormed())
    const { method } = call
    const answer = await send(world, shop, {
      method,
      url: `${path}?${asked}`,
      ...(method === 'GET' ? {} : { payload: json }),
    })
    const isClean = answer.statusCode < 500 && (answer.statusCode < 400 || !revealing.test(answer.body))
    held(
      isClean,
      `SEED=${seed}: ${method} ${path} ${json.slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`,
    )
  }
}

/** A server that answers with its internal errors. */
async function showErrors({ app }: World): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400) return payload
    const { stack } = new Error('What was sent could not be read')
    return JSON.stringify({ success: false, message: stack, error: stack })
  })
}

/** A server that parses every body as JSON. */
const readAnything = async ({ app }: World) => {
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, JSON.parse(String(body))))
}

/** A server that takes the last of two values. */
async function takeTheLast({ app }: World): Promise<void> {
  app.addHook('preHandler', async (request) => {
    request.query = Object.fromEntries(
      Object.entries(Object(request.query)).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
    )
  })
}

threat(
  'T-28',
  { what: 'Broken JSON, other types, doubled parameters, odd contents', asvs: ['1.5.2', '2.2.1', '4.1.1', '16.5.1'] },
  ({ proof, control }) => {
    proof('a malformed body is refused, and one of another type is not read', on(sendNoBodies))
    proof('a value that comes twice or in another form means one thing or is refused', on(sayItTwice))
    proof('random input to any call breaks nothing', on(sendAnything))
    control('a server that answers with what went wrong inside', on(sendNoBodies, { weaken: showErrors }))
    control('a server that takes everything for JSON', on(sendNoBodies, { weaken: readAnything }))
    control('a server for which the last of two counts', on(sayItTwice, { weaken: takeTheLast }))
  },
)

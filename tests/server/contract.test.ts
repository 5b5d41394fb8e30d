import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../../server/src/app.ts'
import type { Actor } from '../support/actor.ts'
import { openWorld } from '../support/open-world.ts'
import { pageRoutes } from '../support/page-routes.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { listServedRoutes } from '../support/served-routes.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { absentId } from '../support/world.ts'

const world = openWorld({ hasGateway: true })
let shop: Shop
let neighbour: Shop
let operator: Shop
beforeAll(async () => {
  shop = await openShop(world)
  neighbour = await openShop(world)
  operator = await openShop(world, { isOperator: true })
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = allEndpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
const guarded = named.filter(({ endpoint }) => endpoint.who !== 'anyone')
/** The calls whose answer is the saved record. The reason of an undoing stands beside the record's own. */
const saving = named.filter(
  ({ name, endpoint }) => endpoint.body && ['POST', 'PUT'].includes(endpoint.method) && !name.endsWith('/undo'),
)
const isOperators = (endpoint: Endpoint) => endpoint.who === 'companies.manage'
/** The company whose staff may make a call on the shop. */
const callerOf = (endpoint: Endpoint) => (isOperators(endpoint) ? operator : shop)

type Sample = {
  from?: string
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
}

async function sampleOf(name: string, of: Shop, caller?: Actor): Promise<Sample> {
  if (!isCall(name)) throw new Error(`${name} has no sample`)
  return await sampleCalls[name](of, caller)
}

describe('what is served', () => {
  test('every call of the contract has one route, and no other route exists', async () => {
    const served = routes.map(({ endpoint }) => endpoint)
    expect(served.map(nameOf).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted())
    expect(new Set(served)).toEqual(new Set(allEndpoints))
    const besides = [
      'GET /livez',
      'GET /readyz',
      'GET /api/openapi.json',
      ...pageRoutes,
      'GET /logos/:file',
      'POST /hooks/waha/:token',
    ]
    expect((await listServedRoutes(world.app)).toSorted()).toEqual([...allEndpoints.map(nameOf), ...besides].toSorted())
  })

  test('the OpenAPI document describes every call', async () => {
    const document = (await shop.anonymous.send('GET /api/openapi.json')).json()
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(allEndpoints.map(nameOf).toSorted())
  })

  test.each(named)('$name answers what its schema says and nothing more', async ({ name, endpoint }) => {
    const admin = await callerOf(endpoint).addUser('admin')
    const answer = await admin.send(name, await sampleOf(name, shop, admin))
    expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
    if (endpoint.file) expect(answer.headers['content-type']).toBe(endpoint.file)
    else expect(z.parse(endpoint.reply, answer.json())).toEqual(answer.json())
  })

  test.each(named)('$name has a sample that sends every field it takes', async ({ name, endpoint }) => {
    const { body = {} } = await sampleOf(name, shop)
    // A sign-in names its user in one of three ways.
    const others = name === 'POST /api/auth/login' ? ['email', 'phone', 'device', 'trusted'] : []
    const sent = [...Object.keys(Object(body)), ...others]
    expect(fieldsOf(endpoint).filter((field) => !sent.includes(field))).toEqual([])
  })

  test.each(saving)('$name stores each value that it was sent', async ({ name, endpoint }) => {
    const sample = await sampleOf(name, shop)
    const answer = (await callerOf(endpoint).admin.send(name, sample)).json()
    const record = Object(answer.data ?? answer.user ?? answer.company)
    const sent = Object.entries(Object(sample.body)).filter(
      ([field, value]) => field !== 'version' && typeof value !== 'object' && Object.hasOwn(record, field),
    )
    expect(sent.map(([field]) => [field, record[field]])).toEqual(sent)
  })

  test('a row that any call made has the text by which a search finds it', async () => {
    for (const { name, endpoint } of saving) await callerOf(endpoint).admin.send(name, await sampleOf(name, shop))
    // Users come from the test's own world too.
    const { rows: tables } = await world.owner.query<{ name: string }>(
      `select attrelid::regclass::text as name from pg_attribute where attname = 'search_text' and not attisdropped
       and attrelid in (select oid from pg_class where relkind = 'r' and relname <> 'users')`,
    )
    const unfound = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await world.owner.query(`select from ${name} where search_text = '' limit 1`)
        return rows.map(() => name)
      }),
    )
    expect([tables.length > 4, unfound.flat()]).toEqual([true, []])
  })

  test.each(named)('$name tolerates the cache buster _t, once or more', async ({ name, endpoint }) => {
    const admin = await callerOf(endpoint).addUser('admin')
    const sample = await sampleOf(name, shop, admin)
    const url = urlOf(name, sample)
    const separator = url.includes('?') ? '&' : '?'
    const answer = await admin.send(`${endpoint.method} ${url}${separator}_t=1764000000000&_t=2`, { body: sample.body })
    expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
  })

  test.each(
    named.flatMap(({ name, endpoint }) =>
      Object.entries(endpoint.query?.shape ?? {})
        .filter(([, schema]) => !z.safeParse(schema, [absentId, absentId]).success)
        .map(([parameter]) => ({ name, endpoint, parameter })),
    ),
  )('$name refuses the parameter $parameter given twice', async ({ name, endpoint, parameter }) => {
    const sample = await sampleOf(name, shop)
    const value = encodeURIComponent(String(sample.query?.[parameter] ?? '1'))
    const url = `${urlOf(name, sample)}&${parameter}=${value}`
    const answer = await callerOf(endpoint).admin.send(`${endpoint.method} ${url}`)
    expect(answer.statusCode, url).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: { [parameter]: expect.any(String) } })
  })
})

describe('who may call', () => {
  test.each(guarded)('$name refuses a caller without a live session on this host', async ({ name, endpoint }) => {
    const { token, userId } = shop.admin
    const ended = await shop.addUser('admin')
    await ended.ok('POST /api/auth/logout')
    const inactive = await shop.addUser('admin', { status: 'inactive' })
    const bearer = { authorization: `Bearer ${token}` }
    const url = urlOf(name, { params: { id: absentId } })
    const callers: [string, Record<string, string>, string?][] = [
      ['nothing', {}],
      ['a cookie', { cookie: `token=${token}; authorization=Bearer ${token}` }],
      ['the address', {}, `?token=${token}&authorization=Bearer ${token}&access_token=${token}`],
      ['Basic', { authorization: `Basic ${Buffer.from(`${userId}:${token}`).toString('base64')}` }],
      ['a token that never was', { authorization: `Bearer ${'A'.repeat(43)}` }],
      ['an unsigned JWT', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }],
      ['an ended session', { authorization: `Bearer ${ended.token}` }],
      ['an inactive person', { authorization: `Bearer ${inactive.token}` }],
      ["another company's host", { ...bearer, host: neighbour.host }],
      ["another company's host, forwarded", { ...bearer, host: neighbour.host, 'x-forwarded-host': shop.host }],
      ["no company's host", { ...bearer, host: 'casillero.test' }],
      ['an unknown company', { ...bearer, host: 'nadie.casillero.test' }],
      ['an IPv4 address', { ...bearer, host: '127.0.0.1:3000' }],
      ['an IPv6 address', { ...bearer, host: '[::1]:3000' }],
    ]
    for (const [by, headers, query = ''] of callers) {
      const answer = await shop.anonymous.send(`${endpoint.method} ${url}${encodeURI(query)}`, { headers })
      expect(answer.statusCode, by).toBe(401)
      expect(answer.json(), by).toMatchObject({ success: false, code: 'unauthorized' })
    }
  })
})

/** Lists the fields of a body, without the version, which only an edit has. */
function fieldsOf({ body }: Endpoint): string[] {
  if (!body) return []
  const { properties } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {}).filter((field) => field !== 'version')
}

function urlOf(name: string, { params, query }: Sample): string {
  const path = name.split(' ')[1] ?? ''
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
    [value].flat().map((each): [string, string] => [key, String(each)]),
  )
  const search = query ? `?${new URLSearchParams(pairs)}` : ''
  return path.replaceAll(/:(\w+)/g, (_, param: string) => params?.[param] ?? absentId) + search
}

import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from './company-rows.ts'
import { sampleCalls } from './sample-calls.ts'
import { openShop, phoneOfNicaragua, type Shop } from './shop.ts'
import { type Call, createWorld, type World } from './world.ts'

let world: World
let shop: Shop
let operator: Shop
beforeAll(async () => {
  world = await createWorld({ hasGateway: true })
  shop = await openShop(world)
  operator = await openShop(world, { isOperator: true })
})
afterAll(() => world.close())

type Path = (string | number)[]
type Sample = {
  from?: string
  params?: { id: string; userId?: string }
  query?: Record<string, string>
  body?: unknown
}

const isCall = (name: string): name is Call => Object.hasOwn(sampleCalls, name)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Where the values of a sample are, its containers included. */
function slotsOf(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...entries.flatMap(([key, inner]) => slotsOf(inner, [...path, key]))]
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(whole) ? [...whole] : { ...Object(whole) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

/** As it can stand in an address, whose length Node limits to 16 KiB. */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
  return text.slice(0, 4_000)
}

const texts = [
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a control character', '\u0007\u001b[31m'],
  ['right to left', '\u202eann\u202c \u2067x'],
  ['a joiner', '👩‍👩‍👧'],
  ['accents without end', `a${'\u0301'.repeat(1000)}`],
  ['only invisible characters', '\u200b\u2060\ufeff'],
  ['a long text', 'x'.repeat(20_000)],
  ['an e-mail without end', `a@${'.'.repeat(200_000)}@`],
  ['LIKE signs', '%_\\'],
  ['a quote and a comment', `'; drop table clients; --`],
  ['a template', '{{tracking}} $& $1'],
  ['an empty text', ''],
  ['year 0', '0000-01-01'],
  ['a date far away', '9999-12-31'],
  ['no date', '2026-02-30'],
  ['an absent id', '01890000-0000-7000-8000-000000000000'],
  ['a number as text', '1e400'],
] as const

const kinds = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['below zero', -1],
  ['a third decimal', 0.005],
  ['one hundred and one', 101],
  ['a vast number', 1e30],
  ['the largest number', Number.MAX_VALUE],
  ['a list', []],
  ['nested lists', [[[[]]]]],
  ['an object', { toString: 'x', constructor: 'x' }],
] as const

const revealing =
  /\bat .*\.ts:\d|node_modules|\b(select|insert into|update) .*\b(from|values|set)\b|syntax error|relation "/i

describe('whatever is sent in whatever place', () => {
  test.each(allEndpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
    '$name never breaks',
    async (call) => {
      const { name, endpoint } = call
      if (!isCall(name)) throw new Error(`${name} has no sample`)
      const sample: Sample = await sampleCalls[name](shop)
      const isSignIn = name === 'POST /api/auth/login'
      const tries: Sample[] = []
      // One sign-in costs 30 ms by design; its two fields need no product of everything with everything.
      for (const [, value] of [...texts, ...(isSignIn ? [] : kinds)]) {
        for (const slot of slotsOf(sample.body)) {
          if (endpoint.body) tries.push({ ...sample, body: withValue(sample.body, slot, value) })
        }
        for (const key of Object.keys(sample.query ?? {})) {
          tries.push({ ...sample, query: { ...sample.query, [key]: asText(value) } })
        }
        for (const key of Object.keys(sample.params ?? {})) {
          tries.push({ ...sample, params: { id: shop.id, ...sample.params, [key]: encodeURIComponent(asText(value)) } })
        }
      }
      const caller = endpoint.who === 'companies.manage' ? operator : shop
      const admin = name === 'POST /api/auth/logout' ? caller.anonymous : caller.admin
      for (const [index, sent] of tries.entries()) {
        const answer = await admin.send(name, { ...sent, from: `10.0.0.${index % 250}` })
        expect(answer.statusCode, `${JSON.stringify(sent).slice(0, 500)} → ${answer.body}`).toBeLessThan(500)
        if (answer.statusCode >= 400) expect(answer.body).not.toMatch(revealing)
        expect(answer.json()).toMatchObject({ success: answer.statusCode < 400 })
      }
    },
  )

  test.each(texts.slice(0, 3))('a name with %s is refused under its field', async (_, text) => {
    const before = await rowsOf(world.owner, shop.id)
    const body = { firstName: text, lastNames: 'Núñez', phone: phoneOfNicaragua }
    const refused = await shop.admin.refused('POST /api/client', { body })
    expect(refused).toMatchObject({ status: 400, code: 'invalid', fields: { firstName: expect.any(String) } })
    expect(await rowsOf(world.owner, shop.id)).toEqual(before)
  })

  test.each([
    ['👩‍👩‍👧 Zoë', '👩‍👩‍👧 Zoë'],
    ['Cafe\u0301', 'Café'],
    ['Ана / 安娜 / آنا', 'Ана / 安娜 / آنا'],
    ['\u202eAna\u202c', 'Ana'],
    [`O'Brien; drop table clients --`, `O'Brien; drop table clients --`],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['  {{tracking}} $& %_\\  ', '{{tracking}} $& %_\\'],
  ])('the name %j is kept as %j', async (sent, kept) => {
    const body = { firstName: sent, lastNames: sent, phone: phoneOfNicaragua }
    const { data } = await shop.admin.ok('POST /api/client', { body })
    expect([data.firstName, data.lastNames]).toEqual([kept, kept])
  })
})

describe('bodies that are none', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/api/client',
      headers: {
        host: shop.host,
        authorization: `Bearer ${shop.admin.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      payload,
    })

  test.each([
    ['broken JSON', '{"firstName":'],
    ['two values', '{} {}'],
    ['lists in lists without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a poisoned prototype', '{"__proto__":{"isAdmin":true}}'],
    ['a poisoned prototype deep inside', '{"a":{"b":[{"__proto__":{}}]}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['NaN', '{"firstName":NaN}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
  ])('%s is a 400', async (_, payload) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String), error: expect.any(String) })
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('content of the type %s is a 415', async (type) => {
    const answer = await post('{}', { 'content-type': type })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type'])
  })

  test('256 KiB are read, one byte more is a 413', async () => {
    const shell = '{"firstName":""}'
    const bodyOf = (size: number) => `{"firstName":"${'x'.repeat(size - shell.length)}"}`
    expect((await post(bodyOf(256 * 1024))).statusCode).toBe(400)
    const answer = await post(bodyOf(256 * 1024 + 1))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
  })

  test('a compressed body is not unpacked', async () => {
    const answer = await post('{}', { 'content-encoding': 'gzip' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })

  test('a DELETE with a JSON content type and an empty body works', async () => {
    const { id } = await shop.addClient()
    const headers = { 'content-type': 'application/json' }
    const answer = await shop.admin.send('DELETE /api/client/:id', { params: { id }, headers })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, data: null }])
  })
})

describe('what is searched', () => {
  test.each(['%', '_', '\\', '%_', "'", '|'])('%j in a word is found literally', async (mark) => {
    const { admin } = await openShop(world)
    const names = [`Zeta ab${mark}cz Fin`, 'Zeta ab-x-cz Fin']
    for (const name of names) {
      await admin.ok('POST /api/tariffs', { body: { name, type: 'aereo', pricePerPound: 1 } })
      await admin.ok('POST /api/client', { body: { firstName: name, lastNames: 'Azul', phone: phoneOfNicaragua } })
    }
    const query = { search: `zeta AB${mark}CZ` }
    const clients = await admin.ok('GET /api/client', { query })
    const tariffs = await admin.ok('GET /api/tariffs', { query })
    expect(clients.data.map(({ firstName }) => firstName)).toEqual(names.slice(0, 1))
    expect(tariffs.data.map(({ name }) => name)).toEqual(names.slice(0, 1))
  })
})

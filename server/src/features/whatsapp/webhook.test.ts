import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/company-rows.ts'
import { type Hook, openHook, writes } from '../../../../tests/support/hook.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
let shop: Shop
let hook: Hook
beforeEach(async () => {
  shop = await openShop(world)
  hook = await openHook(world, shop)
})

const baja = () => writes('BAJA')

test('an event is proven by a signature over its bytes, in any formatting', async () => {
  const raw = JSON.stringify(JSON.parse(hook.write(baja())), null, 3).replace('BAJA', '\\u0042AJA')
  expect((await hook.post(raw, hook.signed(raw))).statusCode).toBe(200)
  expect(await hook.isAllowed()).toBe(false)
})

test('an event with a missing, wrong or truncated signature is refused', async () => {
  const raw = hook.write(baja())
  const good = hook.signed(raw)['x-webhook-hmac'] ?? ''
  const signed = (signature: string) => ({ 'x-webhook-hmac': signature, 'x-webhook-hmac-algorithm': 'sha512' })
  const weak = createHmac('sha256', hook.key).update(raw).digest('hex')
  const tries: [string, Record<string, string>, string?][] = [
    ['no headers', {}],
    ['no algorithm', { 'x-webhook-hmac': good }],
    ['another algorithm', { 'x-webhook-hmac': weak, 'x-webhook-hmac-algorithm': 'sha256' }],
    ['a wrong key', hook.signed(raw, 'another key')],
    ['an empty signature', signed('')],
    ['half of it', signed(good.slice(0, 64))],
    ['more than it', signed(`${good}00`)],
    ['no hex', signed('z'.repeat(128))],
    ['one bit less', signed((good[0] === '0' ? '1' : '0') + good.slice(1))],
    ['the same event written otherwise', hook.signed(raw), JSON.stringify(JSON.parse(raw), null, 1)],
    ['another event', hook.signed(raw), raw.replace('BAJA', 'BAJO')],
  ]
  for (const [what, headers, body = raw] of tries) {
    const answer = await hook.post(body, headers)
    expect([answer.statusCode, answer.json().code], what).toEqual([401, 'unauthorized'])
  }
  expect(await hook.isAllowed()).toBe(true)
})

test("the sender of a webhook does not get further with another company's key or address", async () => {
  const neighbour = await openShop(world)
  const theirs = await openHook(world, neighbour)
  const raw = hook.write(baja())
  expect((await hook.post(raw, hook.signed(raw, theirs.key))).statusCode).toBe(401)
  expect((await hook.post(raw, hook.signed(raw), theirs.token)).statusCode).toBe(401)
  // Signed with the neighbour's own key, but naming our session: accepted and ignored.
  expect((await hook.post(raw, hook.signed(raw, theirs.key), theirs.token)).statusCode).toBe(200)
  expect([await hook.isAllowed(), await hook.isAllowed(neighbour.client.id)]).toEqual([true, true])
})

test('an event at an unknown address gets a 404 without details', async () => {
  const raw = hook.write(baja())
  for (const token of ['x', "' or true --", hook.token.slice(1), encodeURIComponent('a\u0000b')]) {
    const answer = await hook.post(raw, hook.signed(raw), token)
    expect([answer.statusCode, answer.json().code], token).toEqual([404, 'not_found'])
  }
})

test('an event must be JSON of a limited size', async () => {
  const raw = hook.write(baja())
  expect((await hook.post(raw, { ...hook.signed(raw), 'content-type': 'text/plain' })).statusCode).toBe(415)
  const big = `{"x":"${'x'.repeat(1024 * 1024)}"}`
  expect((await hook.post(big, hook.signed(big))).statusCode).toBe(413)
})

test('an event counts once, however often it comes', async () => {
  const raw = hook.write(baja())
  await Promise.all(Array.from({ length: 8 }, () => hook.post(raw, hook.signed(raw))))
  expect(await hook.isAllowed()).toBe(false)
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
  expect((await hook.post(raw, hook.signed(raw))).statusCode).toBe(200)
  expect(await hook.isAllowed()).toBe(true)
})

test.each([
  ['of yesterday', -25 * 3_600_000],
  ['of tomorrow', 25 * 3_600_000],
])('an event with a time %s changes no connection, and a message in it is kept all the same', async (_, shift) => {
  const timestamp = Date.now() + shift
  await hook.deliver({ event: 'session.status', payload: { status: 'FAILED' }, timestamp })
  await hook.deliver({ ...writes('Hola'), timestamp })
  const kept = 'select from conversations where company_id = $1 and waiting_since is not null'
  expect((await world.owner.query(kept, [shop.id])).rowCount).toBe(1)
  const failed = "select from whatsapp_sessions where company_id = $1 and status = 'FAILED'"
  expect((await world.owner.query(failed, [shop.id])).rowCount).toBe(0)
  await hook.deliver({ ...baja(), timestamp })
  expect(await hook.isAllowed()).toBe(false)
})

test.each([
  ['no JSON', 'x'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a poisoned prototype', '{"__proto__":{"session":"x"}}'],
])('an event that is %s is accepted and ignored', async (_, raw) => {
  const before = await rowsOf(world.owner, shop.id)
  expect((await hook.post(raw, hook.signed(raw))).statusCode).toBe(200)
  expect(await rowsOf(world.owner, shop.id)).toEqual(before)
})

test.each([
  ['of an unknown kind', { event: 'poll.vote', payload: {} }],
  ['without a payload', { event: 'message', payload: null }],
  ['with numbers for texts', { event: 'message', payload: { from: 1, fromMe: false, body: 2 } }],
  ['with an endless status', { event: 'session.status', payload: { status: 'x'.repeat(5_000), statuses: [] } }],
  [
    'of a time beyond dates',
    { event: 'session.status', payload: { status: 'FAILED', statuses: [{ status: 'FAILED', timestamp: 1e300 }] } },
  ],
  ['with NUL in its texts', { event: 'session.status', payload: { status: 'a\u0000b' } }],
  ['with NUL in its id', { id: 'evt\u0000', event: 'x', payload: {} }],
  ['with a vast id', { id: 'x'.repeat(101), event: 'message', payload: baja().payload }],
  ['with NUL in an acknowledgement', { event: 'message.ack', payload: { id: 'a_\u0000', fromMe: true, ack: 2 } }],
  ['with half an acknowledgement', { event: 'message.ack', payload: { id: 'a', fromMe: true, ack: 0.5 } }],
  ['with a phone of letters', { event: 'message', payload: { from: "'; --@c.us", fromMe: false, body: 'BAJA' } }],
  ['with a name of another kind', { event: 'session.status', me: { id: 5 }, payload: { status: 'WORKING' } }],
])('%s as an event breaks nothing', async (_, event) => {
  await hook.deliver(event)
  expect(await hook.isAllowed()).toBe(true)
  expect((await shop.admin.send('GET /api/companies/waha-status')).statusCode).toBe(200)
})

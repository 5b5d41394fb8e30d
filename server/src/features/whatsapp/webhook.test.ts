import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/company-rows.ts'
import { type Envelope, type Hook, openHook, writes } from '../../../../tests/support/hook.ts'
import { notifyReady } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)
let hook: Hook
beforeEach(async () => {
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
  const big = `{"x":"${'x'.repeat(4 * 1024 * 1024)}"}`
  const card = `{"x":"${'x'.repeat(2 * 1024 * 1024)}"}`
  expect((await hook.post(card, hook.signed(card))).statusCode).toBe(200)
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

const sessionRow = async () =>
  (await world.owner.query('select * from whatsapp_sessions where company_id = $1', [shop.id])).rows[0]

const status = (name: string, timestamp: number, me?: unknown): Envelope => ({
  event: 'session.status',
  me,
  payload: {
    status: name,
    statuses: [
      { status: 'STARTING', timestamp: timestamp - 5 },
      { status: name, timestamp },
    ],
  },
})
const me = { id: '50577778888@c.us', pushName: 'Envíos del Lago' }

test('the status of a session is the last one in time, in any order of events', async () => {
  const at = Date.now()
  await hook.deliver(status('WORKING', at, me))
  await hook.deliver(status('SCAN_QR_CODE', at - 1_000))
  await hook.deliver(status('FAILED', at - 2_000))
  expect(await sessionRow()).toMatchObject({ status: 'WORKING', linked_name: 'Envíos del Lago' })
  await hook.deliver(status('STARTING', at + 1))
  expect((await sessionRow()).status).toBe('STARTING')
})

test('the status of a session changes again after an event with a time in the future', async () => {
  await hook.deliver(status('FAILED', Date.UTC(2099, 0)))
  expect((await sessionRow()).status).toBe('FAILED')
  await hook.deliver(status('WORKING', Date.now(), me))
  expect((await sessionRow()).status).toBe('WORKING')
  await world.owner.query("update whatsapp_sessions set status_at = '2099-01-01' where company_id = $1", [shop.id])
  await hook.deliver(status('STARTING', Date.now()))
  expect((await sessionRow()).status).toBe('STARTING')
})

test('the status of a session with a new code has the QR fetched at once', async () => {
  await hook.deliver(status('SCAN_QR_CODE', Date.now() - 100))
  await world.owner.query('update whatsapp_sessions set qr_at = now(), qr = $2 where company_id = $1', [shop.id, 'old'])
  await hook.deliver(status('SCAN_QR_CODE', Date.now()))
  expect(await sessionRow()).toMatchObject({ qr_at: null, qr: 'old' })
})

test('the status of a session gives the number of a phone without a name', async () => {
  await hook.deliver(status('WORKING', Date.now(), { id: '50577778888@c.us' }))
  expect(await sessionRow()).toMatchObject({ linked_name: '+50577778888', linked_phone: '50577778888' })
})

test('the status of a session does not undo what an admin has just requested', async () => {
  await world.owner.query("update whatsapp_sessions set wanted = 'logout', status = 'STARTING' where company_id = $1", [
    shop.id,
  ])
  await hook.deliver(status('WORKING', Date.now(), me))
  expect(await sessionRow()).toMatchObject({ status: 'STARTING', wanted: 'logout' })
})

describe('an acknowledgement', () => {
  let id: string
  let name: string
  beforeEach(async () => {
    id = await notifyReady(shop)
    const { rows } = await world.owner.query(
      "update messages set state = 'sent', sent_at = now() where id = $1 returning gateway_message_id as name",
      [id],
    )
    name = rows[0].name
  })

  const ack = (value: number, messageId = `true_50586904417@c.us_${name}`): Envelope => ({
    event: 'message.ack',
    payload: { id: messageId, from: '50586904417@c.us', fromMe: true, ack: value, ackName: 'X' },
  })
  const state = async () => (await world.owner.query('select state from messages where id = $1', [id])).rows[0].state
  const setState = (next: string) => world.owner.query('update messages set state = $2 where id = $1', [id, next])

  test('an acknowledgement raises the state of a message and never lowers it', async () => {
    for (const [value, expected] of [
      [0, 'sent'],
      [1, 'sent'],
      [3, 'read'],
      [2, 'read'],
      [1, 'read'],
      [-1, 'read'],
      [4, 'read'],
    ] as const) {
      await hook.deliver(ack(value))
      expect(await state(), String(value)).toBe(expected)
    }
  })

  test.each(['queued', 'sending', 'unknown', 'failed', 'cancelled', 'expired'])(
    'an acknowledgement of a message that is %s makes it sent',
    async (before) => {
      await setState(before)
      await hook.deliver(ack(1))
      expect(await state()).toBe('sent')
    },
  )

  test('an acknowledgement of an error fails a message that is on its way, and no other', async () => {
    await hook.deliver({ ...ack(-1), payload: { ...Object(ack(-1).payload), error: { code: '463' } } })
    const { rows } = await world.owner.query('select state, error from messages where id = $1', [id])
    const error = 'WhatsApp no aceptó el mensaje: limitó los mensajes a clientes nuevos'
    expect(rows).toEqual([{ state: 'failed', error }])
    await setState('queued')
    await hook.deliver(ack(-1))
    expect(await state()).toBe('queued')
  })

  test('an acknowledgement finds its message by the id alone, because addresses change', async () => {
    await hook.deliver(ack(2, `true_123456789012345@lid_${name}`))
    expect(await state()).toBe('delivered')
  })

  test('an acknowledgement of reading makes the chat known, without a change of the client in the log or for an open form', async () => {
    await hook.deliver(ack(3))
    const { rows } = await world.owner.query('select chat_known_at, version from clients where id = $1', [
      shop.client.id,
    ])
    expect(rows[0].chat_known_at).not.toBeNull()
    expect(rows[0].version).toBe(shop.client.version)
    const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
    expect(data.filter(({ action }) => action === 'update')).toEqual([])
  })

  test("an acknowledgement of an unknown message, of another company's or of one from the phone changes nothing", async () => {
    const neighbour = await openShop(world)
    const theirs = await notifyReady(neighbour)
    const { rows } = await world.owner.query(
      "update messages set state = 'sent' where id = $1 returning gateway_message_id as name",
      [theirs],
    )
    await hook.deliver(ack(3, `true_1@c.us_${rows[0].name}`))
    await hook.deliver(ack(3, 'true_1@c.us_3EB0NOBODY'))
    await hook.deliver({ event: 'message.ack', payload: { id: name, fromMe: false, ack: 3 } })
    const after = await world.owner.query('select state from messages where id = any($1)', [[id, theirs]])
    expect(after.rows).toEqual([{ state: 'sent' }, { state: 'sent' }])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type Envelope, type Hook, openHook } from '../../../../tests/support/hook.ts'
import { notifyReady } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
let shop: Shop
let hook: Hook
beforeEach(async () => {
  shop = await openShop(world)
  hook = await openHook(world, shop)
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

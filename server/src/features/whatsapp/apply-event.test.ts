import { beforeEach, describe, expect, test } from 'vitest'
import { type Envelope, type Hook, openHook, writes } from '../../../../tests/support/hook.ts'
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

describe('the status of a session', () => {
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

  test('the status of a session is the one that was last, in whatever order events come', async () => {
    const at = Date.now()
    await hook.deliver(status('WORKING', at, me))
    await hook.deliver(status('SCAN_QR_CODE', at - 1_000))
    await hook.deliver(status('FAILED', at - 2_000))
    expect(await sessionRow()).toMatchObject({ status: 'WORKING', linked_name: 'Envíos del Lago' })
    await hook.deliver(status('STARTING', at + 1))
    expect((await sessionRow()).status).toBe('STARTING')
  })

  test('the status of a session is not kept from changing by a time that is yet to come', async () => {
    await hook.deliver(status('FAILED', Date.UTC(2099, 0)))
    expect((await sessionRow()).status).toBe('FAILED')
    await hook.deliver(status('WORKING', Date.now(), me))
    expect((await sessionRow()).status).toBe('WORKING')
    await world.owner.query("update whatsapp_sessions set status_at = '2099-01-01' where company_id = $1", [shop.id])
    await hook.deliver(status('STARTING', Date.now()))
    expect((await sessionRow()).status).toBe('STARTING')
  })

  test('the status of a session of a new code has it fetched at once', async () => {
    await hook.deliver(status('SCAN_QR_CODE', Date.now() - 100))
    await world.owner.query('update whatsapp_sessions set qr_at = now(), qr = $2 where company_id = $1', [
      shop.id,
      'old',
    ])
    await hook.deliver(status('SCAN_QR_CODE', Date.now()))
    expect(await sessionRow()).toMatchObject({ qr_at: null, qr: 'old' })
  })

  test('the status of a session names the number where the phone has no name', async () => {
    await hook.deliver(status('WORKING', Date.now(), { id: '50577778888@c.us' }))
    expect(await sessionRow()).toMatchObject({ linked_name: '+50577778888', linked_phone: '50577778888' })
  })

  test('the status of a session does not undo what an admin has just asked for', async () => {
    await world.owner.query(
      "update whatsapp_sessions set wanted = 'logout', status = 'STARTING' where company_id = $1",
      [shop.id],
    )
    await hook.deliver(status('WORKING', Date.now(), me))
    expect(await sessionRow()).toMatchObject({ status: 'STARTING', wanted: 'logout' })
  })
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

  test('an acknowledgement only ever lifts a message', async () => {
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
    'says of one that is %s that it was sent after all',
    async (before) => {
      await setState(before)
      await hook.deliver(ack(1))
      expect(await state()).toBe('sent')
    },
  )

  test('an acknowledgement of an error has failed what was on its way, and nothing else', async () => {
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

  test('an acknowledgement of reading makes the chat known, which is no change of the client for the log or for an open form', async () => {
    await hook.deliver(ack(3))
    const { rows } = await world.owner.query('select chat_known_at, version from clients where id = $1', [
      shop.client.id,
    ])
    expect(rows[0].chat_known_at).not.toBeNull()
    expect(rows[0].version).toBe(shop.client.version)
    const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
    expect(data.filter(({ action }) => action === 'update')).toEqual([])
  })

  test('an acknowledgement of a message that is not ours, of another company or not from us changes nothing', async () => {
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

describe('an answer of a client', () => {
  test.each(['BAJA', ' baja ', 'Baja.', '¡bája!', 'STOP', 'alto', 'Cancelar', 'NO MÁS', 'no  mas'])(
    '%j ends their messages',
    async (body) => {
      await hook.deliver(writes(body))
      expect(await hook.isAllowed()).toBe(false)
    },
  )

  test.each(['', 'bajar', 'No quiero la baja', 'stop it', '¿Ya vino mi paquete?', 'B A J A'])(
    '%j does not',
    async (body) => {
      await hook.deliver(writes(body))
      expect(await hook.isAllowed()).toBe(true)
    },
  )

  test('an answer of a client that says BAJA ends the messages to every client at that number, with or without its country, and makes the chat known', async () => {
    const others = [await shop.addClient({ phone: '86904417' }), await shop.addClient({ phone: '+505 8690-4417' })]
    const stranger = await shop.addClient({ phone: '88881111' })
    await hook.deliver(writes('BAJA'))
    for (const { id } of [shop.client, ...others]) expect(await hook.isAllowed(id)).toBe(false)
    expect(await hook.isAllowed(stranger.id)).toBe(true)
    const { rows } = await world.owner.query(
      'select count(*)::int as known from clients where company_id = $1 and chat_known_at is not null',
      [shop.id],
    )
    expect(rows[0].known).toBe(3)
  })

  test('an answer of a client from a group, a channel or ourselves says nothing of a client', async () => {
    for (const place of ['g.us', 'newsletter', 'broadcast']) await hook.deliver(writes('BAJA', undefined, place))
    await hook.deliver({ event: 'message', payload: { from: '50586904417@c.us', fromMe: true, body: 'BAJA' } })
    expect(await hook.isAllowed()).toBe(true)
  })

  test('an answer of a client under a name that hides their number counts from our first message to that name on', async () => {
    const alias = '987654321098765'
    await hook.deliver(writes('Hola', alias, 'lid'))
    const id = await notifyReady(shop)
    const { rows } = await world.owner.query(
      "update messages set state = 'sent' where id = $1 returning gateway_message_id as name",
      [id],
    )
    await hook.deliver({
      event: 'message.ack',
      payload: {
        id: `true_${alias}@lid_${rows[0].name}`,
        from: `${alias}@lid`,
        fromMe: true,
        ack: 2,
        ackName: 'DEVICE',
      },
    })
    const neighbour = await openShop(world)
    await (await openHook(world, neighbour)).deliver(writes('BAJA', alias, 'lid'))
    expect([await hook.isAllowed(), await hook.isAllowed(neighbour.client.id)]).toEqual([true, true])
    await hook.deliver(writes('BAJA', alias, 'lid'))
    expect(await hook.isAllowed()).toBe(false)
  })

  describe('under a name that hides their number', () => {
    const [phone, lid, other] = ['50586904417', '17750588484726', '17750588484727']
    const beside = { key: { remoteJidAlt: `${phone}@s.whatsapp.net`, addressingMode: 'lid' } }

    test.each([
      ['NOWEB', beside],
      ['GOWS', { Info: { Sender: `${lid}:3@lid`, SenderAlt: `${phone}:3@s.whatsapp.net`, AddressingMode: 'lid' } }],
    ])(
      'an answer of a client under a name that hides their number counts where the event of %s has the number beside it',
      async (_, data) => {
        await hook.deliver(writes('BAJA', lid, 'lid', data))
        expect(await hook.isAllowed()).toBe(false)
      },
    )

    test.each([
      ['a message that had both', writes('Hola', lid, 'lid', beside)],
      [
        'a message by the number that had the name beside it',
        writes('Hola', phone, 'c.us', { key: { remoteJidAlt: `${lid}@lid` } }),
      ],
    ])(
      'an answer of a client under a name that hides their number counts once %s has come before',
      async (_, earlier) => {
        await hook.deliver(earlier)
        expect(await hook.isAllowed()).toBe(true)
        await hook.deliver(writes('BAJA', lid, 'lid'))
        expect(await hook.isAllowed()).toBe(false)
      },
    )

    test('an answer of a client under a name that hides their number counts as soon as the number is known, and for no other client', async () => {
      await hook.deliver(writes('Hola', other, 'lid'))
      await hook.deliver(writes('BAJA', lid, 'lid'))
      await hook.deliver(writes('Gracias', lid, 'lid'))
      expect(await hook.isAllowed()).toBe(true)
      await hook.deliver(writes('Hola', phone, 'c.us', { key: { remoteJidAlt: `${other}@lid` } }))
      expect(await hook.isAllowed()).toBe(true)
      await hook.deliver(writes('¿Y mi paquete?', phone, 'c.us', { key: { remoteJidAlt: `${lid}@lid` } }))
      expect(await hook.isAllowed()).toBe(false)
    })

    test('an answer of a client under a name that hides their number counts once: what staff allow again afterwards stays allowed', async () => {
      await hook.deliver(writes('BAJA', lid, 'lid', beside))
      await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
      await hook.deliver(writes('Gracias', lid, 'lid', beside))
      expect(await hook.isAllowed()).toBe(true)
    })

    test.each([
      ['a number of letters', { key: { remoteJidAlt: "'; --@s.whatsapp.net" } }],
      ['a number that is none', { key: { remoteJidAlt: '1@s.whatsapp.net' } }],
      ['a group', { key: { remoteJidAlt: '50586904417@g.us' } }],
      ['something else', { key: [], Info: 5 }],
    ])(
      'an answer of a client under a name that hides their number does not count with %s beside it',
      async (_, data) => {
        await hook.deliver(writes('BAJA', lid, 'lid', data))
        expect(await hook.isAllowed()).toBe(true)
      },
    )
  })

  test('an answer of a client is kept in the log of the company', async () => {
    await hook.deliver(writes('BAJA'))
    const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
    expect(data[0]).toMatchObject({ action: 'update', userId: null, after: { messages_allowed: false } })
  })
})

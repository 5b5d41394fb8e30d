import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { notifyReady, quickSending, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { settlingJob } from './jobs.ts'
import { type Claimed, recordOutcome } from './record-outcome.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let session: string
beforeEach(async () => {
  messenger.fake.behaveToSends('normal')
  session = await messenger.link(shop)
})

const get = async (id: string) => {
  const { data } = await shop.admin.ok('GET /api/messages', { query: { limit: '100' } })
  const message = data.find((each) => each.id === id)
  if (!message) throw new Error('There is no such message')
  return message
}
const untilState = (id: string, state: string) => messenger.until(async () => (await get(id)).state === state)
const sentHere = () => messenger.fake.sentBy(session)

test('a waiting message leaves once, under its own id, and follows its acknowledgements to the last', async () => {
  const id = await notifyReady(shop)
  await untilState(id, 'read')
  for (let round = 0; round < 5; round += 1) await messenger.round()
  const { rows } = await world.owner.query(
    'select gateway_message_id, chat_known_at from messages m join clients c on c.id = m.client_id where m.id = $1',
    [id],
  )
  const { body, phone } = await get(id)
  expect(sentHere()).toMatchObject([{ chatId: `${phone}@c.us`, text: body, id: rows[0].gateway_message_id }])
  expect(rows[0].chat_known_at).not.toBeNull()
})

test('a waiting message is cancelled when its client says BAJA meanwhile, and later ones as well', async () => {
  messenger.fake.behaveToSends('unavailable')
  const id = await notifyReady(shop)
  messenger.fake.play({ session, phone: '50586904417', body: ' baja. ' })
  await untilState(id, 'cancelled')
  expect((await get(id)).error).toBe('El cliente pidió no recibir mensajes')
  expect((await get(await notifyReady(shop))).state).toBe('cancelled')
  expect(sentHere()).toEqual([])
})

test('a message that is out of date expires', async () => {
  const id = await notifyReady(shop)
  await world.owner.query("update messages set expires_at = now() - interval '1 second' where id = $1", [id])
  await untilState(id, 'expired')
  expect((await get(id)).error).toBe('El aviso perdió vigencia antes de poder enviarse')
  expect(sentHere()).toEqual([])
})

test('a message that is out of date expires where there is no gateway, too', async () => {
  const id = await notifyReady(shop)
  await world.owner.query("update messages set expires_at = now() - interval '1 second' where id = $1", [id])
  await settlingJob(world.database, quickSending).run()
  expect((await get(id)).state).toBe('expired')
})

test('a waiting message leaves after an earlier one to the same client', async () => {
  const [first, second] = [await notifyReady(shop), await notifyReady(shop)]
  await world.owner.query("update messages set next_at = now() + interval '150 milliseconds' where id = $1", [first])
  await untilState(second, 'read')
  const ids = await Promise.all([first, second].map(async (id) => (await get(id)).packages[0]?.id))
  expect(sentHere()).toHaveLength(2)
  const { rows } = await world.owner.query('select id from messages where company_id = $1 order by sent_at', [shop.id])
  expect(rows.map(({ id }) => id)).toEqual([first, second])
  expect(new Set(ids).size).toBe(2)
})

test('a message that surely was not sent for a passing reason is tried four times more, and then fails', async () => {
  messenger.fake.behaveToSends('closed')
  const id = await notifyReady(shop)
  const tries = () => messenger.fake.calls.filter((call) => call.endsWith('/api/sendText')).length
  const before = tries()
  await untilState(id, 'failed')
  expect(tries() - before).toBe(5)
  expect(await get(id)).toMatchObject({ attempts: 4, error: 'La pasarela estaba ocupada', nextAt: null })
  messenger.fake.behaveToSends('normal')
  await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })
  await untilState(id, 'read')
  expect(sentHere()).toHaveLength(1)
})

test('a message that surely was not sent waits longer each time, give or take a fifth', async () => {
  messenger.fake.behaveToSends('closed')
  const pauses = [1_000_000, 2_000_000]
  const id = await notifyReady(shop)
  for (const pause of pauses) {
    await world.owner.query('update messages set next_at = now() where id = $1', [id])
    await messenger.round({ retryMs: pauses })
    const waits = Date.parse((await get(id)).nextAt ?? '') - Date.now()
    expect(waits).toBeGreaterThan(pause * 0.79)
    expect(waits).toBeLessThan(pause * 1.21)
  }
})

test.each(['unavailable', 'notReady', 'redirect'] as const)(
  'a message that surely was not sent because the gateway is %s uses up no try',
  async (behaviour) => {
    messenger.fake.behaveToSends(behaviour)
    const id = await notifyReady(shop)
    for (let round = 0; round < 12; round += 1) await messenger.round()
    const waiting = await get(id)
    expect(waiting).toMatchObject({ state: 'queued', attempts: 0, error: expect.any(String) })
    messenger.fake.behaveToSends('normal')
    await untilState(id, 'read')
    expect(sentHere()).toHaveLength(1)
  },
)

test('a message to a number without WhatsApp fails at once', async () => {
  messenger.fake.behaveToSends('noWhatsapp')
  const id = await notifyReady(shop)
  await untilState(id, 'failed')
  expect(await get(id)).toMatchObject({ attempts: 0, error: 'El número no tiene WhatsApp' })
})

test('a limit of WhatsApp on the rate stops the messages of the company, with the reason', async () => {
  messenger.fake.behaveToSends('tooFast')
  const id = await notifyReady(shop)
  await messenger.until(async () => (await get(id)).error !== null)
  messenger.fake.behaveToSends('normal')
  for (let round = 0; round < 5; round += 1) await messenger.round()
  expect(sentHere()).toEqual([])
  const { data } = await shop.admin.ok('GET /api/messages/summary')
  expect(data).toMatchObject({ waiting: 1, reason: 'WhatsApp pidió ir más despacio' })
  await world.owner.query('update whatsapp_sessions set paused_until = now() where company_id = $1', [shop.id])
  await untilState(id, 'read')
})

test('a limit of WhatsApp on new chats stops those alone', async () => {
  const known = await shop.addClient({ firstName: 'Eva', phone: '88881111' })
  await world.owner.query('update clients set chat_known_at = now() where id = $1', [known.id])
  messenger.fake.behaveToSends('restricted')
  const cold = await notifyReady(shop)
  await messenger.until(async () => (await get(cold)).error !== null)
  messenger.fake.behaveToSends('normal')
  await untilState(await notifyReady(shop, known.id), 'read')
  expect((await get(cold)).state).toBe('queued')
  const { data } = await shop.admin.ok('GET /api/messages/summary')
  expect(data).toMatchObject({ reason: 'WhatsApp limitó los mensajes a clientes nuevos; los suyos esperan' })
})

test.each(['hangAfterSending', 'resetAfterSending', 'garbage', 'hugeBody'] as const)(
  'a message that may have been sent and is acknowledged counts as sent, although the gateway was %s',
  async (behaviour) => {
    messenger.fake.behaveToSends(behaviour)
    const id = await notifyReady(shop)
    await untilState(id, 'read')
    expect(sentHere()).toHaveLength(1)
  },
)

test.each(['lostAfterSending', 'hang', 'timedOut'] as const)(
  'a message that is never acknowledged is unknown when the gateway was %s, until a user sends it again',
  async (behaviour) => {
    messenger.fake.behaveToSends(behaviour)
    const id = await notifyReady(shop)
    await untilState(id, 'unknown')
    const before = sentHere().length
    messenger.fake.behaveToSends('normal')
    for (let round = 0; round < 5; round += 1) await messenger.round()
    expect(sentHere()).toHaveLength(before)
    expect((await get(id)).error).toBe('No se sabe si WhatsApp lo envió; revise el chat antes de reenviarlo')
    await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })
    await untilState(id, 'read')
    expect(sentHere()).toHaveLength(before + 1)
  },
)

test('a message that may have been sent holds back the company until its outcome is known, so that messages keep their order', async () => {
  messenger.fake.behaveToSends('hang', 'normal')
  const other = await shop.addClient({ firstName: 'Eva', phone: '88881111' })
  const [first, second] = [await notifyReady(shop), await notifyReady(shop, other.id)]
  await messenger.round({ ambiguousMs: 60_000 })
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect([(await get(first)).state, (await get(second)).state]).toEqual(['sending', 'queued'])
  await world.owner.query('update messages set lease_until = now() where id = $1', [first])
  await untilState(second, 'read')
  expect((await get(first)).state).toBe('unknown')
})

test('an acknowledgement that comes before the answer is kept', async () => {
  const id = await notifyReady(shop)
  const { rows } = await world.database.withoutCompany((db) =>
    sql<Claimed>`select * from claim_next_message(true)`.execute(db),
  )
  const [claimed] = rows
  if (claimed?.message_id !== id) throw new Error('Another message was next')
  messenger.fake.emit(session, 'message.ack', {
    id: `true_50586904417@c.us_${claimed.gateway_message_id}`,
    from: '50586904417@c.us',
    fromMe: true,
    ack: 3,
    ackName: 'READ',
  })
  await untilState(id, 'read')
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    recordOutcome(db, claimed, { kind: 'sent', id: 'another' }, quickSending),
  )
  expect((await get(id)).state).toBe('read')
})

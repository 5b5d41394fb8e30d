import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { visitPage } from '../../../../../tests/support/client-pages.ts'
import { noPace, notifyReady, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let session: string
beforeEach(async () => {
  messenger.fake.behaveToSends('normal')
  session = await messenger.link(shop)
})

const sentTo = () => messenger.fake.sentBy(session).map(({ chatId }) => chatId)

const rounds = async (count: number, pace: Record<string, number>) => {
  for (let round = 0; round < count; round += 1) await messenger.round({ pace: { ...noPace, ...pace } })
}

const addKnown = async (phone: string) => {
  const client = await shop.addClient({ phone })
  await world.owner.query('update clients set chat_known_at = now() where id = $1', [client.id])
  return client
}

/** How long until the next message may leave, in milliseconds by the database's clock. */
async function waits(column: 'next_send_at' | 'next_first_contact_at' | 'next_link_at'): Promise<number> {
  const { rows } = await world.owner.query(
    `select extract(epoch from ${column} - clock_timestamp())::float8 * 1000 as ms from whatsapp_sessions where company_id = $1`,
    [shop.id],
  )
  return rows[0].ms
}

const { quietFromHour, quietToHour } = noPace
const byDay = { quietFromHour, quietToHour }

test('the default pace is 4 to 8 seconds between known chats and 30 to 60 before the next first contact', async () => {
  const known = await addKnown('88881111')
  await notifyReady(shop, known.id)
  await messenger.round({ pace: byDay })
  expect(sentTo()).toEqual(['50588881111@c.us'])
  expect(await waits('next_send_at')).toBeGreaterThan(2_000)
  expect(await waits('next_send_at')).toBeLessThanOrEqual(8_000)
  expect(await waits('next_first_contact_at')).toBeLessThan(0)
  await notifyReady(shop)
  await world.owner.query('update whatsapp_sessions set next_send_at = now() where company_id = $1', [shop.id])
  await messenger.round({ pace: byDay })
  expect(sentTo()).toHaveLength(2)
  expect(await waits('next_first_contact_at')).toBeGreaterThan(25_000)
  expect(await waits('next_first_contact_at')).toBeLessThanOrEqual(60_000)
})

test('the pace never has exact intervals', async () => {
  const pauses = new Set<number>()
  for (let round = 0; round < 5; round += 1) {
    const { rows } = await world.owner.query('select extract(epoch from random_pause(4000, 8000))::float8 as s')
    expect(rows[0].s).toBeGreaterThanOrEqual(4)
    expect(rows[0].s).toBeLessThanOrEqual(8)
    pauses.add(rows[0].s)
  }
  expect(pauses.size).toBe(5)
})

test('the pace of a company can differ from that of the installation', async () => {
  await world.owner.query(
    'update whatsapp_sessions set known_least_ms = 90000, known_most_ms = 90000 where company_id = $1',
    [shop.id],
  )
  await notifyReady(shop)
  await messenger.round()
  expect(sentTo()).toHaveLength(1)
  expect(await waits('next_send_at')).toBeGreaterThan(80_000)
})

test('messages to known chats leave before first contacts', async () => {
  await notifyReady(shop)
  await notifyReady(shop, (await addKnown('88882222')).id)
  await rounds(4, {})
  expect(sentTo()).toEqual(['50588882222@c.us', '50586904417@c.us'])
})

const notifyNewClients = async (count: number) => {
  for (let number = 0; number < count; number += 1) {
    await notifyReady(shop, (await shop.addClient({ phone: `8888300${number}` })).id)
  }
}

test('first contacts stop at the ceiling of a day, even if they read at once, and known chats go on', async () => {
  await notifyNewClients(4)
  await rounds(8, { firstContactsPerDay: 2 })
  expect(sentTo()).toHaveLength(2)
  const { data } = await shop.admin.ok('GET /api/messages/summary')
  expect(data).toMatchObject({
    waiting: 2,
    reason: 'Hoy ya se escribió al máximo de clientes nuevos; los demás siguen mañana',
  })
  await notifyReady(shop, (await addKnown('88884444')).id)
  expect((await shop.admin.ok('GET /api/messages/summary')).data.reason).toBeNull()
  await rounds(3, { firstContactsPerDay: 2 })
  expect(sentTo()).toHaveLength(3)
})

test('the ceiling of first contacts grows by a fifth each day since the phone was linked, up to its maximum', async () => {
  await notifyNewClients(6)
  await world.owner.query("update whatsapp_sessions set linked_at = now() - interval '4 days' where company_id = $1", [
    shop.id,
  ])
  // 2 × 1.2⁴ is 4.1: a fifth one may leave while four have.
  await rounds(3, { firstContactsPerDay: 2, firstContactsMost: 3 })
  expect(sentTo()).toHaveLength(3)
  await rounds(6, { firstContactsPerDay: 2 })
  expect(sentTo()).toHaveLength(5)
})

test('a first contact that could not be reached does not count against its own next try', async () => {
  messenger.fake.behaveToSends('unavailable')
  await notifyNewClients(1)
  await rounds(2, { firstContactsPerDay: 1 })
  messenger.fake.behaveToSends('normal')
  await messenger.until(() => sentTo().length === 1, { pace: { ...noPace, firstContactsPerDay: 1 } })
})

test('first contacts of yesterday do not count today', async () => {
  await notifyNewClients(2)
  await rounds(3, { firstContactsPerDay: 1 })
  expect(sentTo()).toHaveLength(1)
  await world.owner.query(
    "update messages set first_contact_at = first_contact_at - interval '1 day' where company_id = $1",
    [shop.id],
  )
  await rounds(3, { firstContactsPerDay: 1 })
  expect(sentTo()).toHaveLength(2)
})

test.each([
  ['2026-11-21T01:59:59Z', false, '19:59'],
  ['2026-11-21T02:00:00Z', true, '20:00'],
  ['2026-11-21T06:30:00Z', true, '0:30'],
  ['2026-11-21T12:59:59Z', true, '6:59'],
  ['2026-11-21T13:00:00Z', false, '7:00'],
])('it is quiet at %s: %s, because it is %s in Managua', async (at, isQuiet) => {
  world.setTime(new Date(at))
  const { rows } = await world.database.withoutCompany((db) =>
    sql<{ quiet: boolean; never: boolean; noon: boolean }>`
        select is_quiet(20, 7) as quiet, is_quiet(5, 5) as never, is_quiet(12, 14) as noon`.execute(db),
  )
  world.setTime(undefined)
  expect(rows[0]).toEqual({ quiet: isQuiet, never: false, noon: false })
})

test('no message leaves at night, the queue says why, and messages leave in the morning', async () => {
  const { quietFromHour: _, quietToHour: __, ...rest } = noPace
  const now = new Date()
  const night = new Date(`${now.toISOString().slice(0, 10)}T08:00:00Z`)
  const id = await notifyReady(shop)
  world.setTime(night)
  for (let round = 0; round < 3; round += 1) await messenger.round({ pace: rest })
  expect(sentTo()).toEqual([])
  const late = await shop.addUser('admin')
  const { data } = await late.ok('GET /api/messages/summary')
  expect(data).toMatchObject({ waiting: 1, reason: 'De noche no se envían mensajes; salen a partir de las 7:00' })
  world.setTime(new Date(night.getTime() + 8 * 3_600_000))
  await messenger.round({ pace: rest })
  world.setTime(undefined)
  expect(sentTo()).toHaveLength(1)
  expect(id).not.toBe('')
})

test('a gateway that hangs for one company does not hold up another', async () => {
  const other = await openShop(world)
  const otherSession = await messenger.link(other)
  await notifyReady(shop)
  messenger.fake.behaveToSends('hang', 'normal')
  await messenger.round({ ambiguousMs: 60_000 })
  await notifyReady(other)
  await messenger.round({ ambiguousMs: 60_000 })
  expect(messenger.fake.sentBy(otherSession)).toHaveLength(1)
  expect(sentTo()).toEqual([])
})

test('links that unknown callers ask for leave one in ten seconds, behind replies and links of staff, and spend no first contact', async () => {
  for (const phone of ['87000001', '87000002']) {
    await shop.addClient({ phone })
    await visitPage(world, shop.host, '/mi/entrar', { form: { telefono: phone } })
  }
  const { id } = await shop.addClient({ phone: '87000003' })
  await shop.user.ok('POST /api/client/:id/access', { params: { id } })
  await rounds(1, { firstContactsPerDay: 0 })
  expect(sentTo()).toEqual(['50587000003@c.us'])
  await rounds(1, { firstContactsPerDay: 0 })
  expect(sentTo()).toEqual(['50587000003@c.us', '50587000001@c.us'])
  const { reason } = (await shop.admin.ok('GET /api/messages/summary')).data
  expect(reason).toBe('Los enlaces de acceso de clientes que nunca han escrito salen uno cada 10 segundos')
  expect(await waits('next_first_contact_at')).toBeLessThan(0)
  expect(await waits('next_link_at')).toBeLessThanOrEqual(10_000)
  const setNext = (when: string) =>
    world.owner.query(`update whatsapp_sessions set next_link_at = ${when} where company_id = $1`, [shop.id])
  await setNext("now() + interval '1 minute'")
  await notifyReady(shop, (await addKnown('87000004')).id)
  // Another company has a pace of its own.
  const other = await openShop(world)
  const theirs = await messenger.link(other)
  await other.addClient({ phone: '87000005' })
  await visitPage(world, other.host, '/mi/entrar', { form: { telefono: '87000005' } })
  await rounds(2, {})
  expect(messenger.fake.sentBy(theirs).map(({ chatId }) => chatId)).toEqual(['50587000005@c.us'])
  expect(sentTo()).toContain('50587000004@c.us')
  expect(sentTo()).not.toContain('50587000002@c.us')
  await setNext('now()')
  await rounds(1, {})
  expect(sentTo()).toContain('50587000002@c.us')
})

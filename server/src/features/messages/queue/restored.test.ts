import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, notifyReady, openMessenger } from '../../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { newMark } from '../../../../../tests/support/world.ts'
import { notifyWaiting } from '../notify/notify-waiting.ts'

const world = openWorld()
let messenger: Messenger
let shop: Shop
let session: string
beforeAll(async () => {
  messenger = await openMessenger(world)
})
beforeEach(async () => {
  await world.owner.query("delete from gateway_turns where name = 'restored'")
  shop = await openShop(world)
  session = await messenger.link(shop)
})
afterAll(() => messenger.close())

const restore = () => world.owner.query<{ held: number }>('select hold_restored_messages()::int as held')
const summary = async () => (await shop.admin.ok('GET /api/messages/summary')).data
const stateOf = async (id: string) =>
  (await shop.admin.ok('GET /api/messages')).data.find((message) => message.id === id)?.state

test('what waited in a restored copy leaves only when an admin says so, and news since then does not wait for it', async () => {
  const waited = await notifyReady(shop)
  expect((await restore()).rows).toEqual([{ held: 1 }])
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect(messenger.fake.sentBy(session)).toEqual([])
  expect(await summary()).toMatchObject({ held: 1, waiting: 0 })
  const news = await notifyReady(shop)
  await messenger.until(async () => (await stateOf(news)) !== 'queued')
  expect([messenger.fake.sentBy(session).length, await stateOf(waited)]).toEqual([1, 'queued'])
  const letGo = { body: { action: 'send' as const }, headers: { 'idempotency-key': newMark() } }
  for (const _ of ['once', 'again under its key'])
    expect((await shop.admin.ok('POST /api/messages/held', letGo)).data).toEqual({ messages: 1 })
  await messenger.until(async () => (await stateOf(waited)) !== 'queued')
  expect(await summary()).toMatchObject({ held: 0 })
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log[0]).toMatchObject({ action: 'update', after: { held_at: null } })
})

test('what waited in a restored copy and is discarded never leaves', async () => {
  const waited = await notifyReady(shop)
  await restore()
  await shop.admin.ok('POST /api/messages/held', { body: { action: 'discard' } })
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect([messenger.fake.sentBy(session), await stateOf(waited)]).toEqual([[], 'cancelled'])
  await shop.user.ok('POST /api/messages/:id/resend', { params: { id: waited } })
  await messenger.until(async () => (await stateOf(waited)) !== 'queued')
})

test('a reminder that the rule of a company sends within a day of a restore is held, one that a user sends is not', async () => {
  const remindByRule = async () => {
    const { id } = await shop.addClient()
    await shop.receive({ clientId: id, shouldNotifyStorage: false })
    await world.database.asUser({ companyId: shop.id, userId: '' }, (db) => notifyWaiting(db, id))
  }
  await remindByRule()
  expect(await summary()).toMatchObject({ held: 0, waiting: 1 })
  await world.owner.query('update messages set state = $1 where company_id = $2', ['cancelled', shop.id])
  await restore()
  await remindByRule()
  expect(await summary()).toMatchObject({ held: 1, waiting: 0 })
  const { id } = await shop.addClient()
  await shop.receive({ clientId: id, shouldNotifyStorage: false })
  await shop.user.ok('POST /api/clients/:id/waiting-reminders', { params: { id } })
  expect(await summary()).toMatchObject({ held: 1 })
})

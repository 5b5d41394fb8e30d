import { beforeEach, expect, test } from 'vitest'
import { notifyReady, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { newMark } from '../../../../../tests/support/world.ts'
import { cancelMessages, notifyStatusChange } from '../notify/notify-status-change.ts'
import { notifyWaiting } from '../notify/notify-waiting.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let session: string
beforeEach(async () => {
  await world.owner.query("delete from gateway_turns where name = 'restored'")
  session = await messenger.link(shop)
})

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

const inShop = <T>(run: Parameters<typeof world.database.asUser<T>>[1]) =>
  world.database.asUser({ companyId: shop.id, userId: shop.admin.userId }, run)

/** Moves a package of each client to ready and holds its message. */
async function moveHeld(clientIds: string[]): Promise<string> {
  const packages = []
  for (const clientId of clientIds) {
    packages.push(await shop.receive({ clientId, statusId: shop.statuses.received, shouldNotifyStorage: false }))
  }
  const packageIds = packages.map(({ id }) => id)
  return await inShop(async (db) => {
    await db.updateTable('packages').set({ status_id: shop.statuses.ready }).where('id', 'in', packageIds).execute()
    const { id: changeId } = await db
      .insertInto('package_status_changes')
      .values({
        package_id: packageIds[0] ?? '',
        from_status_id: shop.statuses.received,
        to_status_id: shop.statuses.ready,
        from_name: 'Recibido',
        to_name: 'Listo',
        user_name: 'Ana',
        comment: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyStatusChange(db, { changeId, packageIds, statusId: shop.statuses.ready, holdSeconds: 10 })
    return changeId
  })
}

const undo = (changeId: string) => inShop((db) => cancelMessages(db, changeId))
const list = async () => (await shop.admin.ok('GET /api/messages')).data
const letThemGo = () =>
  world.owner.query("update messages set next_at = next_at - interval '10 seconds' where company_id = $1", [shop.id])

test('the message of a change that can be undone leaves only when its hold is over', async () => {
  await moveHeld([shop.client.id])
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect(messenger.fake.sentBy(session)).toEqual([])
  const { rows } = await world.owner.query(
    `select extract(epoch from next_at - clock_timestamp())::float8 as s from messages where company_id = $1`,
    [shop.id],
  )
  expect(rows[0].s).toBeLessThanOrEqual(10)
  await letThemGo()
  await messenger.until(() => messenger.fake.sentBy(session).length === 1)
})

test('the message of a change that can be undone is cancelled by undoing it, to every client, and the messages of other changes are not', async () => {
  const eva = await shop.addClient({ firstName: 'Eva', phone: '88881111' })
  const other = await moveHeld([eva.id])
  const changeId = await moveHeld([shop.client.id, eva.id])
  expect(await undo(changeId)).toEqual({ cancelled: 2, left: 0 })
  expect(await undo(changeId)).toEqual({ cancelled: 0, left: 0 })
  const outcomes = (await list()).map(({ state, error }) => [state, error])
  expect(outcomes).toEqual([
    ['cancelled', 'Se deshizo el cambio de estado'],
    ['cancelled', 'Se deshizo el cambio de estado'],
    ['queued', null],
  ])
  await letThemGo()
  await messenger.until(() => messenger.fake.sentBy(session).length === 1)
  expect(await undo(other)).toEqual({ cancelled: 0, left: 1 })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, openMessenger } from '../../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { cancelMessages, notifyStatusChange } from '../notify/notify-status-change.ts'

const world = openWorld()
let messenger: Messenger
let shop: Shop
let session: string
beforeAll(async () => {
  messenger = await openMessenger(world)
})
beforeEach(async () => {
  shop = await openShop(world)
  session = await messenger.link(shop)
})
afterAll(() => messenger.close())

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

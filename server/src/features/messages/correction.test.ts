import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, openMessenger } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
let messenger: Messenger
let shop: Shop
let session: string
beforeAll(async () => {
  messenger = await openMessenger(world)
})
beforeEach(async () => {
  messenger.fake.behaveToSends('normal')
  shop = await openShop(world)
  session = await messenger.link(shop)
})
afterAll(() => messenger.close())

const textsSent = () => messenger.fake.sentBy(session).map(({ text }) => text)
const list = async () => (await shop.admin.ok('GET /api/messages')).data
const isDue = async (id: string) =>
  (await shop.user.ok('GET /api/packages/:id/correction', { params: { id } })).data.isDue
const correct = (...packageIds: string[]) => shop.user.ok('POST /api/packages/correction', { body: { packageIds } })
const codeOf = async (...packageIds: string[]) =>
  (await shop.user.refused('POST /api/packages/correction', { body: { packageIds } })).code

async function change(id: string, values: object) {
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id } })
  await shop.user.ok('PUT /api/packages/:id', { params: { id }, body: { ...data, ...values } })
}

async function arrive() {
  await messenger.until(async () => (await list()).every(({ state }) => state === 'read' || state === 'cancelled'))
}

/** Packages of 2 lb at 3.75 that became ready together, and whose client was notified. */
async function notifyOf(count: number, clientId = shop.client.id): Promise<string[]> {
  const values = { clientId, statusId: shop.statuses.received, shouldNotifyStorage: false }
  const packages = []
  for (let index = 0; index < count; index += 1)
    packages.push((await shop.receive({ ...values, tracking: `T${index}` })).id)
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: packages, statusId: shop.statuses.ready } })
  return packages
}

test('a correction is offered once the client was notified of another weight or price, and sent once, with the values of the moment it leaves', async () => {
  const [courierPackage = ''] = await notifyOf(1)
  await change(courierPackage, { weight: 4 })
  expect(await isDue(courierPackage)).toBe(false)
  await arrive()
  await change(courierPackage, { comments: 'Caja golpeada' })
  expect(await isDue(courierPackage)).toBe(false)
  await change(courierPackage, { weight: 5 })
  expect(await isDue(courierPackage)).toBe(true)
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.user.send('POST /api/packages/correction', { body: { packageIds: [courierPackage] } })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  expect(await isDue(courierPackage)).toBe(false)
  await change(courierPackage, { weight: 6 })
  expect([await isDue(courierPackage), await codeOf(courierPackage)]).toEqual([false, 'correction_not_due'])
  await arrive()
  expect(textsSent()).toHaveLength(2)
  expect(textsSent()[1]).toContain('*corrección*')
  expect(textsSent()[1]).toContain('Tracking: T0\nPeso: 6.00 lbs\nTotal: *US$22.50*')
  expect(await isDue(courierPackage)).toBe(false)

  await change(courierPackage, { discountType: 'fixed_amount', discountValue: 2.5 })
  expect((await correct(courierPackage)).data).toEqual({ messages: 1 })
  await arrive()
  expect(textsSent()[2]).toContain('Total: *US$20.00*')
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  const entry = { action: 'insert', userId: shop.user.userId, before: null, after: { state: 'queued' } }
  expect(log).toMatchObject([entry, entry])
})

test('a correction that was cancelled is not offered again until the package changes anew', async () => {
  const [courierPackage = ''] = await notifyOf(1)
  await arrive()
  await change(courierPackage, { weight: 5 })
  await correct(courierPackage)
  const [{ id = '' } = {}] = await list()
  await shop.user.ok('POST /api/messages/:id/cancel', { params: { id } })
  expect(await isDue(courierPackage)).toBe(false)
  await change(courierPackage, { weight: 7 })
  expect(await isDue(courierPackage)).toBe(true)
  await change(courierPackage, { weight: 2 })
  expect(await isDue(courierPackage)).toBe(false)
})

test('a correction of many packages is one message to each client, and leaves out those that need none', async () => {
  const other = await shop.addClient({ firstName: 'Róger', phone: '88882222' })
  const [one = '', two = '', same = ''] = await notifyOf(3)
  const [third = ''] = await notifyOf(1, other.id)
  await arrive()
  for (const id of [one, two, third]) await change(id, { weight: 3 })
  expect((await correct(one, two, same, third)).data).toEqual({ messages: 2 })
  await arrive()
  const texts = textsSent().filter((text) => text.includes('corrección'))
  expect(texts.toSorted()).toMatchObject([
    expect.stringContaining('Tracking: T0, T1\nPeso: 6.00 lbs\nTotal: *US$22.50*'),
    expect.stringMatching(/Róger.*Peso: 3\.00 lbs/s),
  ])
})

test('a correction is not offered to a client who was never notified, wants no messages or has the package only now', async () => {
  const silent = await shop.receive({ shouldNotifyStorage: false })
  await change(silent.id, { weight: 9 })
  const [courierPackage = '', given = ''] = await notifyOf(2)
  await arrive()
  await change(courierPackage, { weight: 9 })
  await change(given, { weight: 9, clientId: (await shop.addClient({ phone: '88882222' })).id })
  expect([await isDue(silent.id), await isDue(courierPackage), await isDue(given)]).toEqual([false, true, false])
  const allow = { params: { id: shop.client.id }, body: { allowed: false } }
  await shop.user.ok('PUT /api/client/:id/messages', allow)
  expect([await isDue(courierPackage), await codeOf(courierPackage, silent.id)]).toEqual([false, 'correction_not_due'])
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage } })
  expect(await codeOf(courierPackage, given)).toBe('not_found')
})

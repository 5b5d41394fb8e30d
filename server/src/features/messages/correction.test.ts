import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Messenger, openMessenger } from '../../../test/messenger.ts'
import { openShop, type Shop } from '../../../test/shop.ts'
import { createWorld, type World } from '../../../test/world.ts'

let world: World
let messenger: Messenger
let shop: Shop
let session: string
beforeAll(async () => {
  world = await createWorld()
  messenger = await openMessenger(world)
})
beforeEach(async () => {
  messenger.standIn.behaveToSends('normal')
  shop = await openShop(world)
  session = await messenger.link(shop)
})
afterAll(async () => {
  await messenger.close()
  await world.close()
})

const textsSent = () => messenger.standIn.sentBy(session).map(({ text }) => text)
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

/** Boxes of 2 lb at 3.75 that became ready together, of which their client was told. */
async function tellOf(count: number, clientId = shop.client.id): Promise<string[]> {
  const values = { clientId, statusId: shop.statuses.received, shouldNotifyStorage: false }
  const boxes = []
  for (let box = 0; box < count; box += 1) boxes.push((await shop.receive({ ...values, tracking: `T${box}` })).id)
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: boxes, statusId: shop.statuses.ready } })
  return boxes
}

describe('a correction', () => {
  test('is offered once the client was told another weight or price, and told once, with what is so when it leaves', async () => {
    const [box = ''] = await tellOf(1)
    await change(box, { weight: 4 })
    expect(await isDue(box)).toBe(false)
    await arrive()
    await change(box, { comments: 'Caja golpeada' })
    expect(await isDue(box)).toBe(false)
    await change(box, { weight: 5 })
    expect(await isDue(box)).toBe(true)
    const answers = await Promise.all(
      [1, 2, 3].map(() => shop.user.send('POST /api/packages/correction', { body: { packageIds: [box] } })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(await isDue(box)).toBe(false)
    await change(box, { weight: 6 })
    expect([await isDue(box), await codeOf(box)]).toEqual([false, 'correction_not_due'])
    await arrive()
    expect(textsSent()).toHaveLength(2)
    expect(textsSent()[1]).toContain('*corrección*')
    expect(textsSent()[1]).toContain('Tracking: T0\nPeso: 6.00 lbs\nTotal: *US$22.50*')
    expect(await isDue(box)).toBe(false)

    await change(box, { discountType: 'fixed_amount', discountValue: 2.5 })
    expect((await correct(box)).data).toEqual({ messages: 1 })
    await arrive()
    expect(textsSent()[2]).toContain('Total: *US$20.00*')
    const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
    const entry = { action: 'insert', userId: shop.user.userId, before: null, after: { state: 'queued' } }
    expect(log).toMatchObject([entry, entry])
  })

  test('that was cancelled is not offered again until the package changes anew', async () => {
    const [box = ''] = await tellOf(1)
    await arrive()
    await change(box, { weight: 5 })
    await correct(box)
    const [{ id = '' } = {}] = await list()
    await shop.user.ok('POST /api/messages/:id/cancel', { params: { id } })
    expect(await isDue(box)).toBe(false)
    await change(box, { weight: 7 })
    expect(await isDue(box)).toBe(true)
    await change(box, { weight: 2 })
    expect(await isDue(box)).toBe(false)
  })

  test('of many packages is one message to each client, and leaves out those that need none', async () => {
    const other = await shop.addClient({ firstName: 'Róger', phone: '88882222' })
    const [one = '', two = '', same = ''] = await tellOf(3)
    const [third = ''] = await tellOf(1, other.id)
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

  test('is not offered to a client who was told nothing, wants no messages or has the package only now', async () => {
    const silent = await shop.receive({ shouldNotifyStorage: false })
    await change(silent.id, { weight: 9 })
    const [box = '', given = ''] = await tellOf(2)
    await arrive()
    await change(box, { weight: 9 })
    await change(given, { weight: 9, clientId: (await shop.addClient({ phone: '88882222' })).id })
    expect([await isDue(silent.id), await isDue(box), await isDue(given)]).toEqual([false, true, false])
    const allow = { params: { id: shop.client.id }, body: { allowed: false } }
    await shop.user.ok('PUT /api/client/:id/messages', allow)
    expect([await isDue(box), await codeOf(box, silent.id)]).toEqual([false, 'correction_not_due'])
    await shop.admin.ok('DELETE /api/packages/:id', { params: { id: box } })
    expect(await codeOf(box, given)).toBe('not_found')
  })
})

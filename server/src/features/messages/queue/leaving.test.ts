import type { Message } from '@casillero/shared/contract/messages'
import { beforeEach, expect, test } from 'vitest'
import { noPace, notifyReady, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let session: string
beforeEach(async () => {
  messenger.fake.behaveToSends('normal')
  session = await messenger.link(shop)
})

const textsSent = () => messenger.fake.sentBy(session).map(({ text }) => text)
const list = async () => (await shop.admin.ok('GET /api/messages')).data
const get = async (id: string): Promise<Message> => {
  const message = (await list()).find((each) => each.id === id)
  if (!message) throw new Error('There is no such message')
  return message
}
const rounds = async (count = 4) => {
  for (let round = 0; round < count; round += 1) await messenger.round()
}

async function setText(key: string, customContent: string) {
  const template = (await shop.admin.ok('GET /api/templates')).data.find((each) => each.key === key)
  if (!template) throw new Error(`There is no ${key}`)
  const sent = { params: { id: template.id }, body: { customContent, version: template.version } }
  await shop.admin.ok('PUT /api/templates/:id', sent)
}

const move = (packageIds: string[], statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId } })

/** Packages that became ready together, and the message that waits for them. */
async function moveTogether(count: number): Promise<{ id: string; packages: string[] }> {
  const values = { statusId: shop.statuses.received, shouldNotifyStorage: false }
  const packages = []
  for (let index = 0; index < count; index += 1)
    packages.push((await shop.receive({ ...values, tracking: `T${index}` })).id)
  await move(packages, shop.statuses.ready)
  return { id: (await list())[0]?.id ?? '', packages }
}

async function weigh(id: string, values: object) {
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id } })
  const { shippingMethod, clientId, tariffId, statusId, tracking, version } = data
  const body = { shippingMethod, clientId, tariffId, statusId, tracking, version, ...values }
  await shop.user.ok('PUT /api/packages/:id', { params: { id }, body })
}

const remove = (id: string) => shop.admin.ok('DELETE /api/packages/:id', { params: { id } })

test('a waiting message leaves with the weight, price, names and number of its moment, which staff see until then', async () => {
  await setText('ready', '{{nombre_cliente}} {{tracking}} {{peso}} {{precio_total}}')
  const { id, packages } = await moveTogether(1)
  await setText('ready', 'Hola {{nombre_cliente}}: {{tracking}}, {{peso}}, {{precio_total}}')
  await weigh(packages[0] ?? '', { weight: 7.19, tracking: 'T9' })
  const { version } = shop.client
  const body = { firstName: 'Ana María', lastNames: 'Núñez', phone: '+505 8888 1111', version }
  await shop.user.ok('PUT /api/client/:id', { params: { id: shop.client.id }, body })
  const text = 'Hola Ana María Núñez: T9, 7.19 lbs, US$26.96'
  expect(await get(id)).toMatchObject({ state: 'queued', body: text, phone: '50588881111' })
  await messenger.until(async () => (await get(id)).state === 'read')
  expect(messenger.fake.sentBy(session)).toMatchObject([{ chatId: '50588881111@c.us', text }])
  await weigh(packages[0] ?? '', { weight: 1 })
  expect(await get(id)).toMatchObject({ body: text, phone: '50588881111' })
})

test('a message that says a price waits for the price of all its packages, and holds no other message of its client', async () => {
  await setText('ready', '{{tracking}} {{ precio_total }}')
  const { id, packages } = await moveTogether(2)
  await weigh(packages[0] ?? '', { weight: null, tracking: 'T0' })
  await messenger.until(async () => (await get(id)).error !== null)
  expect(await get(id)).toMatchObject({ state: 'queued', error: 'El paquete #1 no tiene precio' })
  await setText('received', 'Recibido {{tracking}}')
  await shop.receive({ statusId: shop.statuses.received, tracking: 'T5', weight: null })
  await messenger.until(() => textsSent().length === 1)
  world.setTime(new Date(Date.now() + 5 * 86_400_000))
  await rounds()
  world.setTime(undefined)
  expect((await shop.admin.ok('GET /api/messages/summary')).data).toMatchObject({ waiting: 0, unpriced: 1 })
  await weigh(packages[0] ?? '', { weight: 3, tracking: 'T0' })
  await messenger.until(() => textsSent().length === 2)
  expect(textsSent()).toEqual(['Recibido T5', 'T0, T1 US$18.75'])
})

test('a message is tried again with the values of the moment of the try', async () => {
  await setText('ready', '{{peso}}')
  messenger.fake.behaveToSends('unavailable')
  const { id, packages } = await moveTogether(1)
  await messenger.until(async () => (await get(id)).error !== null)
  await weigh(packages[0] ?? '', { weight: 3 })
  messenger.fake.behaveToSends('normal')
  await messenger.until(() => textsSent().length === 1)
  expect(textsSent()).toEqual(['3.00 lbs'])
})

test.each([
  ['was deleted', 'El paquete se eliminó antes de que saliera el aviso', remove],
  [
    'moved on',
    'El paquete cambió de estado antes de que saliera el aviso',
    (id: string) => move([id], shop.statuses.received),
  ],
  [
    'changed hands',
    'El paquete pasó a otro cliente antes de que saliera el aviso',
    async (id: string) => weigh(id, { clientId: (await shop.addClient({ phone: '88882222' })).id }),
  ],
])('a waiting message is cancelled at once, with the reason, when its package %s', async (_, why, change) => {
  await world.owner.query('update statuses set template_id = null where id = $1', [shop.statuses.received])
  const { id, packages } = await moveTogether(1)
  await change(packages[0] ?? '')
  expect(await get(id)).toMatchObject({ state: 'cancelled', error: why })
  expect((await shop.user.refused('POST /api/messages/:id/resend', { params: { id } })).code).toBe('message_is_no_news')
  await rounds()
  expect(textsSent()).toEqual([])
})

test('a waiting message omits packages that left the status, and is cancelled with the last of them', async () => {
  await setText('ready', '{{tracking}} {{peso}}')
  await world.owner.query('update statuses set template_id = null where id = $1', [shop.statuses.inCustoms])
  const { id, packages } = await moveTogether(4)
  const [one = '', two = '', three = '', four = ''] = packages
  await move([two], shop.statuses.inCustoms)
  await remove(three)
  expect(await get(id)).toMatchObject({ body: 'T0, T3 4.00 lbs', packages: [{ id: one }, { id: four }] })
  const messagesOfTwo = await shop.user.ok('GET /api/messages', { query: { packageId: two } })
  expect(messagesOfTwo.data).toEqual([])
  await move([one, four], shop.statuses.inCustoms)
  expect((await get(id)).state).toBe('cancelled')
  const { id: next } = await moveTogether(2)
  await messenger.until(async () => (await get(next)).state === 'read')
  expect(textsSent()).toEqual(['T0, T1 4.00 lbs'])
})

test('a second arrival is announced once', async () => {
  await world.owner.query('update statuses set template_id = null where id = $1', [shop.statuses.received])
  const { packages } = await moveTogether(1)
  await move(packages, shop.statuses.received)
  await move(packages, shop.statuses.ready)
  await messenger.until(() => textsSent().length > 0)
  await rounds()
  expect(textsSent()).toHaveLength(1)
})

test('a message of a delivery to the door is cancelled with its invoice', async () => {
  const courierPackage = await shop.receive({ shouldNotifyStorage: false })
  const { id: invoiceId } = await shop.invoice([courierPackage], {
    shipping: {
      shippingMethodId: shop.methodId,
      currencyId: shop.nio,
      shippingPrice: 147.2,
      shippingAddress: 'León',
    },
  })
  const [message] = await list()
  expect(message?.body).toContain('Costo del envío: C$147.20')
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoiceId } })
  expect(await list()).toMatchObject([
    { state: 'cancelled', error: 'La factura se anuló antes de que saliera el aviso' },
  ])
})

test('a message of the version before leaves with the text that it has', async () => {
  const { id, packages } = await moveTogether(1)
  await world.owner.query("update messages set occasion = null, status_id = null, body = 'Ayer' where id = $1", [id])
  await weigh(packages[0] ?? '', { weight: 3, statusId: shop.statuses.inTransit })
  expect((await get(id)).body).toBe('Ayer')
  await messenger.until(async () => (await get(id)).state === 'read')
  expect(textsSent()).toContain('Ayer')
})

/** Behind the back of what the change of a package does by itself, as between claiming and sending. */
const leaveUnseen = async (packageId: string) => {
  await world.owner.query('alter table packages disable trigger leave_waiting_messages')
  await world.owner.query('update packages set deleted_at = now() where id = $1', [packageId])
  await world.owner.query('alter table packages enable trigger leave_waiting_messages')
}

test('a message that was claimed when its package left does not leave, and gives its turn back', async () => {
  const { id, packages } = await moveTogether(1)
  const next = await notifyReady(shop, (await shop.addClient({ phone: '88882222' })).id)
  await leaveUnseen(packages[0] ?? '')
  const slow = { pace: { ...noPace, knownLeastMs: 60_000, knownMostMs: 60_000, firstContactsPerDay: 1 } }
  await messenger.until(async () => (await get(next)).state === 'read', slow)
  expect(await get(id)).toMatchObject({
    state: 'cancelled',
    error: 'El paquete se eliminó antes de que saliera el aviso',
  })
  expect(textsSent()).toHaveLength(1)
})

test('a message that was claimed when its package left leaves without that package', async () => {
  await setText('ready', '{{tracking}}')
  const { id, packages } = await moveTogether(2)
  await leaveUnseen(packages[0] ?? '')
  await messenger.until(async () => (await get(id)).state === 'read')
  expect(textsSent()).toEqual(['T1'])
  expect((await get(id)).packages).toMatchObject([{ id: packages[1] }])
})

test('staff cancel a waiting message once, and the log has it', async () => {
  const id = await notifyReady(shop)
  const cancel = () => shop.user.send('POST /api/messages/:id/cancel', { params: { id } })
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const { rows } = await world.owner.query('select full_name as name from users where id = $1', [shop.user.userId])
  expect(await get(id)).toMatchObject({ state: 'cancelled', error: `Cancelado por ${rows[0].name}`, nextAt: null })
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log).toMatchObject([{ userId: shop.user.userId, before: { state: 'queued' }, after: { state: 'cancelled' } }])
  await rounds()
  expect(textsSent()).toEqual([])
  await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })
  await messenger.until(async () => (await get(id)).state === 'read')
  const late = await shop.user.refused('POST /api/messages/:id/cancel', { params: { id } })
  expect([late.status, late.code]).toEqual([409, 'message_not_waiting'])
})
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

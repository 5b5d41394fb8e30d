import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, openMessenger } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { prealertBody } from '../../../../tests/support/sample-prealert-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
let messenger: Messenger
beforeAll(async () => {
  messenger = await openMessenger(world)
})
beforeEach(() => world.setTime(new Date('2026-11-25T16:00:00Z')))

const announce = async (shop: Shop, more: object = {}) => {
  const purchase = { ...prealertBody(shop, '2026-11-22'), tracking: 'TBA309482119977', description: 'Ropa de bebé' }
  return (await shop.user.ok('POST /api/prealerts', { body: { ...purchase, ...more } })).data
}

test('a client is asked about a purchase that should have arrived, once in seven days, and not where it came meanwhile', async () => {
  const shop = await openShop(world)
  const session = await messenger.link(shop)
  const ask = (id: string) => shop.user.send('POST /api/prealerts/:id/ask', { params: { id } })
  const due = await announce(shop, { tracking: 'PRE-0001', expectedOn: '2026-11-26' })
  expect((await ask(due.id)).json()).toMatchObject({ code: 'prealert_not_late' })
  const late = await announce(shop)
  expect((await ask(late.id)).statusCode).toBe(201)
  await messenger.until(() => messenger.fake.sentBy(session).length > 0)
  expect(messenger.fake.sentBy(session)[0]?.text).toContain(
    'Tracking: TBA309482119977\nTienda: Amazon\nCompra: Ropa de bebé\nSe esperaba: 22 nov 2026',
  )
  const again = await ask(late.id)
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'Ya se le preguntó al cliente el 25 nov 2026; otra vez, desde el 2 dic 2026',
  ])
  await world.owner.query(`update prealerts set asked_at = asked_at - interval '7 days' where id = $1`, [late.id])
  expect((await ask(late.id)).statusCode).toBe(201)
})

test('clients are asked at once about all purchases that should have arrived, each once, and are told apart from those who cannot be', async () => {
  const shop = await openShop(world)
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const quiet = await shop.addClient({ firstName: 'Iris', lastNames: 'Paz' })
  await world.owner.query('update clients set messages_allowed = false where id = $1', [quiet.id])
  await announce(shop, { tracking: 'PRE-0001' })
  await announce(shop, { tracking: 'PRE-0002', clientId: other.id })
  await announce(shop, { tracking: 'PRE-0003', clientId: quiet.id })
  await announce(shop, { tracking: 'PRE-0004', expectedOn: '2026-11-25' })
  const asked = await announce(shop, { tracking: 'PRE-0005' })
  await announce(shop, { tracking: 'PRE-0006' })
  await shop.receive({ tracking: 'PRE-0006', shouldNotifyStorage: false })
  await shop.user.ok('POST /api/prealerts/:id/ask', { params: { id: asked.id } })
  expect((await shop.user.ok('GET /api/prealerts/counts')).data).toEqual({ expected: 5, late: 4, askable: 2 })
  const answers = await Promise.all([shop.user.ok('POST /api/prealerts/ask'), shop.admin.ok('POST /api/prealerts/ask')])
  const [first, second] = answers.map(({ data }) => data).toSorted((one, two) => two.asked - one.asked)
  expect(first).toEqual({ asked: 2, askedBefore: 1, unwanted: 1, unreachable: 0 })
  expect(second).toEqual({ asked: 0, askedBefore: 3, unwanted: 1, unreachable: 0 })
  const messages = (await shop.admin.ok('GET /api/messages', {})).data
  expect(messages).toHaveLength(3)
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['queued']))
  await world.owner.query(`update prealerts set asked_at = asked_at - interval '7 days'`)
  expect((await shop.user.ok('GET /api/prealerts/counts')).data.askable).toBe(3)
})

test('a question about a purchase that came meanwhile does not leave', async () => {
  const shop = await openShop(world)
  const { id } = await announce(shop)
  const asked = await shop.user.ok('POST /api/prealerts/:id/ask', { params: { id } })
  await shop.receive({ tracking: 'TBA309482119977' })
  const session = await messenger.link(shop)
  const find = async () =>
    (await shop.admin.ok('GET /api/messages', {})).data.find((message) => message.id === asked.data.id)
  await messenger.until(async () => (await find())?.state === 'cancelled')
  expect((await find())?.error).toBe('La compra llegó o se anuló antes de que saliera el aviso')
  expect(messenger.fake.sentBy(session)).toEqual([])
})

test('a package that its client announced is told by the text of pre-alerts in place of the usual one, where the company has it', async () => {
  const shop = await openShop(world)
  const session = await messenger.link(shop)
  const receive = async (tracking: string, clientId = shop.client.id) => {
    const before = messenger.fake.sentBy(session).length
    await shop.receive({ tracking, clientId, description: 'Tenis', statusId: shop.statuses.received })
    await messenger.until(() => messenger.fake.sentBy(session).length > before)
    return messenger.fake
      .sentBy(session)
      .slice(before)
      .map(({ text }) => text)
  }
  const usual = expect.stringContaining('recibimos su paquete en la bodega de Miami')
  await announce(shop, { tracking: 'PRE-0001' })
  expect(await receive('PRE-0001')).toEqual([usual])
  await shop.admin.ok('PUT /api/companies/update', { body: { hasPrealertNotice: true } })
  await announce(shop, { tracking: 'PRE-0002' })
  expect(await receive('PRE-0002')).toEqual([expect.stringMatching(/la \*compra que nos avisó\*[\s\S]*Compra: Tenis/)])
  expect(await receive('PRE-0003')).toEqual([usual])
  await announce(shop, { tracking: 'PRE-0004' })
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  expect(await receive('PRE-0004', other.id)).toEqual([usual])
})

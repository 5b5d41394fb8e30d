import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { type Receiver, startReceiver } from '../../../../tests/support/receiver.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { deliver, deliveriesOf, listen, quickDelivering, sendTest } from '../../../../tests/support/webhook-scene.ts'
import type { Db } from '../../platform/database/database.ts'
import { deliveringJobs } from './jobs.ts'
import { allowLocalReceivers } from './receivers.ts'

const world = openWorld()
const shop = openShops(world)
let receiver: Receiver
beforeAll(() => allowLocalReceivers())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

test('a delivery is signed by id, time and body with the secret that was shown once', async () => {
  const { id, secret } = await listen(shop, receiver)
  await sendTest(shop, id)
  await deliver(world)
  const [call] = receiver.received
  const { 'webhook-id': delivery, 'webhook-timestamp': seconds, 'webhook-signature': signature } = call?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${delivery}.${seconds}.${call?.body}`).digest('base64')
  expect([key.length, signature]).toEqual([32, `v1,${expected}`])
  expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60)
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ id: delivery, type: 'webhook.test', data: {} })
  expect(JSON.stringify(await shop.admin.ok('GET /api/webhooks'))).not.toContain(secret)
  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'webhooks' } })
  expect(log.data.map(({ label, after }) => [label, after?.note])).toEqual([
    [receiver.url, 'Prueba'],
    [receiver.url, undefined],
  ])
  expect(JSON.stringify(log)).not.toContain('whsec_')
  await expect(
    world.database.asUser({ companyId: shop.id, userId: '' }, (db) => db.selectFrom('webhooks').selectAll().execute()),
  ).rejects.toMatchObject({ code: '42501' })
})

test.each([
  [500, 500, 'Respondió con 500'],
  ['redirect', 302, 'Respondió con otra dirección'],
  ['hang', null, 'No respondió a tiempo'],
  ['reset', null, 'Cortó la conexión'],
] as const)(
  'a receiver that answers with %s is tried again, then given up and shown',
  async (how, answerStatus, error) => {
    const { id } = await listen(shop, receiver)
    receiver.behave(how)
    await sendTest(shop, id)
    await deliver(world)
    expect(await deliveriesOf(shop, id)).toMatchObject([
      { event: 'webhook.test', state: 'failed', attempts: 3, answerStatus, error, nextAt: null },
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received.every(({ path }) => path === '/avisos')).toBe(true)
    const [hook] = (await shop.admin.ok('GET /api/webhooks')).data
    expect(hook?.failing).toMatchObject({ reason: error })
  },
)

test('a delivery that was given up is sent again by hand under its id, and a receiver that answers well fails no more', async () => {
  const { id } = await listen(shop, receiver)
  receiver.behave(500)
  const { data } = await sendTest(shop, id)
  await deliver(world)
  receiver.behave(200)
  const params = { id, deliveryId: data.id }
  await shop.admin.ok('POST /api/webhooks/:id/deliveries/:deliveryId/resend', { params })
  await deliver(world)
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(data.id)
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'delivered', attempts: 1, answerStatus: 200 }])
  expect((await shop.admin.ok('GET /api/webhooks')).data).toMatchObject([{ failing: null }])
})

test('a webhook whose receiver fails rests as a whole, and a test wakes it', async () => {
  const { id } = await listen(shop, receiver)
  receiver.behave(500)
  await sendTest(shop, id)
  await deliver(world, { restMs: 60_000 })
  expect(receiver.received).toHaveLength(1)
  await shop.invoice(await shop.receiveMany(1))
  await deliver(world, { restMs: 60_000 })
  expect(receiver.received).toHaveLength(1)
  receiver.behave(200)
  await sendTest(shop, id)
  await deliver(world, { restMs: 60_000 })
  expect(receiver.received.length).toBeGreaterThan(3)
})

test('what could not be sent within a day is given up', async () => {
  const { id } = await listen(shop, receiver)
  await sendTest(shop, id)
  await world.owner.query("update webhook_deliveries set queued_at = now() - interval '26 hours'")
  await world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  await deliver(world)
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'failed', error: 'No se pudo entregar en un día' }])
  expect(receiver.received).toEqual([])
})

test('workers that send at once send each delivery once', async () => {
  await listen(shop, receiver, { events: ['package.status_changed'] })
  await shop.receiveMany(20)
  await Promise.all([deliver(world), deliver(world), deliver(world)])
  // A worker that finds the webhook in another's hands goes; the rest is sent by the last one.
  await deliver(world)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([20, 20])
})

test('a receiver that never answers keeps two deliveries of its own company on their way, and those of another are sent', async () => {
  const [slow, other] = [await openShop(world), await openShop(world)]
  const hanging = await startReceiver()
  hanging.behave('hang')
  await listen(slow, receiver, { events: ['package.status_changed'], address: hanging.url })
  const { id } = await listen(other, receiver, { events: ['package.status_changed'] })
  await slow.receiveMany(10)
  await other.receiveMany(10)
  const jobs = deliveringJobs(world.database, { ...quickDelivering, timeoutMs: 5_000, lanes: 4, mostAtOnce: 2 })
  const lanes = Promise.all(
    jobs.map(async (job) => {
      while (await job.run());
    }),
  )
  await expect.poll(async () => (await deliveriesOf(other, id)).every(({ state }) => state === 'delivered')).toBe(true)
  expect(hanging.received.length).toBeLessThanOrEqual(2)
  await hanging.close()
  await lanes
})

test('a delivery whose sender was killed is sent again under its id once its lease is over', async () => {
  const { id } = await listen(shop, receiver)
  const { data } = await sendTest(shop, id)
  const claim = () =>
    world.database.withoutCompany((db) =>
      sql<{ company: string }>`select company_id as company from claim_next_delivery(60000, 2)`.execute(db),
    )
  // What a test before left due may have its turn first.
  for (let company: string | undefined; company !== shop.id; ) {
    company = (await claim()).rows[0]?.company
    if (company === undefined) throw new Error('The delivery was not claimed')
  }
  await deliver(world)
  expect(receiver.received).toEqual([])
  const again = { params: { id, deliveryId: data.id } }
  expect(await shop.admin.refused('POST /api/webhooks/:id/deliveries/:deliveryId/resend', again)).toMatchObject({
    status: 409,
    code: 'delivery_on_its_way',
  })
  await world.owner.query('update webhook_deliveries set next_at = now() where id = $1', [data.id])
  await deliver(world)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([data.id])
})

test('claims of two servers at the same moment leave no more of a company on their way than it may have', async () => {
  const other = await openShop(world)
  const [one, two] = [await listen(shop, receiver), await listen(shop, receiver)]
  for (const { id } of [one, one, two]) await sendTest(shop, id)
  await sendTest(other, (await listen(other, receiver)).id)
  const claim = async (db: Db, most: number) => {
    const { rows } = await sql<{ company: string }>`
        select company_id as company from claim_next_delivery(60000, ${most})`.execute(db)
    return rows.map(({ company }) => company)
  }
  await world.database.withoutCompany(async (first) => {
    expect(await claim(first, 1)).toEqual([shop.id])
    // What the first one claimed is not committed yet, so that the second one cannot see it.
    const claimed = await world.database.withoutCompany((second) => claim(second, 1))
    expect(claimed, 'only another company has its turn').toEqual([other.id])
  })
  const further = await world.database.withoutCompany(async (db) => [await claim(db, 2), await claim(db, 2)])
  expect(further).toEqual([[shop.id], []])
})

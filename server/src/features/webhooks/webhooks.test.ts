import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { type Receiver, startReceiver } from '../../../../tests/support/receiver.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { allEvents, deliver, deliveriesOf, listen, sendTest } from '../../../../tests/support/webhook-scene.ts'
import { deliveringTimes } from './jobs.ts'
import { signBody } from './post-delivery.ts'
import { allowLocalReceivers } from './receivers.ts'
import { type ClaimedDelivery, recordReceipt } from './record-receipt.ts'

const world = openWorld()
const shop = openShops(world)
let receiver: Receiver
beforeAll(() => allowLocalReceivers())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const tell = () => receiver.received.map(({ body }) => JSON.parse(body))

const move = (shop: Shop, packageId: string, statusId: string) =>
  shop.admin.ok('PATCH /api/packages/status', { body: { packageIds: [packageId], statusId } })

test('a package that changes its status and an invoice that is made, paid and voided are told with their facts', async () => {
  const { id } = await listen(shop, receiver)
  const moved = await shop.receive({ statusId: shop.statuses.received })
  await move(shop, moved.id, shop.statuses.ready)
  const invoice = await shop.invoice([moved])
  const payment = {
    total: invoice.totalAmount,
    method: 'transfer' as const,
    reference: 'BAC 1',
    currencyId: shop.usd,
  }
  await shop.admin.ok('POST /api/invoices/:id/payments', { params: { id: invoice.id }, body: payment })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id }, query: { refund: 'credit' } })
  await deliver(world)
  const told = tell()
  expect(told.map(({ type }) => type)).toEqual([
    'package.status_changed',
    'package.status_changed',
    'invoice.created',
    'invoice.paid',
    'invoice.voided',
  ])
  expect(told[1]).toEqual({
    id: expect.any(String),
    type: 'package.status_changed',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      packageId: moved.id,
      number: moved.companyPackageId,
      tracking: moved.tracking,
      warehouseTracking: null,
      clientId: shop.client.id,
      from: { id: shop.statuses.received, name: 'Recibido en bodega US' },
      to: { id: shop.statuses.ready, name: 'Listo para retirar' },
    },
  })
  expect(told[3].data).toEqual({
    invoiceId: invoice.id,
    number: invoice.companyInvoiceId,
    status: 'paid',
    clientId: shop.client.id,
    currencyCode: 'USD',
    totalAmount: invoice.totalAmount,
    paidTotal: invoice.totalAmount,
    pendingTotal: 0,
  })
  expect((await deliveriesOf(shop, id)).map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
})

test('a client who is made is told once, with their casillero and whether they signed up themselves', async () => {
  await listen(shop, receiver, { events: ['client.created'] })
  const client = await shop.addClient()
  const params = { id: await shop.askToJoin({ phone: '50584560912' }) }
  const { data: own } = await shop.user.ok('POST /api/signups/:id/approve', { params, body: {} })
  await shop.admin.ok('PUT /api/client/:id', { params: { id: client.id }, body: { ...client, city: 'León' } })
  await deliver(world)
  const { id: clientId, casillero, firstName, lastNames, phone } = own
  expect(tell().map(({ type, data }) => [type, data.clientId, data.isSignedUp])).toEqual([
    ['client.created', client.id, false],
    ['client.created', clientId, true],
  ])
  expect(tell()[1]?.data).toEqual({ clientId, casillero, firstName, lastNames, phone, isSignedUp: true })
})

test('an invoice that is paid as it is made is told as both, and a change that is rolled back is told to no receiver', async () => {
  await listen(shop, receiver, { events: ['invoice.created', 'invoice.paid'] })
  const [first] = await shop.receiveMany(1)
  if (!first) throw new Error('no package')
  const payments = [{ total: first.totalPrice ?? 0, method: 'transfer' as const, reference: 'x', currencyId: shop.usd }]
  const body = shop.invoiceBodyOf([first], { payments })
  expect((await shop.admin.send('POST /api/invoices', { body: { ...body, expectedTotal: 1 } })).statusCode).toBe(409)
  await shop.admin.ok('POST /api/invoices', { body })
  await deliver(world)
  expect(tell().map(({ type }) => type)).toEqual(['invoice.created', 'invoice.paid'])
})

test('a webhook is told the events that it asked for, of its own company, and none while it is paused or once it is deleted', async () => {
  const other = await openShop(world)
  const hook = await listen(shop, receiver, { events: ['invoice.created'] })
  await listen(other, receiver, { events: ['invoice.voided'] })
  const { id, version } = hook
  const put = (isPaused: boolean, at: number) =>
    shop.admin.ok('PUT /api/webhooks/:id', {
      params: { id },
      body: { address: receiver.url, events: ['invoice.created'], isPaused, version: at },
    })
  await other.invoice(await other.receiveMany(1))
  await put(true, version)
  await shop.invoice(await shop.receiveMany(1))
  await put(false, version + 1)
  const told = await shop.invoice(await shop.receiveMany(1))
  await deliver(world)
  expect(tell().map(({ data }) => data.invoiceId)).toEqual([told.id])
  await shop.invoice(await shop.receiveMany(1))
  await shop.admin.ok('DELETE /api/webhooks/:id', { params: { id } })
  await shop.invoice(await shop.receiveMany(1))
  await deliver(world)
  expect(receiver.received).toHaveLength(1)
})

test('many packages that move together are told each once, in one statement of the change', async () => {
  await listen(shop, receiver, { events: ['package.status_changed'] })
  const packages = await shop.receiveMany(12, { statusId: null })
  const packageIds = packages.map(({ id }) => id)
  await shop.admin.ok('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.ready } })
  await deliver(world)
  const told = tell().filter(({ data }) => data.to?.id === shop.statuses.ready)
  expect(told.map(({ data }) => data.packageId).toSorted()).toEqual(packageIds.toSorted())
})

test('a company has at most ten webhooks, and an edit of an old version is refused', async () => {
  const first = await listen(shop, receiver)
  const body = { address: receiver.url, events: ['invoice.paid' as const], version: first.version }
  await shop.admin.ok('PUT /api/webhooks/:id', { params: { id: first.id }, body })
  expect(await shop.admin.refused('PUT /api/webhooks/:id', { params: { id: first.id }, body })).toMatchObject({
    status: 409,
  })
  for (let index = 0; index < 8; index += 1) await listen(shop, receiver)
  const two = await Promise.all(
    [1, 2].map(() =>
      shop.admin.send('POST /api/webhooks', { body: { address: receiver.url, events: [...allEvents] } }),
    ),
  )
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
})

test('what a closed company has to tell waits until it is open again', async () => {
  await listen(shop, receiver, { events: ['invoice.created'] })
  await shop.invoice(await shop.receiveMany(1))
  await world.owner.query("update companies set status = 'suspended' where id = $1", [shop.id])
  await deliver(world)
  expect(receiver.received).toEqual([])
  await world.owner.query("update companies set status = 'active' where id = $1", [shop.id])
  await deliver(world)
  expect(tell().map(({ type }) => type)).toEqual(['invoice.created'])
})

test('a webhook that takes the place of another signs with its own secret, and what waited for the other is not sent', async () => {
  const old = await listen(shop, receiver, { events: ['invoice.created'] })
  await shop.invoice(await shop.receiveMany(1))
  await shop.admin.ok('DELETE /api/webhooks/:id', { params: { id: old.id } })
  const next = await listen(shop, receiver, { events: ['invoice.created'] })
  const told = await shop.invoice(await shop.receiveMany(1))
  await deliver(world)
  expect(tell().map(({ data }) => data.invoiceId)).toEqual([told.id])
  const { headers = {}, body = '' }: Partial<Receiver['received'][number]> = receiver.received[0] ?? {}
  const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
  expect(headers['webhook-signature']).toBe(signBody(next.secret, { id, seconds, body }))
  expect(headers['webhook-signature']).not.toBe(signBody(old.secret, { id, seconds, body }))
})

test('deliveries that are over are kept for thirty days', async () => {
  const { id } = await listen(shop, receiver, { events: ['invoice.created'] })
  await shop.invoice(await shop.receiveMany(1))
  await deliver(world)
  const sweepAfter = async (days: number) => {
    await world.owner.query(
      "update webhook_deliveries set ended_at = now() - $1::int * interval '1 day' where ended_at is not null",
      [days],
    )
    await world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
    return (await deliveriesOf(shop, id)).length
  }
  expect(await sweepAfter(29)).toBe(1)
  expect(await sweepAfter(31)).toBe(0)
})

const failure = { status: 500, reason: 'Respondió con 500' }
const { retryMs } = deliveringTimes

async function claim(): Promise<ClaimedDelivery | undefined> {
  // What waits or rests is due now.
  await world.owner.query("update webhook_deliveries set next_at = now() - interval '1 second'")
  await world.owner.query("update webhook_turns set next_at = now() - interval '1 second'")
  return await world.database.withoutCompany(
    async (db) => (await sql<ClaimedDelivery>`select * from claim_next_delivery(60000, 2)`.execute(db)).rows[0],
  )
}

async function failAgain(shop: Shop): Promise<ClaimedDelivery> {
  const claimed = await claim()
  if (!claimed) throw new Error('Nothing is due')
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    recordReceipt(db, claimed, failure, deliveringTimes),
  )
  return claimed
}

/** Milliseconds since 1970, by the database, of the next try, of the end of the webhook's rest and of this moment. */
async function timesOf(webhookId: string) {
  const { rows } = await world.owner.query<{ delivery: number; webhook: number; now: number }>(
    `select extract(epoch from d.next_at)::float * 1000 as delivery, extract(epoch from t.next_at)::float * 1000 as webhook,
       extract(epoch from clock_timestamp())::float * 1000 as now
     from webhook_deliveries d join webhook_turns t using (company_id, webhook_id) where d.webhook_id = $1`,
    [webhookId],
  )
  return rows[0] ?? { delivery: 0, webhook: 0, now: 0 }
}

async function openWebhook() {
  const shop = await openShop(world)
  const receiver = await startReceiver()
  const { id } = await listen(shop, receiver)
  await receiver.close()
  await sendTest(shop, id)
  return { shop, id }
}

test('a delivery is tried eight times after growing pauses, while its webhook rests a second at first and a minute at most', async () => {
  const { shop, id } = await openWebhook()
  for (const [at, pause] of retryMs.entries()) {
    const before = (await timesOf(id)).now
    const { attempts } = await failAgain(shop)
    expect(attempts).toBe(at + 1)
    const { delivery, webhook, now } = await timesOf(id)
    // It was written down at some moment between the two.
    expect(delivery, `the next try after ${attempts}`).toBeGreaterThan(before + pause * 0.8)
    expect(delivery, `the next try after ${attempts}`).toBeLessThan(now + pause * 1.2)
    const rest = Math.min(1_000 * 2 ** at, 60_000)
    expect(webhook, `the rest after ${attempts}`).toBeGreaterThan(before + rest)
    expect(webhook, `the rest after ${attempts}`).toBeLessThan(now + rest)
  }
  await failAgain(shop)
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'failed', attempts: 8, nextAt: null }])
  expect(await claim()).toBeUndefined()
})

test('pauses grow, and the tries of a delivery end within a day of its event', () => {
  expect(retryMs).toEqual(retryMs.toSorted((a, b) => a - b))
  expect(retryMs.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(86_400_000)
})

test('a delivery whose next try would come more than a day after its event is given up', async () => {
  const { shop, id } = await openWebhook()
  await world.owner.query("update webhook_deliveries set queued_at = now() - interval '23 hours 59 minutes'")
  await failAgain(shop)
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'queued', attempts: 1 }])
  await failAgain(shop)
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'failed', attempts: 2 }])
})

test('what a sender reports after its lease was over changes nothing', async () => {
  const { shop, id } = await openWebhook()
  const late = await claim()
  const again = await claim()
  if (!late || !again) throw new Error('Nothing is due')
  expect([late.delivery_id, again.attempts]).toEqual([again.delivery_id, 2])
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    recordReceipt(db, late, failure, deliveringTimes),
  )
  expect(await deliveriesOf(shop, id)).toMatchObject([{ state: 'sending', error: null }])
  expect((await shop.admin.ok('GET /api/webhooks')).data, 'the webhook does not rest for it').toMatchObject([
    { failing: null },
  ])
})

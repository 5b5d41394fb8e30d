import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { startReceiver } from '../../../../tests/support/receiver.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { deliveriesOf, listen, sendTest } from '../../../../tests/support/webhook-scene.ts'
import { deliveringTimes } from './jobs.ts'
import { allowLocalReceivers } from './receivers.ts'
import { type ClaimedDelivery, recordReceipt } from './record-receipt.ts'

const world = openWorld()
beforeAll(() => allowLocalReceivers())

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

import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

/** A client who owes US$7.50 and sent a voucher; gives the acceptance of it. */
async function addOwing(shop: Shop) {
  const { id: clientId } = await shop.addClient()
  const { id: invoiceId } = await shop.invoice([await shop.receive({ clientId })], { clientId })
  const voucherId = await shop.sendVoucher(clientId)
  const accept = (reference: string | null, more: object = {}) => ({
    params: { id: voucherId },
    body: {
      payments: [{ total: 7.5, method: 'transfer' as const, reference, currencyId: shop.usd }],
      allocations: [{ invoiceId, amount: 7.5 }],
      ...more,
    },
  })
  return { clientId, voucherId, accept }
}

test('of two clerks who register one transfer for two clients at once the second one needs a reason', async () => {
  const shop = await openShop(world)
  const [one, other] = [await addOwing(shop), await addOwing(shop)]
  const clients = [one.clientId, other.clientId]
  let calls: Promise<{ statusCode: number }[]> = Promise.resolve([])
  await holding(world.owner, ['select from clients where id = any($1) for update', [clients]], async () => {
    calls = Promise.all([
      shop.user.send('POST /api/vouchers/:id/accept', one.accept('448120773')),
      shop.admin.send('POST /api/vouchers/:id/accept', other.accept('448120773')),
    ])
    await untilBlocked(world.owner, 2)
  })
  expect((await calls).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('a repeated reference that the client typed needs a reason although the clerk leaves it out', async () => {
  const shop = await openShop(world)
  const [one, other] = [await addOwing(shop), await addOwing(shop)]
  await shop.user.ok('POST /api/vouchers/:id/accept', one.accept('448120773'))
  await world.owner.query("update vouchers set reference = '448120773' where id = $1", [other.voucherId])
  const refused = await shop.user.refused('POST /api/vouchers/:id/accept', other.accept(null))
  expect(refused.code).toBe('voucher_repeated')
  await shop.user.ok('POST /api/vouchers/:id/accept', other.accept('448120774'))
})

test('a voucher is registered once by two clerks at once, and its key is not taken with another amount', async () => {
  const shop = await openShop(world)
  const { accept, voucherId } = await addOwing(shop)
  const answers = await Promise.all([
    shop.user.send('POST /api/vouchers/:id/accept', accept('1')),
    shop.admin.send('POST /api/vouchers/:id/accept', accept('2')),
    shop.admin.send('POST /api/vouchers/:id/reject', { params: { id: voucherId }, body: { reason: 'No' } }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
  const next = await addOwing(shop)
  const headers = { 'idempotency-key': 'una-sola-vez' }
  const first = await shop.user.ok('POST /api/vouchers/:id/accept', { ...next.accept('3'), headers })
  const again = await shop.user.ok('POST /api/vouchers/:id/accept', { ...next.accept('3'), headers })
  expect(again.data.collection.id).toBe(first.data.collection.id)
  const changed = await shop.user.refused('POST /api/vouchers/:id/accept', { ...next.accept('4'), headers })
  expect(changed.code).toBe('key_reused')
})

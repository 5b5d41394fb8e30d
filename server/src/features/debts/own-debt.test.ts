import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

type Payment = { total: number; method: 'cash' | 'transfer' | 'credit'; currencyId?: string }

const pay = async ({ user }: Shop, id: string, body: Payment) =>
  (await user.ok('POST /api/invoices/:id/payments', { params: { id }, body })).data

const collect = async ({ user, client }: Shop, payments: (Payment & { currencyId: string })[]) =>
  (await user.ok('POST /api/clients/:id/collections', { params: { id: client.id }, body: { payments } })).data

const readAccount = async ({ viewer, client }: Shop) =>
  (await viewer.ok('GET /api/clients/:id/account', { params: { id: client.id } })).data

const readOwed = async (shop: Shop) => {
  const { owed, credit } = await readAccount(shop)
  return [owed.map(({ amount, count }) => [amount, count]), credit.map(({ amount }) => amount)]
}

const readDay = async ({ viewer, client }: Shop, day: string) => {
  const query = { from: day, to: day }
  return (await viewer.ok('GET /api/clients/:id/statement', { params: { id: client.id }, query })).data.accounts
}

const readClosing = async (shop: Shop, day: string) => (await readDay(shop, day)).map(({ closing }) => closing)

const expectHealthy = async () =>
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])

/** On 1 October an invoice of US$10 is paid by a transfer of 30, one of 15 from what that left, and the transfer is taken back. */
async function openWithDebt() {
  const shop = await openShop(world)
  world.setTime(new Date('2026-10-01T16:00:00Z'))
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Redonda', type: 'aereo' as const, pricePerPound: 5 },
  })
  const owing = async (weight: number) => shop.invoice([await shop.receive({ tariffId: tariff.id, weight })])
  const [a, b] = [await owing(2), await owing(3)]
  const { payments } = await pay(shop, a.id, { total: 30, method: 'transfer' })
  const used = await pay(shop, b.id, { total: 15, method: 'credit' })
  const params = { id: payments[0]?.id ?? '' }
  const reversal = { params, body: { reason: 'No llegó' } }
  return { shop, a, b, usedId: used.payments[0]?.id ?? '', owing, reversal }
}

test('used credit that lost its payment is a debt of its own, which is paid after its invoice and leaves the past as it was', async () => {
  const { shop, a, reversal } = await openWithDebt()
  const { data: after } = await shop.admin.ok('POST /api/payments/:id/reverse', reversal)
  expect(after).toMatchObject({ status: 'pending', pendingTotal: 10, paidTotal: 0, changeTotal: 0 })
  expect(await readOwed(shop)).toEqual([[[25, 2]], []])
  const [first] = await readDay(shop, '2026-10-01')
  expect(first).toMatchObject({ closing: 25, owed: 25, credit: 0 })
  expect(first?.entries.at(-1)).toMatchObject({ kind: 'uncovered', invoice: { id: a.id }, debit: 15, balance: 25 })
  world.setTime(new Date('2026-10-02T16:00:00Z'))
  expect(await pay(shop, a.id, { total: 10, method: 'cash' })).toMatchObject({ status: 'paid', pendingTotal: 0 })
  expect(await readOwed(shop)).toEqual([[[15, 1]], []])
  const { debts } = await readAccount(shop)
  const debtId = debts[0]?.id
  expect(debts).toMatchObject([{ invoice: { id: a.id }, currency: { code: 'USD' }, amount: 15, pendingTotal: 15 }])
  const part = await collect(shop, [{ total: 4, method: 'cash', currencyId: shop.usd }])
  expect(part.parts).toMatchObject([{ invoiceId: null, debtId, total: 4, convertedTotal: 4 }])
  expect(part).toMatchObject({ invoices: [], debts: [{ id: debtId, amount: 4, pendingTotal: 11 }] })
  expect(await readClosing(shop, '2026-10-02')).toEqual([11])
  await collect(shop, [{ total: 11, method: 'cash', currencyId: shop.usd }])
  expect(await readOwed(shop)).toEqual([[], []])
  world.setTime(new Date('2026-10-03T16:00:00Z'))
  const again = { params: { id: part.id }, body: { reason: 'Por error' } }
  await shop.admin.ok('POST /api/collections/:id/reverse', again)
  expect(await readOwed(shop)).toEqual([[[4, 1]], []])
  expect([
    await readClosing(shop, '2026-10-01'),
    await readClosing(shop, '2026-10-02'),
    await readClosing(shop, '2026-10-03'),
  ]).toEqual([[25], [0], [4]])
  world.setTime(undefined)
  await expectHealthy()
})

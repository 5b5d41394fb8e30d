import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectWhole, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

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
  await expectWhole(world)
})

test('every place that says what a client owes counts a debt of its own, by the day of the reversal', async () => {
  const { shop, a, reversal } = await openWithDebt()
  world.setTime(new Date('2026-10-03T16:00:00Z'))
  await shop.admin.ok('POST /api/payments/:id/reverse', reversal)
  await pay(shop, a.id, { total: 10, method: 'cash' })
  world.setTime(new Date('2026-10-08T16:00:00Z'))
  const { id, casillero } = shop.client
  const { data: client } = await shop.admin.ok('GET /api/client/:id', { params: { id } })
  await shop.admin.ok('PUT /api/client/:id', { params: { id }, body: { ...client, creditLimit: 20 } })
  const byAge = [0, 15, 0, 0, 0]
  const { data: debtors } = await shop.user.ok('GET /api/debts', { query: {} })
  expect(debtors).toMatchObject([{ id, days: 5, debts: [{ amount: 15, byAge }], creditLine: { limit: 20, used: 15 } }])
  expect((await shop.admin.ok('GET /api/debts/totals')).data).toMatchObject([{ amount: 15, clients: 1, byAge }])
  const { data: figures } = await shop.admin.ok('GET /api/dashboard')
  expect(figures.money?.owed).toMatchObject({ amounts: [{ amount: 15 }], clients: 1 })
  const report = { params: { name: 'debts-by-age' as const }, query: {} }
  expect((await shop.admin.ok('GET /api/reports/:name', report)).data.rows).toMatchObject([{ key: '1', count: 1 }])
  const { data: found } = await shop.viewer.ok('GET /api/search', { query: { q: casillero } })
  expect(found.clients).toMatchObject([{ owed: [{ amount: 15 }] }])
  const { data: owing } = await shop.viewer.ok('GET /api/client', { query: { debt: 'true' } })
  expect(owing.map((one) => one.id)).toEqual([id])
  const { data: told } = await shop.user.ok('POST /api/clients/:id/reminders', { params: { id } })
  expect(told.body).toContain('US$15.00')
  expect(told.body).toContain('1 factura')
  world.setTime(undefined)
})

test('credit of another currency that lost its payment is a debt in that currency, and its invoice may be voided', async () => {
  const { shop, owing } = await openWithDebt()
  const [c, d] = [await owing(2), await owing(3)]
  const { data: paid } = await shop.user.ok('POST /api/invoices/:id/payments', {
    params: { id: c.id },
    body: { total: 30, method: 'transfer', change: [{ currencyId: shop.nio, kind: 'credit' }] },
  })
  await pay(shop, d.id, { total: 546, method: 'credit', currencyId: shop.nio })
  const params = { id: paid.payments[0]?.id ?? '' }
  const { data: shown } = await shop.admin.ok('GET /api/payments/:id/reversal', { params })
  expect(shown.debts).toEqual([{ companyInvoiceId: c.companyInvoiceId, symbol: 'C$', pendingTotal: 546 }])
  await shop.admin.ok('POST /api/payments/:id/reverse', { params, body: { reason: 'No llegó' } })
  const owed = async () => (await readAccount(shop)).owed.map(({ code, amount }) => [code, amount])
  expect((await owed())[0]).toEqual(['NIO', 546])
  const [nio] = await readDay(shop, '2026-10-01')
  expect(nio?.entries.at(-1)).toMatchObject({ kind: 'uncovered', debit: 546, credit: 0, balance: 546 })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: c.id } })
  expect((await owed())[0]).toEqual(['NIO', 546])
  world.setTime(undefined)
  await expectWhole(world)
})

test('credit that comes back later stays beside the debt, which it pays through a collection like any payment', async () => {
  const { shop, b, reversal } = await openWithDebt()
  await shop.admin.ok('POST /api/payments/:id/reverse', reversal)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: b.id } })
  expect(await readOwed(shop)).toEqual([[[25, 2]], [15]])
  const [debt] = (await readAccount(shop)).debts
  const typed = { debtId: debt?.id ?? '', amount: 15 }
  const payments = [{ total: 15, method: 'credit' as const, currencyId: shop.usd }]
  const call = { params: { id: shop.client.id }, body: { payments, allocations: [typed] } }
  const expected = { invoices: [], debts: [{ debtId: typed.debtId, amount: 14 }], change: 0 }
  expect(
    await shop.user.refused('POST /api/clients/:id/collections', { ...call, body: { ...call.body, expected } }),
  ).toMatchObject({ code: 'amounts_changed' })
  await shop.user.ok('POST /api/clients/:id/collections', call)
  expect(await readOwed(shop)).toEqual([[[10, 1]], []])
  expect(await shop.user.refused('POST /api/clients/:id/collections', call)).toMatchObject({ code: 'amounts_changed' })
  world.setTime(undefined)
  await expectWhole(world)
})

test('credit that a collection of debts alone left and that was used is a debt of the same invoice, which a merger moves', async () => {
  const { shop, a, owing, reversal } = await openWithDebt()
  await shop.admin.ok('POST /api/payments/:id/reverse', reversal)
  await pay(shop, a.id, { total: 10, method: 'cash' })
  const over = await collect(shop, [{ total: 20, method: 'transfer', currencyId: shop.usd }])
  expect(over).toMatchObject({ invoices: [], debts: [{ amount: 15, pendingTotal: 0 }], changeTotal: 5 })
  const c = await owing(2)
  await pay(shop, c.id, { total: 3, method: 'credit' })
  const params = { id: over.id }
  const { data: shown } = await shop.admin.ok('GET /api/collections/:id/reversal', { params })
  expect(shown.debts.map(({ companyInvoiceId, pendingTotal }) => [companyInvoiceId, pendingTotal])).toEqual([
    [a.companyInvoiceId, 15],
    [a.companyInvoiceId, 3],
  ])
  await shop.admin.ok('POST /api/collections/:id/reverse', { params, body: { reason: 'No llegó' } })
  expect(await readOwed(shop)).toEqual([[[25, 3]], []])
  const other = await shop.addClient()
  const merge = { params: { id: shop.client.id }, body: { intoClientId: other.id } }
  await shop.admin.ok('POST /api/clients/:id/merge', merge)
  expect(await readOwed({ ...shop, client: other })).toEqual([[[25, 3]], []])
  world.setTime(undefined)
  await expectWhole(world)
})

test('an upgrade makes what hides in an installation of before a debt of its own, on the day of its reversal', async () => {
  const { shop, a, reversal } = await openWithDebt()
  await shop.admin.ok('POST /api/payments/:id/reverse', reversal)
  // As the version before left it.
  await world.owner.query('delete from client_debts where company_id = $1', [shop.id])
  await world.owner.query('delete from invoice_changes where amount = -15 and company_id = $1', [shop.id])
  await world.owner.query('update invoices set given_total = 15 where id = $1', [a.id])
  world.setTime(new Date('2026-10-02T16:00:00Z'))
  expect(await pay(shop, a.id, { total: 10, method: 'cash' })).toMatchObject({ status: 'pending', pendingTotal: 10 })
  const migration = readFileSync(join(import.meta.dirname, '../../../migrations/0103_client_debts.sql'), 'utf8')
  await world.owner.query(`begin; ${migration.slice(migration.indexOf('-- What hides now'))}; commit`)
  expect(await readOwed(shop)).toEqual([[[15, 2]], []])
  expect((await readAccount(shop)).debts).toMatchObject([{ amount: 5, createdAt: '2026-10-01T16:00:00.000Z' }])
  expect([await readClosing(shop, '2026-10-01'), await readClosing(shop, '2026-10-02')]).toEqual([[25], [15]])
  world.setTime(undefined)
  await expectWhole(world)
})

test('change of before its parts were kept stays on its day in the statement when a payment is taken back later', async () => {
  const shop = await openShop(world)
  world.setTime(new Date('2026-10-01T20:00:00Z'))
  const { id } = await shop.invoice([await shop.receive()], { payments: [{ total: 5, method: 'transfer' }] })
  world.setTime(new Date('2026-10-02T12:00:00Z'))
  const { payments } = await pay(shop, id, { total: 6, method: 'cash' })
  await world.owner.query('delete from invoice_changes where invoice_id = $1', [id])
  await world.owner.query('delete from client_credits where invoice_id = $1', [id])
  world.setTime(new Date('2026-10-03T10:00:00Z'))
  const call = { params: { id: payments[0]?.id ?? '' }, body: { reason: 'No llegó' } }
  await shop.admin.ok('POST /api/payments/:id/reverse', call)
  const days = ['2026-10-01', '2026-10-02', '2026-10-03']
  expect(await Promise.all(days.map((day) => readClosing(shop, day)))).toEqual([[2.5], [0], [1.5]])
  world.setTime(undefined)
  await expectWhole(world)
})

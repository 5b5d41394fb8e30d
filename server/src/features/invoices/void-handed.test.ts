import { expect, test } from 'vitest'
import { openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

const preview = async ({ admin }: Shop, id: string) =>
  (await admin.ok('GET /api/invoices/:id/void', { params: { id } })).data

const handOver = async ({ user, client }: Shop, packages: readonly { id: string }[]) =>
  (
    await user.ok('POST /api/handovers', {
      body: { clientId: client.id, packageIds: packages.map(({ id }) => id), receivedBy: { name: 'Ana' } },
    })
  ).data

const listUnbilled = async ({ viewer }: Shop) => {
  const { data } = await viewer.ok('GET /api/packages', { query: { missing: 'invoice', sort: 'number' } })
  const { data: figures } = await viewer.ok('GET /api/dashboard')
  expect(figures.unbilled).toBe(data.length)
  return data.map(({ companyPackageId }) => companyPackageId)
}

test('a void gives cash back in coins that there are, as it says before, and keeps the rest as rounding', async () => {
  const shop = await openShop(world)
  const { id: sessionId } = await openPrincipal(shop, [{ currencyId: shop.usd, amount: 100 }])
  const made = await shop.invoice([await shop.receive({ weight: 27.56 })], {
    payments: [{ total: 104, method: 'cash' }],
  })
  expect([made.totalAmount, made.change.map(({ currency, handed }) => [currency.code, handed])]).toEqual([
    103.35,
    [['NIO', 24]],
  ])
  const before = await preview(shop, made.id)
  expect(before.credit).toEqual([{ currencyId: shop.usd, symbol: 'US$', amount: 103.35 }])
  expect(before.cash.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    ['US$', 103],
    ['C$', 13],
  ])
  expect([before.bank, before.usedCredit, before.handovers, before.dispatch]).toEqual([[], [], [], null])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id }, query: { refund: 'cash' } })
  const { balances } = await readSession(shop, sessionId)
  const shown = balances?.map(({ code, expected, rounding }) => [code, expected, rounding])
  expect(shown?.toSorted()).toEqual([
    ['NIO', -37, -0.6],
    ['USD', 101, 0],
  ])
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
})

test('a void says before what goes back by the bank, and what to the credit', async () => {
  const shop = await openShop(world)
  const cash = { direction: 'in' as const, currencyId: shop.usd, amount: 5, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: cash })
  const made = await shop.invoice([await shop.receive()], {
    payments: [
      { total: 5, method: 'credit' },
      { total: 2, method: 'card' },
      { total: 18.4, method: 'cash', currencyId: shop.nio },
    ],
  })
  const { bank, usedCredit, cash: handed } = await preview(shop, made.id)
  expect([bank, usedCredit, handed].map((rows) => rows.map(({ symbol, amount }) => [symbol, amount]))).toEqual([
    [['US$', 2]],
    [['US$', 5]],
    [['C$', 18]],
  ])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id }, query: { refund: 'cash' } })
  expect(await shop.admin.refused('GET /api/invoices/:id/void', { params: { id: made.id } })).toMatchObject({
    code: 'invoice_already_voided',
  })
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
})

test('packages that were handed over stay so when their invoice is voided, are listed without an invoice, and can be invoiced again', async () => {
  const shop = await openShop(world)
  const [first, second, bare] = await shop.receiveMany(3)
  if (!(first && second && bare)) throw new Error('Three packages were asked for')
  const made = await shop.invoice([first, second])
  const { id, companyHandoverId } = await handOver(shop, [first, second, bare])
  const handover = { id, companyHandoverId, packageCount: 3, otherCount: 1 }
  expect((await preview(shop, made.id)).handovers).toEqual([handover])
  expect(await listUnbilled(shop)).toEqual([3])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id } })
  expect(await listUnbilled(shop)).toEqual([1, 2, 3])
  const again = await shop.invoice([first, bare])
  expect(again.items.map((item) => item.companyHandoverId)).toEqual([companyHandoverId, companyHandoverId])
  expect(await listUnbilled(shop)).toEqual([2])
  expect((await preview(shop, again.id)).handovers).toEqual([{ ...handover, otherCount: 1 }])
})

test('voiding an invoice undoes the hand-over of its packages too where the call asks for it', async () => {
  const shop = await openShop(world)
  const [one] = await shop.receiveMany(1)
  if (!one) throw new Error('A package was asked for')
  const made = await shop.invoice([one])
  const { id } = await handOver(shop, [one])
  const query = { undoHandovers: 'true' as const }
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: made.id }, query })
  const { data } = await shop.viewer.ok('GET /api/handovers/:id', { params: { id } })
  expect([data.undoReason, await listUnbilled(shop)]).toEqual(['Factura #1 anulada', []])
  const { data: back } = await shop.viewer.ok('GET /api/packages/:id', { params: { id: one.id } })
  expect(back.status?.id).toBe(shop.statuses.ready)
})

test('a package that reached the final status without a hand-over or an invoice is neither listed nor invoiced', async () => {
  const shop = await openShop(world)
  const gone = await shop.receive({ statusId: shop.statuses.delivered })
  expect(await listUnbilled(shop)).toEqual([])
  expect((await shop.user.refused('POST /api/invoices', { body: shop.invoiceBodyOf([gone]) })).code).toBe(
    'package_not_ready',
  )
})

import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../../tests/support/cash-session.ts'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { expectWhole, openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

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
  await expectWhole(world)
})

test('a void says before what goes back by the bank, and what to the credit', async () => {
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
  await expectWhole(world)
})

test('packages that were handed over stay so when their invoice is voided, are listed without an invoice, and can be invoiced again', async () => {
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
  const gone = await shop.receive({ statusId: shop.statuses.delivered })
  expect(await listUnbilled(shop)).toEqual([])
  expect((await shop.user.refused('POST /api/invoices', { body: shop.invoiceBodyOf([gone]) })).code).toBe(
    'package_not_ready',
  )
})

const pay = async (shop: Shop, total: number, method: 'cash' | 'transfer' | 'credit' = 'cash') =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, payments: [{ total, method }] })

const reversing = (id = '') => ({ params: { id }, body: { reason: 'Por error', changeReturned: true } })

test('of two reversals of one payment at once one is done, the other gets the refusal', async () => {
  await openPrincipal(shop)
  const second = await shop.addUser('admin')
  for (let round = 0; round < 10; round += 1) {
    const { payments } = await pay(shop, 300)
    const answers = await Promise.all(
      [shop.admin, second].map((admin) => admin.send('POST /api/payments/:id/reverse', reversing(payments[0]?.id))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({ code: 'payment_already_reversed' })
  }
  await expectWhole(world)
})

test('closings and reversals at once leave every session with the sum of its rows', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await openPrincipal(shop)
    const made = [await pay(shop, 300), await pay(shop, 276), await pay(shop, 100, 'transfer')]
    const reversals = made.map(({ payments }) =>
      shop.admin.send('POST /api/payments/:id/reverse', reversing(payments[0]?.id)),
    )
    const counts = [{ currencyId: shop.nio, amount: 2000 }]
    const close = shop.user.send('POST /api/cash-sessions/:id/close', closing(id, counts, 'Contado'))
    const answers = await Promise.all([close, ...reversals])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const { balances } = await readSession(shop, id)
    expect(balances).toMatchObject([{ counted: 2000 }])
  }
  await expectWhole(world)
})

test('a payment and a reversal of one invoice at once take turns, and so do a void and a reversal', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, payments } = await pay(shop, 200)
    const body = { total: 76, method: 'transfer' as const }
    const [reversed, paid] = await Promise.all([
      shop.admin.send('POST /api/payments/:id/reverse', reversing(payments[0]?.id)),
      shop.user.send('POST /api/invoices/:id/payments', { params: { id }, body }),
    ])
    expect([reversed.statusCode, paid.statusCode]).toEqual([200, 201])
    const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })
    expect(data).toMatchObject({ status: 'pending', paidTotal: 76, pendingTotal: 200 })
    const [last, voided] = await Promise.all([
      shop.admin.send('POST /api/payments/:id/reverse', reversing(data.payments[0]?.id)),
      shop.admin.send('DELETE /api/invoices/:id', { params: { id } }),
    ])
    expect(voided.statusCode).toBe(200)
    expect([200, 409]).toContain(last.statusCode)
  }
  await expectWhole(world)
})

test('credit that a reversal takes back and a payment uses at once is never used twice', async () => {
  for (let round = 0; round < 8; round += 1) {
    const kept = await pay(shop, 300, 'transfer')
    const { id } = await shop.invoice([await shop.receive()], { currencyId: shop.nio })
    const [reversed, used] = await Promise.all([
      shop.admin.send('POST /api/payments/:id/reverse', reversing(kept.payments[0]?.id)),
      shop.user.send('POST /api/invoices/:id/payments', { params: { id }, body: { total: 24, method: 'credit' } }),
    ])
    // One of them may meet the other; the credit is used once or taken back once, never both.
    expect([reversed.statusCode, used.statusCode]).not.toEqual([409, 409])
    expect([200, 409]).toContain(reversed.statusCode)
    expect([201, 409]).toContain(used.statusCode)
    const { rows } = await world.owner.query<{ low: number }>(
      'select coalesce(min(balance), 0)::float8 as low from client_credit_balances where company_id = $1',
      [shop.id],
    )
    expect(rows[0]?.low).toBeGreaterThanOrEqual(0)
  }
  await expectWhole(world)
})

// The session is closed behind the product's back, and no check of the data holds after it.
test('a reversal that meets a closing waits for it, and its cash leaves by a movement of another session', async () => {
  const { id } = await openPrincipal(shop)
  const { payments } = await pay(shop, 276)
  const lock = 'select id from cash_sessions where id = $1 for update'
  await holding(world.owner, [lock, [id]], async (holder) => {
    const reversal = shop.admin.ok('POST /api/payments/:id/reverse', reversing(payments[0]?.id))
    await untilBlocked(world.owner, 1)
    await holder.query('update cash_sessions set closed_at = now(), closed_by = opened_by where id = $1', [id])
    await holder.query('commit')
    expect((await reversal).data).toMatchObject({ status: 'pending', paidTotal: 0 })
  })
  const { rows } = await world.owner.query('select is_counted from invoice_payments where id = $1', [payments[0]?.id])
  expect(rows).toEqual([{ is_counted: true }])
})

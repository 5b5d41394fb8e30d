import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

const pay = async (shop: Shop, total: number, method: 'cash' | 'transfer' | 'credit' = 'cash') =>
  shop.invoice([await shop.receive()], { currencyId: shop.nio, payments: [{ total, method }] })

const reversing = (id = '') => ({ params: { id }, body: { reason: 'Por error', changeReturned: true } })

const expectHealthy = async () =>
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])

test('of two reversals of one payment at once one is done, the other gets the refusal', async () => {
  const shop = await openShop(world)
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
  await expectHealthy()
})

test('closings and reversals at once leave every session with the sum of its rows', async () => {
  const shop = await openShop(world)
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
  await expectHealthy()
})

test('a payment and a reversal of one invoice at once take turns, and so do a void and a reversal', async () => {
  const shop = await openShop(world)
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
  await expectHealthy()
})

test('credit that a reversal takes back and a payment uses at once is never used twice', async () => {
  const shop = await openShop(world)
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
  await expectHealthy()
})

// The session is closed behind the product's back, and no check of the data holds after it.
test('a reversal that meets a closing waits for it, and its cash leaves by a movement of another session', async () => {
  const shop = await openShop(world)
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

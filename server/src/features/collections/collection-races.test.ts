import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

const owe = async (shop: Shop) => shop.invoice([await shop.receive()], { currencyId: shop.nio })

const collect = ({ user, client }: Shop, currencyId: string, total: number, method = 'transfer') =>
  user.send('POST /api/clients/:id/collections', {
    params: { id: client.id },
    body: { payments: [{ total, method, currencyId }] },
  })

const expectHealthy = async () =>
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])

const lowestOf = async ({ id }: Shop) => {
  const { rows } = await world.owner.query<{ low: number }>(
    'select coalesce(min(balance), 0)::float8 as low from client_credit_balances where company_id = $1',
    [id],
  )
  return rows[0]?.low ?? 0
}

test('two collections of one client at once take turns, and the second one pays what the first one left', async () => {
  const shop = await openShop(world)
  for (let round = 0; round < 6; round += 1) {
    const { id } = await owe(shop)
    const answers = await Promise.all([collect(shop, shop.nio, 200), collect(shop, shop.nio, 76)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })
    expect(data).toMatchObject({ status: 'paid', paidTotal: 276 })
  }
  await expectHealthy()
})

test('a collection against a payment, a void or a reversal of the same invoice leaves it paid once or void', async () => {
  const shop = await openShop(world)
  for (let round = 0; round < 6; round += 1) {
    const { id } = await owe(shop)
    const body = { total: 276, method: 'transfer' as const }
    const [collected, paid] = await Promise.all([
      collect(shop, shop.nio, 276),
      shop.user.send('POST /api/invoices/:id/payments', { params: { id }, body }),
    ])
    expect([collected.statusCode, paid.statusCode].toSorted()).toEqual([201, 409])
    const other = await owe(shop)
    const [again, voided] = await Promise.all([
      collect(shop, shop.nio, 276),
      shop.admin.send('DELETE /api/invoices/:id', { params: { id: other.id } }),
    ])
    expect([201, 409]).toContain(again.statusCode)
    expect(voided.statusCode).toBe(200)
    const last = await owe(shop)
    const first = (await collect(shop, shop.nio, 100)).json().data
    const [undone, whole] = await Promise.all([
      shop.admin.send('POST /api/collections/:id/reverse', { params: { id: first.id }, body: { reason: 'Error' } }),
      collect(shop, shop.nio, 176),
    ])
    expect([undone.statusCode, whole.statusCode]).toEqual([200, 201])
    const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: last.id } })
    expect(data).toMatchObject({ status: 'pending', paidTotal: 176, pendingTotal: 100 })
    await collect(shop, shop.nio, 100)
  }
  await expectHealthy()
})

test('a collection that meets a closing is in the session or refused', async () => {
  const shop = await openShop(world)
  for (let round = 0; round < 5; round += 1) {
    const { id } = await openPrincipal(shop)
    await owe(shop)
    const counts = [{ currencyId: shop.nio, amount: 2000 }]
    const [collected, closed] = await Promise.all([
      shop.user.send('POST /api/clients/:id/collections', {
        params: { id: shop.client.id },
        body: { payments: [{ total: 276, method: 'cash', currencyId: shop.nio }], cashSessionId: id },
      }),
      shop.user.send('POST /api/cash-sessions/:id/close', closing(id, counts, 'Contado')),
    ])
    expect(closed.statusCode).toBe(200)
    const session = await readSession(shop, id)
    expect(session.balances).toMatchObject([{ expected: collected.statusCode === 201 ? 2276 : 2000 }])
    expect(session.collected).toHaveLength(collected.statusCode === 201 ? 1 : 0)
    if (collected.statusCode !== 201) await collect(shop, shop.nio, 276)
  }
  await expectHealthy()
})

test('300 attempts at one debt and one credit use each once: nothing negative, nothing twice, no invoice overpaid', async () => {
  const shop = await openShop(world)
  const adjustment = { direction: 'in' as const, currencyId: shop.nio, amount: 276, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: adjustment })
  const { id } = await owe(shop)
  const statuses: number[] = []
  for (let round = 0; round < 30; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? collect(shop, shop.nio, 23, 'credit')
          : shop.user.send('POST /api/invoices/:id/payments', {
              params: { id },
              body: { total: 23, method: 'credit' },
            }),
      ),
    )
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  expect(statuses).toHaveLength(300)
  expect(statuses.filter((status) => status === 201)).toHaveLength(12)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })
  expect(data).toMatchObject({ status: 'paid', paidTotal: 276, changeTotal: 0 })
  expect(await lowestOf(shop)).toBe(0)
  await expectHealthy()
})

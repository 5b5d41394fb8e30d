import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = openWorld()
const shop = openShops(world)

const collecting = (shop: Shop, body: object) => ({
  params: { id: shop.client.id },
  body: JSON.parse(JSON.stringify(body)),
})

const collect = async (shop: Shop, body: object) =>
  (await shop.user.ok('POST /api/clients/:id/collections', collecting(shop, body))).data

/** Three invoices of the client: US$7.50, then C$276.00 twice. */
async function owe(shop: Shop) {
  const first = await shop.invoice([await shop.receive()])
  const second = await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const third = await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  return [first, second, third] as const
}

const cash = (total: number, currencyId: string) => ({ total, method: 'cash' as const, currencyId })

const creditOf = async ({ viewer, client }: Shop) =>
  (await viewer.ok('GET /api/clients/:id/account', { params: { id: client.id } })).data.credit.map(
    ({ code, amount }) => [code, amount],
  )

test('a collection pays three invoices in mixed currencies with one number, its change, and a part for each payment', async () => {
  const session = await openPrincipal(shop)
  const [first, second, third] = await owe(shop)
  const data = await collect(shop, {
    payments: [cash(5, shop.usd), cash(700, shop.nio)],
    expected: {
      invoices: [
        { invoiceId: first.id, amount: 7.5 },
        { invoiceId: second.id, amount: 276 },
        { invoiceId: third.id, amount: 276 },
      ],
      change: 56,
    },
  })
  expect(data).toMatchObject({
    companyCollectionId: 1,
    changeTotal: 56,
    changeCurrency: { code: 'NIO' },
    reversal: null,
  })
  expect(data.invoices.map(({ companyInvoiceId, amount, status }) => [companyInvoiceId, amount, status])).toEqual([
    [1, 7.5, 'paid'],
    [2, 276, 'paid'],
    [3, 276, 'paid'],
  ])
  const [dollars, cordobas] = data.payments
  expect(data.parts).toEqual([
    { paymentId: dollars?.id, invoiceId: first.id, total: 5, convertedTotal: 5 },
    { paymentId: cordobas?.id, invoiceId: second.id, total: 276, convertedTotal: 276 },
    { paymentId: cordobas?.id, invoiceId: third.id, total: 276, convertedTotal: 276 },
    { paymentId: cordobas?.id, invoiceId: first.id, total: 92, convertedTotal: 2.5 },
  ])
  expect(data.change).toMatchObject([{ kind: 'cash', amount: 56, handed: 56 }])
  const { data: invoice } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: first.id } })
  expect(invoice).toMatchObject({ status: 'paid', paidTotal: 7.5, changeTotal: 0 })
  expect(invoice.payments.map(({ total, collection }) => [total, collection?.companyCollectionId])).toEqual([
    [5, 1],
    [92, 1],
  ])
  const drawer = await readSession(shop, session.id)
  expect(drawer.balances).toMatchObject([
    { code: 'NIO', cash: 700, change: 56, expected: 2644 },
    { code: 'USD', cash: 5, expected: 5 },
  ])
  expect(drawer.payments).toEqual([])
  expect(drawer.collected.map(({ total, collection }) => [total, collection.companyCollectionId])).toEqual([
    [700, 1],
    [5, 1],
  ])
  expect((await shop.viewer.ok('GET /api/collections/:id', { params: { id: data.id } })).data).toEqual(data)
  await expectWhole(world)
})

test('a typed amount is fixed, the rest flows round it, and 0 leaves an invoice out', async () => {
  const [first, second, third] = await owe(shop)
  const allocations = [
    { invoiceId: first.id, amount: 0 },
    { invoiceId: third.id, amount: 200 },
  ]
  const data = await collect(shop, { payments: [cash(300, shop.nio)], allocations })
  expect(data.invoices.map(({ id, amount }) => [id, amount])).toEqual([
    [second.id, 100],
    [third.id, 200],
  ])
  expect(data).toMatchObject({ changeTotal: 0, changeCurrency: null, change: [] })
  await expectWhole(world)
})

test('credit is used, what is left is kept as credit, and both are booked', async () => {
  const body = { direction: 'in' as const, currencyId: shop.nio, amount: 100, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body })
  await owe(shop)
  await collect(shop, {
    payments: [
      { total: 80, method: 'credit', currencyId: shop.nio },
      { total: 800, method: 'transfer', currencyId: shop.nio },
    ],
  })
  // C$880 less two of C$276 and US$7.50 at 36.80.
  expect(await creditOf(shop)).toEqual([['NIO', 72]])
  const again = { payments: [{ total: 73, method: 'credit', currencyId: shop.nio }] }
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const refused = await shop.user.refused('POST /api/clients/:id/collections', collecting(shop, again))
  expect(refused).toMatchObject({ status: 409, code: 'credit_not_enough' })
  await expectWhole(world)
})

test('collections are numbered without a gap, and one that was refused takes no number', async () => {
  const numbers: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await shop.invoice([await shop.receive()])
    const wrong = { payments: [cash(7.5, shop.usd)], expected: { invoices: [], change: 0 } }
    const refused = await shop.user.refused('POST /api/clients/:id/collections', collecting(shop, wrong))
    expect(refused).toMatchObject({ status: 409, code: 'amounts_changed' })
    numbers.push((await collect(shop, { payments: [cash(7.5, shop.usd)] })).companyCollectionId)
  }
  expect(numbers).toEqual([1, 2, 3])
})

test('a collection whose change is another one than the clerk saw is refused, and so is one that leaves an invoice out', async () => {
  const { id } = await shop.invoice([await shop.receive()])
  const seen = [
    { invoices: [{ invoiceId: id, amount: 7.5 }], change: 2 },
    { invoices: [], change: 2.5 },
  ]
  for (const expected of seen) {
    const draft = { payments: [cash(10, shop.usd)], expected }
    const refused = await shop.user.refused('POST /api/clients/:id/collections', collecting(shop, draft))
    expect(refused).toMatchObject({ status: 409, code: 'amounts_changed' })
  }
  const expected = { invoices: [{ invoiceId: id, amount: 7.5 }], change: 2.5 }
  expect((await collect(shop, { payments: [cash(10, shop.usd)], expected })).changeTotal).toBe(2.5)
})

test('a collection under one key is one, and another one under it is refused with its number', async () => {
  await owe(shop)
  const headers = { 'idempotency-key': 'un-cobro' }
  const sent = { ...collecting(shop, { payments: [cash(1, shop.usd)] }), headers }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.user.send('POST /api/clients/:id/collections', sent)),
  )
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(201)
  const more = { ...collecting(shop, { payments: [cash(2, shop.usd)] }), headers }
  expect(await shop.user.refused('POST /api/clients/:id/collections', more)).toMatchObject({
    status: 422,
    message: 'Este cobro ya se registró: #1',
  })
})

test('a collection needs a payment, an open invoice, and amounts that are reached and owed', async () => {
  const nothing = { payments: [cash(5, shop.usd)] }
  const refuse = async (body: object, expected: object) =>
    expect(await shop.user.refused('POST /api/clients/:id/collections', collecting(shop, body))).toMatchObject(expected)
  await refuse(nothing, { status: 409, code: 'nothing_to_collect' })
  const [first, second] = await owe(shop)
  await refuse({ payments: [] }, { status: 400, fields: { payments: 'Agregue un pago' } })
  const typed = (invoiceId: string, amount: number) => ({
    payments: [cash(5, shop.usd)],
    allocations: [{ invoiceId, amount }],
  })
  await refuse(typed(first.id, 7), { status: 400, fields: { 'allocations.0.amount': expect.any(String) } })
  await refuse(typed(first.id, 8), { status: 409, code: 'amounts_changed' })
  await refuse(typed(absentId, 1), { status: 400, code: 'reference_not_found' })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: second.id } })
  await refuse(typed(second.id, 1), { status: 409, message: 'La factura #2 ya no está pendiente' })
  await refuse({ payments: [cash(5, absentId)] }, { status: 400, code: 'reference_not_found' })
  const absent = { ...collecting(shop, nothing), params: { id: absentId } }
  expect(await shop.user.refused('POST /api/clients/:id/collections', absent)).toMatchObject({ status: 404 })
})

test('cash is collected into an open drawer alone where the company asks for one', async () => {
  await owe(shop)
  const company = (await shop.admin.ok('GET /api/companies/info')).company
  await shop.admin.ok('PUT /api/companies/update', { body: { ...company, requiresCashSession: true } })
  const body = collecting(shop, { payments: [cash(5, shop.usd)] })
  expect(await shop.user.refused('POST /api/clients/:id/collections', body)).toMatchObject({
    status: 409,
    code: 'cash_session_required',
  })
})

const oweOne = async (shop: Shop) => shop.invoice([await shop.receive()], { currencyId: shop.nio })

const sendCollection = ({ user, client }: Shop, currencyId: string, total: number, method = 'transfer') =>
  user.send('POST /api/clients/:id/collections', {
    params: { id: client.id },
    body: { payments: [{ total, method, currencyId }] },
  })

const lowestOf = async ({ id }: Shop) => {
  const { rows } = await world.owner.query<{ low: number }>(
    'select coalesce(min(balance), 0)::float8 as low from client_credit_balances where company_id = $1',
    [id],
  )
  return rows[0]?.low ?? 0
}

test('two collections of one client at once take turns, and the second one pays what the first one left', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await oweOne(shop)
    const answers = await Promise.all([sendCollection(shop, shop.nio, 200), sendCollection(shop, shop.nio, 76)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })
    expect(data).toMatchObject({ status: 'paid', paidTotal: 276 })
  }
  await expectWhole(world)
})

test('a collection against a payment, a void or a reversal of the same invoice leaves it paid once or void', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await oweOne(shop)
    const body = { total: 276, method: 'transfer' as const }
    const [collected, paid] = await Promise.all([
      sendCollection(shop, shop.nio, 276),
      shop.user.send('POST /api/invoices/:id/payments', { params: { id }, body }),
    ])
    expect([collected.statusCode, paid.statusCode].toSorted()).toEqual([201, 409])
    const other = await oweOne(shop)
    const [again, voided] = await Promise.all([
      sendCollection(shop, shop.nio, 276),
      shop.admin.send('DELETE /api/invoices/:id', { params: { id: other.id } }),
    ])
    expect([201, 409]).toContain(again.statusCode)
    expect(voided.statusCode).toBe(200)
    const last = await oweOne(shop)
    const first = (await sendCollection(shop, shop.nio, 100)).json().data
    const [undone, whole] = await Promise.all([
      shop.admin.send('POST /api/collections/:id/reverse', { params: { id: first.id }, body: { reason: 'Error' } }),
      sendCollection(shop, shop.nio, 176),
    ])
    expect([undone.statusCode, whole.statusCode]).toEqual([200, 201])
    const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: last.id } })
    expect(data).toMatchObject({ status: 'pending', paidTotal: 176, pendingTotal: 100 })
    await sendCollection(shop, shop.nio, 100)
  }
  await expectWhole(world)
})

test('a collection that meets a closing is in the session or refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await openPrincipal(shop)
    await oweOne(shop)
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
    if (collected.statusCode !== 201) await sendCollection(shop, shop.nio, 276)
  }
  await expectWhole(world)
})

test('60 attempts at one debt and one credit use each once: nothing negative, nothing twice, no invoice overpaid', async () => {
  const adjustment = { direction: 'in' as const, currencyId: shop.nio, amount: 276, reason: 'Ajuste' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: adjustment })
  const { id } = await oweOne(shop)
  const statuses: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? sendCollection(shop, shop.nio, 23, 'credit')
          : shop.user.send('POST /api/invoices/:id/payments', {
              params: { id },
              body: { total: 23, method: 'credit' },
            }),
      ),
    )
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  expect(statuses).toHaveLength(60)
  expect(statuses.filter((status) => status === 201)).toHaveLength(12)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })
  expect(data).toMatchObject({ status: 'paid', paidTotal: 276, changeTotal: 0 })
  expect(await lowestOf(shop)).toBe(0)
  await expectWhole(world)
})

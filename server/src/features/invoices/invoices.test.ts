import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

test('an invoice is answered with all that it stores, and read back the same', async () => {
  const courierPackage = await shop.receive({ description: 'Zapatos', warehouseTracking: 'B1', weight: 2 })
  const other = await shop.receive({ tracking: null, warehouseTracking: 'B2', weight: 1 })
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.nio,
    shippingPrice: 184,
    shippingAddress: ' De la rotonda 2c al sur ',
    shippingCity: '',
    comments: 'Antes de las 5',
  }
  const payments = [
    { total: 5, method: 'cash' as const },
    { total: 36.8, method: 'card' as const, reference: 'V 17', currencyId: shop.nio },
  ]
  const discount = { generalDiscountType: 'fixed_amount' as const, generalDiscountValue: 1.3 }
  const invoice = await shop.invoice([courierPackage, other], { shipping, payments, ...discount })
  const usd = { id: shop.usd, code: 'USD', name: 'Dólar estadounidense', symbol: 'US$', rateCompra: 1, rateVenta: 1 }
  const nio = { id: shop.nio, code: 'NIO', name: 'Córdoba', symbol: 'C$', rateCompra: 36.8, rateVenta: 36.4 }
  expect(invoice).toMatchObject({
    ...{ companyInvoiceId: 1, status: 'pending', currency: usd, createdBy: { fullName: 'admin Prueba' } },
    ...{ subtotal: 11.25, shippingTotal: 5.05, chargesTotal: 0, discountTotal: 1.3, totalAmount: 15 },
    ...{ paidTotal: 6, pendingTotal: 9, changeTotal: 0, change: [], charges: [] },
    client: { id: shop.client.id, casillero: shop.client.casillero },
    items: [
      {
        packageId: courierPackage.id,
        tracking: courierPackage.tracking,
        description: 'Zapatos',
        amount: 7.5,
        total: 7.5,
      },
      { packageId: other.id, tracking: 'B2', description: null, quantity: 1, unitPrice: 3.75, total: 3.75 },
    ],
    shipments: [
      {
        ...{ status: 'pending_payment', shippingPrice: 184, currency: nio, convertedPrice: 5.05, dateShipped: null },
        ...{ shippingAddress: 'De la rotonda 2c al sur', shippingCity: null, comments: 'Antes de las 5' },
      },
    ],
    payments: [
      { method: 'cash', reference: null, total: 5, currency: usd, convertedTotal: 5, createdAt: invoice.createdAt },
      { method: 'card', reference: 'V 17', total: 36.8, currency: nio, convertedTotal: 1 },
    ],
  })
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual(invoice)
})

test('a new invoice may omit the amounts of the screen, and is then not compared with them', async () => {
  const courierPackage = await shop.receive()
  expect(await shop.invoice([], { items: [{ packageId: courierPackage.id }] })).toMatchObject({ totalAmount: 7.5 })
})

test.each([
  ['its payments cover it', { payments: [{ total: 7.5, method: 'cash' as const }] }, 'paid', 0],
  ['it is overpaid', { payments: [{ total: 100, method: 'cash' as const }] }, 'paid', 0],
  ['a cent is missing', { payments: [{ total: 7.49, method: 'cash' as const }] }, 'pending', 0.01],
  ['nothing is left to pay', { generalDiscountType: 'percentage' as const, generalDiscountValue: 100 }, 'paid', 0],
  ['nothing was paid', {}, 'pending', 7.5],
])('a new invoice has the right status and pending amount when %s', async (_, values, status, pendingTotal) => {
  expect(await shop.invoice([await shop.receive()], values)).toMatchObject({ status, pendingTotal })
})

test('an invoice that is paid at once has its shipment paid, and takes no status from the clerk', async () => {
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.usd,
    shippingPrice: 2.5,
    shippingAddress: 'León',
  }
  const paid = { shipping, payments: [{ total: 10, method: 'check' as const }] }
  const invoice = await shop.invoice([await shop.receive()], paid)
  expect([invoice.status, invoice.shipments[0]?.status, invoice.totalAmount]).toEqual(['paid', 'paid', 10])
})

test('an invoice takes more than a hundred packages at once', async () => {
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, client_id, status_id,
         tariff_id, weight, price_per_pound, final_price_per_pound, total_price)
       select $1, n, 'aereo', 'T' || n, '', $2, $3, $4, 1.01, 3.75, 3.75, 3.79 from generate_series(1, 500) n`,
    [shop.id, shop.client.id, shop.statuses.ready, shop.air.id],
  )
  const { rows } = await world.owner.query<{ id: string }>('select id from packages where company_id = $1', [shop.id])
  const items = rows.map(({ id }) => ({ packageId: id, quantity: 1.01, unitPrice: 3.75 }))
  const invoice = await shop.invoice([], { items })
  expect(invoice.items.map(({ packageId }) => packageId)).toEqual(items.map(({ packageId }) => packageId))
  expect(invoice.totalAmount).toBe(1895)
})

async function ready(company: Company) {
  const { data: statuses } = await company.admin.ok('GET /api/statuses')
  const statusId = statuses.find(({ role }) => role === 'ready')?.id
  const { data: currencies } = await company.admin.ok('GET /api/currencies/active')
  return {
    statusId,
    usd: currencies.find(({ code }) => code === 'USD')?.id ?? '',
    nio: currencies.find(({ code }) => code === 'NIO')?.id ?? '',
  }
}

test('the worked example of an invoice in two currencies comes out to the cent', async () => {
  const company = await world.openCompany()
  const { admin } = company
  const { statusId, usd, nio } = await ready(company)
  const { data: tariff } = await admin.ok('POST /api/tariffs', {
    body: { name: 'Aéreo', type: 'aereo', pricePerPound: 3.75, isDefault: true },
  })
  const { data: client } = await admin.ok('POST /api/client', {
    body: { firstName: 'Ana', lastNames: 'Núñez', phone: '8690 4417' },
  })
  const courierPackage = { shippingMethod: 'aereo' as const, clientId: client.id, tariffId: tariff.id, statusId }
  const { data: first } = await admin.ok('POST /api/packages', {
    body: { ...courierPackage, tracking: 'T1', weight: 3.33 },
  })
  const { data: second } = await admin.ok('POST /api/packages', {
    body: { ...courierPackage, tracking: 'T2', weight: 3.1, discountType: 'fixed_amount', discountValue: 1 },
  })
  const { data: methods } = await admin.ok('GET /api/shipping-methods/active')
  const { data: invoice } = await admin.ok('POST /api/invoices', {
    headers: { 'idempotency-key': 'one' },
    body: {
      clientId: client.id,
      currencyId: nio,
      items: [
        { packageId: first.id, quantity: 3.33, unitPrice: first.finalPricePerPound },
        {
          packageId: second.id,
          quantity: 3.1,
          unitPrice: second.finalPricePerPound,
          discountType: 'fixed_amount',
          discountValue: 0.5,
        },
      ],
      shipping: {
        shippingMethodId: methods[0]?.id ?? '',
        currencyId: usd,
        shippingPrice: 5,
        shippingAddress: 'Managua',
      },
      generalDiscountType: 'percentage',
      generalDiscountValue: 10,
      payments: [
        { total: 10, method: 'cash', currencyId: usd },
        { total: 200, method: 'cash', currencyId: nio },
      ],
      expectedTotal: 914.53,
    },
  })
  expect(invoice.items.map(({ total }) => total)).toEqual([459.54, 372.6])
  expect(invoice).toMatchObject({
    companyInvoiceId: 1,
    status: 'pending',
    shippingTotal: 184,
    discountTotal: 101.61,
    totalAmount: 914.53,
    paidTotal: 564,
    pendingTotal: 350.53,
  })
})

const voidIt = ({ admin }: Shop, id: string) => admin.send('DELETE /api/invoices/:id', { params: { id } })

test('a voided invoice keeps its number and amounts, with the time and the user of the void', async () => {
  const invoice = await shop.invoice(await shop.receiveMany(2), { payments: [{ total: 1, method: 'cash' }] })
  expect((await voidIt(shop, invoice.id)).json()).toEqual({ success: true, data: null })
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual({ ...invoice, status: 'cancelled', pendingTotal: 0, voidedAt: expect.any(String) })
  const { rows } = await world.owner.query('select voided_by from invoices where id = $1', [invoice.id])
  expect(rows).toEqual([{ voided_by: shop.admin.userId }])
  expect((await shop.invoice(await shop.receiveMany(1))).companyInvoiceId).toBe(2)
})

test('a voided invoice frees its packages, which can be invoiced again, and again', async () => {
  const packages = await shop.receiveMany(3)
  for (let number = 1; number <= 3; number += 1) {
    const invoice = await shop.invoice(packages)
    expect(invoice.companyInvoiceId).toBe(number)
    const free = async () =>
      (await shop.user.ok('GET /api/packages', { query: { invoiced: 'false' } })).pagination.total
    expect(await free()).toBe(0)
    await voidIt(shop, invoice.id)
    expect(await free()).toBe(3)
  }
})

test('an invoice is voided once, also by two users at the same moment', async () => {
  const second = await shop.addUser('admin')
  for (let round = 1; round <= 10; round += 1) {
    const { id } = await shop.invoice(await shop.receiveMany(1))
    const answers = await Promise.all(
      [shop.admin, second].map((admin) => admin.send('DELETE /api/invoices/:id', { params: { id } })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({ message: `La factura #${round} ya está anulada` })
  }
  expect((await shop.user.ok('GET /api/invoices')).pagination.total).toBe(0)
  expect((await shop.user.ok('GET /api/invoices', { query: { includeVoided: 'true' } })).pagination.total).toBe(10)
})

test('an invoice is voided once under one key, and another one under it is refused', async () => {
  const { id } = await shop.invoice(await shop.receiveMany(1), { payments: [{ total: 5, method: 'card' }] })
  const sent = { params: { id }, headers: { 'idempotency-key': 'una-anulacion' } }
  const answers = [await shop.admin.send('DELETE /api/invoices/:id', sent)]
  answers.push(await shop.admin.send('DELETE /api/invoices/:id', sent))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const other = await shop.invoice(await shop.receiveMany(1))
  expect(await shop.admin.refused('DELETE /api/invoices/:id', { ...sent, params: { id: other.id } })).toMatchObject({
    status: 422,
    code: 'key_reused',
  })
})

import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { absentId, type Company } from '../../../../tests/support/world.ts'

const world = shareWorld()

test('an invoice is answered with all that it stores, and read back the same', async () => {
  const shop = await openShop(world)
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
  const { id, firstName, middleName, lastNames, casillero, phone } = shop.client
  const line = {
    id: expect.any(String),
    itemType: 'package',
    currency: 'USD',
    discountType: 'none',
    discountValue: 0,
    listPrice: 3.75,
    packageDiscountType: 'none',
    packageDiscountValue: 0,
    companyHandoverId: null,
    length: null,
    width: null,
    height: null,
    priceRules: null,
  }
  expect(invoice).toEqual({
    id: expect.any(String),
    companyInvoiceId: 1,
    chargesTotal: 0,
    advancesTotal: 0,
    charges: [],
    client: { id, firstName, middleName, lastNames, casillero, phone },
    status: 'pending',
    createdAt: expect.any(String),
    currency: usd,
    subtotal: 11.25,
    shippingTotal: 5.05,
    discountTotal: 1.3,
    totalAmount: 15,
    paidTotal: 6,
    pendingTotal: 9,
    changeTotal: 0,
    reversedPayments: [],
    change: [],
    generalDiscountType: 'fixed_amount',
    generalDiscountValue: 1.3,
    createdBy: { fullName: 'admin Prueba' },
    voidedAt: null,
    isShared: false,
    items: [
      {
        ...line,
        packageId: courierPackage.id,
        companyPackageId: 1,
        tracking: courierPackage.tracking,
        description: 'Zapatos',
        quantity: 2,
        weight: 2,
        unitPrice: 3.75,
        amount: 7.5,
        finalAmount: 7.5,
        total: 7.5,
      },
      {
        ...line,
        packageId: other.id,
        companyPackageId: 2,
        tracking: 'B2',
        description: null,
        quantity: 1,
        weight: 1,
        unitPrice: 3.75,
        amount: 3.75,
        finalAmount: 3.75,
        total: 3.75,
      },
    ],
    shipments: [
      {
        id: expect.any(String),
        shippingMethod: { name: 'Entrega a domicilio' },
        typeDelivery: null,
        status: 'pending_payment',
        shippingPrice: 184,
        currency: nio,
        convertedPrice: 5.05,
        dateShipped: null,
        shippingAddress: 'De la rotonda 2c al sur',
        shippingCity: null,
        shippingDepartment: null,
        comments: 'Antes de las 5',
      },
    ],
    payments: [
      { method: 'cash', reference: null, total: 5, currency: usd, convertedTotal: 5 },
      { method: 'card', reference: 'V 17', total: 36.8, currency: nio, convertedTotal: 1 },
    ].map((payment) => ({ id: expect.any(String), createdAt: invoice.createdAt, collection: null, ...payment })),
  })
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual(invoice)
})

test('an invoice is computed from the rows of the server, and sent amounts do not count', async () => {
  const shop = await openShop(world)
  const honest = shop.invoiceBodyOf([await shop.receive()])
  const forged = {
    items: honest.items.map((item) => ({ ...item, amount: 0.01, total: 0.01, finalAmount: 0.01, description: 'x' })),
    ...{ subtotal: 0.01, totalAmount: 0.01, paidTotal: 99, status: 'paid', companyInvoiceId: 77, voidedAt: 'x' },
    ...{ id: absentId, companyId: absentId, company_id: absentId, createdBy: absentId },
  }
  const { data } = await shop.user.ok('POST /api/invoices', { body: { ...honest, ...forged } })
  expect(data).toMatchObject({
    companyInvoiceId: 1,
    status: 'pending',
    totalAmount: 7.5,
    paidTotal: 0,
    voidedAt: null,
  })
  expect(data.items[0]).toMatchObject({ amount: 7.5, total: 7.5, description: null })
  expect(data.createdBy).toEqual({ fullName: 'user Prueba' })
})

test('a new invoice may omit the amounts of the screen, and is then not compared with them', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  expect(await shop.invoice([await shop.receive()], values)).toMatchObject({ status, pendingTotal })
})

test('an invoice that is paid at once has its shipment paid, and takes no status from the clerk', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const invoice = await shop.invoice(await shop.receiveMany(2), { payments: [{ total: 1, method: 'cash' }] })
  expect((await voidIt(shop, invoice.id)).json()).toEqual({ success: true, data: null })
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual({ ...invoice, status: 'cancelled', pendingTotal: 0, voidedAt: expect.any(String) })
  const { rows } = await world.owner.query('select voided_by from invoices where id = $1', [invoice.id])
  expect(rows).toEqual([{ voided_by: shop.admin.userId }])
  expect((await shop.invoice(await shop.receiveMany(1))).companyInvoiceId).toBe(2)
})

test('a voided invoice frees its packages, which can be invoiced again, and again', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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

test('an invoice changes by no later edit of its client, packages, tariff, currency or shipping method', async () => {
  const shop = await openShop(world)
  const [courierPackage] = await shop.receiveMany(1)
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.nio,
    shippingPrice: 100,
    shippingAddress: 'León',
  }
  const payments = [{ total: 100, method: 'cash' as const, currencyId: shop.nio }]
  const invoice = await shop.invoice(
    [courierPackage].flatMap((one) => one ?? []),
    { shipping, payments, currencyId: shop.nio },
  )
  const { firstName, lastNames, phone } = { firstName: 'Otra', lastNames: 'Persona', phone: '88009988' }
  await shop.admin.ok('PUT /api/client/:id', { params: { id: shop.client.id }, body: { firstName, lastNames, phone } })
  const tariff = { name: 'Otra', type: 'aereo' as const, pricePerPound: 99 }
  await shop.admin.ok('PUT /api/tariffs/:id', { params: { id: shop.air.id }, body: tariff })
  for (const statement of [
    `update currencies set rate_compra = 50, rate_venta = 40, symbol = 'X', name = 'X' where company_id = $1 and code = 'NIO'`,
    `update shipping_methods set name = 'Otro' where company_id = $1`,
    `update statuses set name = name || '!' where company_id = $1`,
  ]) {
    await world.owner.query(statement, [shop.id])
  }
  const { data } = await shop.admin.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual(invoice)
})

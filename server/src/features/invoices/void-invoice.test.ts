import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

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

test('a paid invoice can be voided', async () => {
  const shop = await openShop(world)
  const { id } = await shop.invoice(await shop.receiveMany(1), { payments: [{ total: 7.5, method: 'cash' }] })
  expect((await voidIt(shop, id)).statusCode).toBe(200)
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

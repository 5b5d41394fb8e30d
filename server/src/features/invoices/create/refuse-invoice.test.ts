import { expect, test } from 'vitest'
import { rowsOf } from '../../../../../tests/support/company-rows.ts'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { absentId } from '../../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

async function refuseInvoice(shop: Shop, values: object, packages?: Awaited<ReturnType<Shop['receive']>>[]) {
  const body = { ...shop.invoiceBodyOf(packages ?? [await shop.receive()]), ...values }
  const before = await rowsOf(world.owner, shop.id)
  const refused = await shop.user.refused('POST /api/invoices', { body, headers: { 'idempotency-key': 'una' } })
  expect(await rowsOf(world.owner, shop.id), 'nothing is saved').toEqual(before)
  return refused
}

const pay = { total: 1, method: 'cash' }
const ship = { shippingMethodId: absentId, currencyId: absentId, shippingPrice: 1, shippingAddress: 'León' }
test.each([
  [{ clientId: '' }, { clientId: 'Debe seleccionar un cliente' }],
  [{ currencyId: '' }, { currencyId: 'Debe seleccionar una moneda' }],
  [{ items: [] }, { items: 'Debe seleccionar al menos un paquete' }],
  [{ items: Array(501).fill({ packageId: absentId }) }, { items: 'Una factura tiene como máximo 500 paquetes' }],
  [{ items: [{ packageId: absentId, itemType: 'gift' }] }, { 'items.0.itemType': 'Valor no válido' }],
  [
    { items: [{ packageId: absentId, discountType: 'percentage', discountValue: 101 }] },
    { 'items.0.discountValue': 'El porcentaje debe estar entre 0 y 100' },
  ],
  [
    { items: [{ packageId: absentId, discountType: 'fixed_amount', discountValue: -1 }] },
    { 'items.0.discountValue': 'Ingrese un descuento válido' },
  ],
  [
    { generalDiscountType: 'percentage', generalDiscountValue: 100.5 },
    { generalDiscountValue: 'El porcentaje debe estar entre 0 y 100' },
  ],
  [
    { generalDiscountType: 'fixed_amount', generalDiscountValue: 1e7 },
    { generalDiscountValue: 'El máximo es 9999999.99' },
  ],
  [{ payments: [{ ...pay, total: 0 }] }, { 'payments.0.total': 'Ingrese un monto mayor a 0' }],
  [{ payments: [{ ...pay, total: 1e30 }] }, { 'payments.0.total': 'El máximo es 9999999.99' }],
  [{ payments: [{ ...pay, method: 'bitcoin' }] }, { 'payments.0.method': 'Elija el método de pago' }],
  [{ payments: Array(51).fill(pay) }, { payments: 'Una factura tiene como máximo 50 pagos' }],
  [
    { shipping: { ...ship, shippingMethodId: '' } },
    { 'shipping.shippingMethodId': 'Debe seleccionar un método de envío' },
  ],
  [
    { shipping: { ...ship, shippingAddress: '  ' } },
    { 'shipping.shippingAddress': 'Debe especificar la dirección de envío' },
  ],
  [
    { shipping: { ...ship, shippingPrice: 0 } },
    { 'shipping.shippingPrice': 'Debe especificar un costo de envío válido' },
  ],
  [{ shipping: { ...ship, currencyId: null } }, { 'shipping.currencyId': 'Debe seleccionar una moneda para el envío' }],
  [{ expectedTotal: 'x' }, { expectedTotal: expect.any(String) }],
])('an invoice is refused for %j, under the field', async (values, fields) => {
  expect(await refuseInvoice(shop, values)).toMatchObject({ status: 400, code: 'invalid', fields })
})

test('an invoice is refused for a row that does not exist, under its field', async () => {
  const shipping = { ...ship, shippingMethodId: shop.methodId, currencyId: shop.usd }
  const noLongerThere = 'El registro elegido ya no existe'
  for (const [values, field] of [
    [{ clientId: absentId }, 'clientId'],
    [{ currencyId: absentId }, 'currencyId'],
    [{ items: [{ packageId: absentId }] }, 'items.0.packageId'],
    [{ payments: [{ ...pay, currencyId: absentId }] }, 'payments.0.currencyId'],
    [{ shipping: { ...shipping, shippingMethodId: absentId } }, 'shipping.shippingMethodId'],
    [{ shipping: { ...shipping, currencyId: absentId } }, 'shipping.currencyId'],
  ] as const) {
    const refused = await refuseInvoice(shop, values)
    expect(refused).toMatchObject({ status: 400, code: 'reference_not_found', fields: { [field]: noLongerThere } })
  }
  await world.owner.query('update shipping_methods set is_active = false, is_default = false where company_id = $1', [
    shop.id,
  ])
  const inactive = await refuseInvoice(shop, { shipping })
  expect(inactive.fields).toEqual({ 'shipping.shippingMethodId': 'El método de envío está inactivo' })
})

test.each([
  ['no weight', { weight: null }, 'Falta pesar el paquete #2'],
  ['no tariff', { tariffId: null }, 'Falta la tarifa del paquete #2'],
  ['no client', { clientId: null }, 'El paquete #2 no es de este cliente'],
  ['no status', { statusId: null }, 'El paquete #2 no está en "Listo para retirar"'],
])('an invoice is refused for a package with %s, which is named', async (_, values, message) => {
  const [good, bad] = [await shop.receive(), await shop.receive(values)]
  const refused = await refuseInvoice(shop, {}, [good, bad])
  expect(refused).toMatchObject({ status: 400, message, fields: { 'items.1.packageId': message } })
})

test('an invoice is refused for a package of another client, one that is not ready, and one that comes twice', async () => {
  const other = await shop.addClient({ firstName: 'Eva' })
  const foreign = await shop.receive({ clientId: other.id })
  const early = await shop.receive({ statusId: shop.statuses.inCustoms })
  const courierPackage = await shop.receive()
  expect((await refuseInvoice(shop, {}, [foreign])).message).toBe('El paquete #1 no es de este cliente')
  expect((await refuseInvoice(shop, {}, [early])).message).toBe('El paquete #2 no está en "Listo para retirar"')
  expect((await refuseInvoice(shop, {}, [courierPackage, courierPackage])).message).toBe(
    'El paquete #3 está repetido en la factura',
  )
})

test('a package is ready in the status with that role under any name, or else in the status of that name', async () => {
  const rename = (statement: string) =>
    world.owner.query(`${statement} where company_id = $1 and order_position = 4`, [shop.id])
  await rename(`update statuses set name = 'Puede retirarlo'`)
  await shop.invoice([await shop.receive()])
  await rename('update statuses set role = null')
  expect((await refuseInvoice(shop, {})).code).toBe('package_not_ready')
  await rename(`update statuses set name = 'LISTO PARA RETIRAR'`)
  await shop.invoice([await shop.receive()])
})

test('an invoice is refused for a package that is on a live invoice, naming both', async () => {
  const courierPackage = await shop.receive()
  await shop.invoice([courierPackage])
  const message = 'El paquete #1 ya está facturado en la factura #1'
  const refused = await refuseInvoice(shop, {}, [courierPackage])
  expect(refused).toMatchObject({
    status: 409,
    code: 'package_invoiced',
    message,
    fields: { 'items.0.packageId': message },
  })
})

test('an invoice is refused when the package is not as the clerk saw it', async () => {
  const courierPackage = await shop.receive({ weight: 3.1, discountType: 'fixed_amount', discountValue: 1 })
  const message = 'El paquete #1 cambió; vuelva a cargar la lista'
  const seen = { packageId: courierPackage.id, quantity: 3.1, unitPrice: 3.427419 }
  for (const change of [
    { quantity: 3.11 },
    { quantity: 1e30 },
    { unitPrice: 3.42742 },
    { unitPrice: 3.75 },
    { unitPrice: -1 },
  ]) {
    const refused = await refuseInvoice(shop, { items: [{ ...seen, ...change }] }, [])
    expect(refused, JSON.stringify(change)).toMatchObject({ status: 409, message })
  }
  const { data } = await shop.user.ok('POST /api/invoices', {
    body: shop.invoiceBodyOf([courierPackage], { items: [seen] }),
  })
  expect(data.items[0]).toMatchObject({ unitPrice: 3.427419, listPrice: 3.75, total: 10.63 })
})

test('an invoice is refused when the total is not the one that the clerk saw', async () => {
  const courierPackage = await shop.receive()
  for (const expectedTotal of [7.49, 7.51, 0, 7.500001]) {
    const refused = await refuseInvoice(shop, { expectedTotal }, [courierPackage])
    expect(refused).toMatchObject({
      status: 409,
      code: 'amounts_changed',
      message: 'Los montos cambiaron; revise el total',
    })
  }
  await shop.invoice([courierPackage], { expectedTotal: 7.5 })
})

test('an invoice is refused when its amounts are too large to be stored', async () => {
  const set = (statement: string) => world.owner.query(`${statement} where company_id = $1 and code = 'NIO'`, [shop.id])
  await set('update currencies set rate_compra = 9999999999, rate_venta = 9999999999')
  const refused = await refuseInvoice(shop, { currencyId: shop.nio }, [await shop.receive({ weight: 9999.99 })])
  expect(refused).toMatchObject({ status: 400, message: 'El total supera el máximo permitido' })
  const payments = [{ total: 9_999_999.99, method: 'cash', currencyId: shop.usd }]
  expect(
    (await refuseInvoice(shop, { currencyId: shop.nio, payments }, [await shop.receive({ weight: 1 })])).status,
  ).toBe(400)
})

async function numbersOf({ id }: Shop) {
  const { rows } = await world.owner.query<{ number: string }>(
    'select company_invoice_id as number from invoices where company_id = $1 order by 1',
    [id],
  )
  return rows.map(({ number }) => Number(number))
}

test('an invoice waits for a rate that is being changed, and takes the new one', async () => {
  const body = shop.invoiceBodyOf(await shop.receiveMany(1), { currencyId: shop.nio })
  const change = 'update currencies set rate_compra = 40 where id = $1'
  await holding(world.owner, [change, [shop.nio]], async (holder) => {
    const invoicing = shop.user.ok('POST /api/invoices', { body })
    await untilBlocked(world.owner, 1)
    await holder.query('commit')
    expect((await invoicing).data).toMatchObject({ totalAmount: 300, currency: { rateCompra: 40 } })
  })
})

test('a key gives the same invoice again with its fields in another order, long after, and after it was voided', async () => {
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const first = await shop.user.ok('POST /api/invoices', { body: content, headers })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: first.data.id } })
  const { items, ...rest } = content
  const again = await shop.user.ok('POST /api/invoices', { body: { items, ...rest }, headers })
  expect(again).toEqual(first)
  expect(await numbersOf(shop)).toEqual([1])
})

test('a key with other content is refused, with the number of its invoice', async () => {
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const { data } = await shop.user.ok('POST /api/invoices', { body: content, headers })
  const other = { ...content, generalDiscountType: 'percentage' as const, generalDiscountValue: 5 }
  expect(await shop.user.refused('POST /api/invoices', { body: other, headers })).toMatchObject({
    status: 422,
    code: 'invoice_already_created',
    message: 'Esta factura ya se creó: #1',
    details: { invoiceId: data.id },
  })
  const client = { firstName: 'Eva', lastNames: 'Paz', phone: '88001122' }
  const elsewhere = await shop.user.refused('POST /api/client', { body: client, headers })
  expect(elsewhere).toMatchObject({ status: 422, code: 'key_reused' })
  const courierPackage = await shop.receive()
  const payment = { params: { id: data.id }, body: { total: 1, method: 'cash' as const }, headers }
  expect((await shop.user.refused('POST /api/invoices/:id/payments', payment)).code).toBe('key_reused')
  expect((await shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([courierPackage]) })).statusCode).toBe(
    201,
  )
})

test('a refused invoice may be corrected and sent again under the same key', async () => {
  const headers = { 'idempotency-key': 'una' }
  const content = shop.invoiceBodyOf(await shop.receiveMany(1))
  const wrong = { body: { ...content, expectedTotal: 1 }, headers }
  expect((await shop.user.refused('POST /api/invoices', wrong)).code).toBe('amounts_changed')
  expect((await shop.user.ok('POST /api/invoices', { body: content, headers })).data.companyInvoiceId).toBe(1)
})

test('a key makes another invoice in another company', async () => {
  const headers = { 'idempotency-key': 'la-misma-en-todas' }
  for (const shop of [await openShop(world), await openShop(world)]) {
    const body = shop.invoiceBodyOf(await shop.receiveMany(1))
    expect((await shop.user.ok('POST /api/invoices', { body, headers })).data.companyInvoiceId).toBe(1)
  }
})

test.each(['con espacio', 'ñ', 'x'.repeat(201)])('the key %j is refused', async (key) => {
  const sent = { body: shop.invoiceBodyOf(await shop.receiveMany(1)), headers: { 'idempotency-key': key } }
  const refused = await shop.user.refused('POST /api/invoices', sent)
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, ['Idempotency-Key']])
})

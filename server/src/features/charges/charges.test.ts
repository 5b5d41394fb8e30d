import type { Api } from '@casillero/shared/contract/api'
import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { chargeBody } from '../../../../tests/support/sample-bodies.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

type Body = Api['POST /api/charges']['body']

const add = async (shop: Shop, values: Partial<Body>) =>
  (
    await shop.admin.ok('POST /api/charges', {
      body: { name: 'Manejo', kind: 'per_package', price: 1.5, ...values },
    })
  ).data

const refuse = async (shop: Shop, packages: Parameters<Shop['invoiceBodyOf']>[0], values: object) =>
  await shop.user.refused('POST /api/invoices', { body: shop.invoiceBodyOf(packages, values) })

test('a charge keeps the fields of its kind, and its kind and itself once an invoice has it', async () => {
  const shop = await openShop(world)
  const insurance = await add(shop, {
    ...chargeBody(shop),
    name: 'Seguro',
    isAutomatic: true,
    valueFrom: 100,
    tariffIds: [shop.air.id],
  })
  expect(insurance).toMatchObject({ price: 2, minimum: 2.5, valueFrom: 100, tariffIds: [shop.air.id], version: 1 })
  const params = { id: insurance.id }
  const free = { ...chargeBody(shop), name: 'Seguro', kind: 'free' as const, isAutomatic: true }
  expect((await shop.admin.ok('PUT /api/charges/:id', { params, body: free })).data).toMatchObject({
    kind: 'free',
    price: null,
    minimum: null,
    isAutomatic: false,
    tariffIds: [],
  })
  const [one] = await shop.receiveMany(1)
  if (!one) throw new Error('no package')
  await shop.invoice([one], { charges: [{ chargeId: insurance.id, packageId: one.id, amount: 2 }] })
  const other = { ...free, kind: 'advance' as const }
  expect(await shop.admin.refused('PUT /api/charges/:id', { params, body: other })).toMatchObject({
    status: 409,
    code: 'charge_kind_fixed',
  })
  expect(await shop.admin.refused('DELETE /api/charges/:id', { params })).toMatchObject({
    status: 409,
    code: 'charge_in_use',
  })
  await shop.admin.ok('PUT /api/charges/:id', { params, body: { ...free, name: 'Empaque', isActive: false } })
  expect((await shop.viewer.ok('GET /api/charges')).data).toEqual([])
  expect((await shop.viewer.ok('GET /api/charges', { query: { includeInactive: 'true' } })).data).toHaveLength(1)
  const bad = { ...chargeBody(shop), price: 101 }
  expect((await shop.admin.refused('POST /api/charges', { body: bad })).fields).toEqual({ price: 'El máximo es 100' })
  expect((await shop.admin.refused('POST /api/charges', { body: { ...bad, price: null } })).fields).toEqual({
    price: 'Ingrese un monto mayor a 0',
  })
})

test('charges apply by themselves, are added by hand and waived, and every total of the invoice follows', async () => {
  const shop = await openShop(world)
  const handling = await add(shop, { isAutomatic: true })
  const insurance = await add(shop, {
    name: 'Seguro',
    kind: 'percent_of_value',
    price: 2,
    isAutomatic: true,
    asksReason: true,
  })
  const customs = await add(shop, { name: 'Trámite', kind: 'per_invoice', price: 3, isAutomatic: true })
  const duty = await add(shop, { name: 'Impuestos', kind: 'advance', price: null })
  const first = await shop.receive({ weight: 2, declaredValue: 180 })
  const second = await shop.receive({ weight: 2 })
  const values = {
    currencyId: shop.nio,
    charges: [{ chargeId: duty.id, packageId: second.id, amount: 1250, currencyId: shop.nio }],
    generalDiscountType: 'percentage' as const,
    generalDiscountValue: 10,
  }
  expect(
    await refuse(shop, [first, second], {
      ...values,
      waivedCharges: [{ chargeId: insurance.id, packageId: first.id }],
    }),
  ).toMatchObject({
    status: 400,
    code: 'charge_reason_required',
    fields: { 'waivedCharges.0.reason': 'Escriba por qué se quita Seguro' },
  })
  const waivedCharges = [{ chargeId: insurance.id, packageId: first.id, reason: 'Cliente frecuente' }]
  const invoice = await shop.invoice([first, second], { ...values, waivedCharges })
  expect(
    invoice.charges.map(({ name, packageId, quantity, unitPrice, currency, total, isWaived, waiverReason }) => [
      name,
      packageId,
      quantity,
      unitPrice,
      currency.code,
      total,
      isWaived ? waiverReason : false,
    ]),
  ).toEqual([
    ['Manejo', first.id, 1, 1.5, 'USD', 55.2, false],
    ['Seguro', first.id, 1, 3.6, 'USD', 132.48, 'Cliente frecuente'],
    ['Manejo', second.id, 1, 1.5, 'USD', 55.2, false],
    ['Trámite', null, 1, 3, 'USD', 110.4, false],
    ['Impuestos', second.id, 1, 1250, 'NIO', 1250, false],
  ])
  // Two of US$ 7.50 at 36.80, and the charges; a tenth of all but the duty.
  expect(invoice).toMatchObject({
    chargesTotal: 220.8,
    advancesTotal: 1250,
    subtotal: 2022.8,
    discountTotal: 77.28,
    totalAmount: 1945.52,
    pendingTotal: 1945.52,
  })
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect(data).toEqual(invoice)
  // What is changed afterwards changes nothing of it.
  await shop.admin.ok('PUT /api/charges/:id', { params: { id: handling.id }, body: { ...handling, price: 9 } })
  await shop.admin.ok('PUT /api/charges/:id', { params: { id: customs.id }, body: { ...customs, name: 'Aduana' } })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })).data).toEqual(invoice)
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
})

test('a charge that is gone, misplaced, repeated, without an amount or without what it is counted from is refused', async () => {
  const shop = await openShop(world)
  const other = await openShop(world)
  const handling = await add(shop, { isAutomatic: true })
  const insurance = await add(shop, { name: 'Seguro', kind: 'percent_of_value', price: 2 })
  const customs = await add(shop, { name: 'Trámite', kind: 'per_invoice', price: 3 })
  const free = await add(shop, { name: 'Empaque', kind: 'free', price: null })
  const off = await add(shop, { name: 'Recargo', isActive: false })
  const theirs = await add(other, {})
  const [one, beside] = await shop.receiveMany(2)
  if (!one || !beside) throw new Error('no packages')
  const packageId = one.id
  for (const [charge, code, field] of [
    [{ chargeId: handling.id, packageId }, 'charge_repeated', 'chargeId'],
    [{ chargeId: handling.id }, 'charge_not_countable', 'packageId'],
    [{ chargeId: handling.id, packageId: beside.id }, 'charge_not_countable', 'packageId'],
    [{ chargeId: customs.id, packageId }, 'charge_not_countable', 'packageId'],
    [{ chargeId: insurance.id, packageId }, 'charge_not_countable', 'chargeId'],
    [{ chargeId: free.id, packageId }, 'charge_amount_required', 'amount'],
    [{ chargeId: off.id, packageId }, 'reference_not_found', 'chargeId'],
    [{ chargeId: theirs.id, packageId }, 'reference_not_found', 'chargeId'],
    [{ chargeId: free.id, amount: 1, currencyId: other.nio }, 'reference_not_found', 'currencyId'],
  ] as const) {
    const refusal = await refuse(shop, [one], { charges: [charge] })
    expect([refusal.status, refusal.code, Object.keys(refusal.fields ?? {})], code).toEqual([
      400,
      code,
      [`charges.0.${field}`],
    ])
  }
  // A typed one may stand there twice; the sum on the screen is compared.
  const twice = [
    { chargeId: free.id, packageId, amount: 1 },
    { chargeId: free.id, packageId, amount: 1 },
  ]
  expect((await refuse(shop, [one], { charges: twice, expectedTotal: 10.5 })).code).toBe('amounts_changed')
  expect((await shop.invoice([one], { charges: twice, expectedTotal: 11 })).totalAmount).toBe(11)
})

test('a charge that comes to more than an invoice can have is refused, a waived one too', async () => {
  const shop = await openShop(world)
  const body = { name: 'Caro', kind: 'per_pound' as const, price: 9_999_999.99, isAutomatic: true }
  const { data: charge } = await shop.admin.ok('POST /api/charges', { body })
  const heavy = await shop.receive({ weight: 9_999.99 })
  for (const waivedCharges of [[], [{ chargeId: charge.id, packageId: heavy.id }]]) {
    const invoice = shop.invoiceBodyOf([heavy], { currencyId: shop.nio, waivedCharges })
    expect(await shop.user.refused('POST /api/invoices', { body: invoice })).toMatchObject({ code: 'amount_too_large' })
  }
})

test('a voided invoice keeps its charges, and they apply anew to its packages', async () => {
  const shop = await openShop(world)
  await add(shop, { isAutomatic: true })
  const packages = await shop.receiveMany(1)
  const { id } = await shop.invoice(packages)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })).data.charges).toHaveLength(1)
  expect((await shop.invoice(packages)).totalAmount).toBe(9)
})

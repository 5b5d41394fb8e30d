import type { Permission } from '@casillero/shared/domain/permissions'
import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad } from '../support/load-file.ts'
import { openShops, openWorld } from '../support/open-world.ts'
import type { Shop } from '../support/shop.ts'

const world = openWorld()
const shop = openShops(world)

const restrict = (shop: Shop, body: { denials?: Permission[]; discountLimit?: number | null }) =>
  shop.admin.ok('PUT /api/users/:id', { params: { id: shop.user.userId }, body })
const percent = (value: number) => ({ generalDiscountType: 'percentage' as const, generalDiscountValue: value })
const fixed = (value: number) => ({ discountType: 'fixed_amount' as const, discountValue: value })

const fetchPackage = async (shop: Shop, id: string) =>
  (await shop.admin.ok('GET /api/packages/:id', { params: { id } })).data

test('a percentage at the limit passes whatever the cents that it is rounded to', async () => {
  await restrict(shop, { discountLimit: 10 })
  // 10 % of US$3.75 are US$0.375, and US$0.38 come off; in C$ two lines are rounded before.
  const small = await shop.receive({ weight: 1 })
  const body = shop.invoiceBodyOf([small], percent(10))
  expect((await shop.user.ok('POST /api/invoices', { body })).data.discountTotal).toBe(0.38)
  const tariff = { name: 'Fina', type: 'aereo' as const, pricePerPound: 3.33 }
  const { data: fine } = await shop.admin.ok('POST /api/tariffs', { body: tariff })
  const several = await shop.receiveMany(6, { tariffId: fine.id, weight: 1.01 })
  const inCordobas = { ...shop.invoiceBodyOf(several, percent(10)), currencyId: shop.nio }
  await shop.user.ok('POST /api/invoices', { body: inCordobas })
  const other = await shop.receive({ weight: 1 })
  const above = { generalDiscountType: 'fixed_amount' as const, generalDiscountValue: 0.38 }
  const refused = await shop.user.refused('POST /api/invoices', { body: shop.invoiceBodyOf([other], above) })
  expect(refused.code).toBe('discount_above_limit')
})

test('money that was paid for the client makes no room for a larger discount', async () => {
  await restrict(shop, { discountLimit: 10 })
  const { data: charge } = await shop.admin.ok('POST /api/charges', { body: { name: 'Aduana', kind: 'advance' } })
  const one = await shop.receive()
  const charges = [{ chargeId: charge.id, packageId: one.id, amount: 100, currencyId: shop.usd }]
  const send = (value: number) => ({ body: shop.invoiceBodyOf([one], { charges, ...percent(value) }) })
  expect((await shop.user.refused('POST /api/invoices', send(100))).code).toBe('discount_above_limit')
  expect((await shop.user.refused('POST /api/invoices', send(11))).code).toBe('discount_above_limit')
  expect((await shop.user.ok('POST /api/invoices', send(10))).data.totalAmount).toBe(106.75)
})

test('an amount that was given within the limit does not pass it by a lower weight or tariff, in the form or in a file', async () => {
  await restrict(shop, { discountLimit: 10 })
  const body = { ...(await shop.receive({ weight: 100 })), tracking: 'DESVIO1', version: undefined, ...fixed(37.5) }
  const { data: one } = await shop.user.ok('POST /api/packages', { body })
  const save = (change: object) => ({ params: { id: one.id }, body: { ...one, version: undefined, ...change } })
  expect(await shop.user.refused('PUT /api/packages/:id', save({ weight: 10 }))).toMatchObject({
    code: 'discount_above_limit',
    fields: { discountValue: 'Su descuento más alto es 10 %' },
  })
  const cheaper = save({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  expect((await shop.user.refused('PUT /api/packages/:id', cheaper)).code).toBe('discount_above_limit')
  const { id } = await previewCells(shop, 'packages', 'Tracking;Peso\nDESVIO1;10')
  await runLoad(world, shop, id)
  expect((await rowsOf(shop, id))[0]?.detail).toBe('Su descuento más alto es 10 %')
  expect(await fetchPackage(shop, one.id)).toMatchObject({ weight: 100, totalPrice: 337.5 })
  await shop.user.ok('PUT /api/packages/:id', save({ weight: 110 }))
  await shop.user.ok('PUT /api/packages/:id', save({ weight: 10, discountType: 'none', discountValue: 0 }))
})

test('a discount above the limit that an admin gave stays with a package whose weight a user corrects', async () => {
  await restrict(shop, { discountLimit: 10 })
  const one = await shop.receive({ weight: 2, ...fixed(5) })
  const lighter = { params: { id: one.id }, body: { ...one, version: undefined, weight: 1.5 } }
  await shop.user.ok('PUT /api/packages/:id', lighter)
})

test('a file that was read before a package came does not change the weight of its reception without the permission', async () => {
  await restrict(shop, { denials: ['weights'] })
  const one = await shop.receive({ tracking: 'TARDE1', weight: null })
  const { id, counts } = await previewCells(shop, 'packages', 'Tracking;Peso\nTARDE1;1')
  expect(counts.updated).toBe(1)
  await shop.admin.ok('PUT /api/packages/:id', {
    params: { id: one.id },
    body: { ...one, version: undefined, weight: 9 },
  })
  await runLoad(world, shop, id)
  expect((await fetchPackage(shop, one.id)).weight).toBe(9)
  expect((await rowsOf(shop, id))[0]?.detail).toContain('no tiene el permiso «Cambiar el peso ya recibido»')
})

test('a load that was read before the permission was taken changes no weight of a package that was received', async () => {
  const one = await shop.receive({ tracking: 'ANTES1', weight: 9 })
  const { id } = await previewCells(shop, 'packages', 'Tracking;Peso\nANTES1;1')
  await restrict(shop, { denials: ['weights'] })
  await runLoad(world, shop, id)
  expect((await fetchPackage(shop, one.id)).weight).toBe(9)
})

test('a charge that another user put on a package is not taken off or lowered without discounts or with a limit, the own one is, in the form and in a file', async () => {
  const { data: charge } = await shop.admin.ok('POST /api/charges', { body: { name: 'Aduana', kind: 'advance' } })
  const one = await shop.receive({ tracking: 'ADUANA1' })
  const put = (amount?: number, currencyId = shop.usd) => ({
    params: { id: one.id },
    body: { charges: amount === undefined ? [] : [{ chargeId: charge.id, amount, currencyId }] },
  })
  await shop.admin.ok('PUT /api/packages/:id/charges', put(50))
  for (const taken of [{ denials: ['discounts'] satisfies Permission[] }, { denials: [], discountLimit: 10 }]) {
    await restrict(shop, taken)
    for (const body of [put(), put(0.01), put(60, shop.nio)])
      expect((await shop.user.refused('PUT /api/packages/:id/charges', body)).code).toBe('permission_denied')
    const { id } = await previewCells(shop, 'charges', 'Tracking;Cargo;Monto;Moneda\nADUANA1;Aduana;1;US$')
    expect((await rowsOf(shop, id))[0]?.problems[0]?.message).toContain('no tiene el permiso «Descuentos»')
  }
  await shop.user.ok('PUT /api/packages/:id/charges', put(60))
  await shop.user.ok('PUT /api/packages/:id/charges', put(55))
  const { id } = await previewCells(shop, 'charges', 'Tracking;Cargo;Monto;Moneda\nADUANA1;Aduana;50;US$')
  expect((await runLoad(world, shop, id)).result).toMatchObject({ updated: 1, refused: 0 })
  await shop.user.ok('PUT /api/packages/:id/charges', put())
})

test('a file that was read before the permission was taken lowers no charge', async () => {
  const { data: charge } = await shop.admin.ok('POST /api/charges', { body: { name: 'Aduana', kind: 'advance' } })
  const one = await shop.receive({ tracking: 'ADUANA2' })
  const charges = [{ chargeId: charge.id, amount: 50, currencyId: shop.usd }]
  await shop.admin.ok('PUT /api/packages/:id/charges', { params: { id: one.id }, body: { charges } })
  const { id } = await previewCells(shop, 'charges', 'Tracking;Cargo;Monto;Moneda\nADUANA2;Aduana;1;US$')
  await restrict(shop, { denials: ['discounts'] })
  await runLoad(world, shop, id)
  expect((await rowsOf(shop, id))[0]?.detail).toBe('No tiene el permiso «Descuentos»')
})

test('a reception is undone without the permission to change weights', async () => {
  await restrict(shop, { denials: ['weights'] })
  const announced = await shop.receive({ tracking: 'AVISADO1', weight: null })
  const body = { tracking: 'AVISADO1', shippingMethod: 'aereo' as const, weight: 3, weightSource: 'typed' as const }
  const { receptionId, result } = (await shop.user.ok('POST /api/receptions', { body })).data
  expect(result).toBe('filled')
  await shop.user.ok('POST /api/receptions/:id/undo', { params: { id: receptionId ?? '' } })
  expect((await fetchPackage(shop, announced.id)).weight).toBe(null)
})

test('the final status is set by no form, list or file without the permission to hand over', async () => {
  const one = await shop.receive({ tracking: 'FINAL1' })
  const statusId = shop.statuses.delivered
  await restrict(shop, { denials: ['handovers'] })
  const params = { id: one.id }
  const refusals = [
    await shop.user.refused('PATCH /api/packages/status', { body: { packageIds: [one.id], statusId } }),
    await shop.user.refused('PUT /api/packages/:id', { params, body: { ...one, version: undefined, statusId } }),
    await shop.user.refused('POST /api/packages/status/preview', { body: { packageIds: [one.id], statusId } }),
  ]
  expect(refusals.map(({ code }) => code)).toEqual(['permission_denied', 'permission_denied', 'permission_denied'])
  expect((await fetchPackage(shop, one.id)).status?.id).toBe(one.status?.id)
})

test('replies are shown with the client’s notices only to users who may read conversations', async () => {
  const id = await shop.receiveChat({ text: '¿ya vino?' })
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: 'Viene mañana' } })
  const list = async () => (await shop.user.ok('GET /api/messages', { query: { clientId: shop.client.id } })).data
  const [reply] = await list()
  expect(reply?.body).toBe('Viene mañana')
  await restrict(shop, { denials: ['conversations'] })
  expect(await list()).toEqual([])
  const cancelled = await shop.user.refused('POST /api/messages/:id/cancel', { params: { id: reply?.id ?? '' } })
  expect(cancelled.code).toBe('permission_denied')
})

test('a number is given to a client only with the permission to change clients', async () => {
  const id = await shop.receiveChat({ phone: '50577231199' })
  const { version } = (await shop.user.ok('GET /api/conversations/:id', { params: { id } })).data
  await restrict(shop, { denials: ['clients'] })
  const body = { attended: false, clientId: shop.client.id, version }
  const refusal = await shop.user.refused('PUT /api/conversations/:id', { params: { id }, body })
  expect(refusal.code).toBe('permission_denied')
})

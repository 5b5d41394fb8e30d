import { type Permission, permissionLabels } from '@casillero/shared/domain/permissions'
import { expect, test } from 'vitest'
import { previewCells, rowsOf } from '../support/load-file.ts'
import { openShops, openWorld } from '../support/open-world.ts'
import type { Shop } from '../support/shop.ts'

const world = openWorld()
const shop = openShops(world)

const restrict = (shop: Shop, body: { denials?: Permission[]; discountLimit?: number | null }) =>
  shop.admin.ok('PUT /api/users/:id', { params: { id: shop.user.userId }, body })

const denied = (permission: Permission) => ({
  status: 403,
  code: 'permission_denied',
  message: `No tiene el permiso «${permissionLabels[permission]}»; pídalo a un administrador`,
  details: { permission },
})
const aboveLimit = { status: 403, code: 'discount_above_limit', message: 'Su descuento más alto es 10 %' }

test('a permission goes and comes back at the next call of a session that goes on, and both are in the log', async () => {
  const add = () =>
    shop.user.send('POST /api/client', { body: { firstName: 'Eva', lastNames: 'Ruiz', phone: '50586904418' } })
  const { user, ended } = await restrict(shop, { denials: ['imports', 'clients', 'clients'] })
  expect([user.denials, ended]).toEqual([['clients', 'imports'], { sessions: 0, accessTokens: 0 }])
  expect((await add()).json()).toMatchObject({ code: 'permission_denied', details: { permission: 'clients' } })
  expect((await shop.user.ok('GET /api/auth/me')).user.denials).toEqual(['clients', 'imports'])
  await restrict(shop, { denials: [] })
  expect((await add()).statusCode).toBe(201)
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'users' } })
  expect(JSON.stringify(data)).toContain('denials')
})

test('an edit that says nothing of the permissions leaves them, and a new user has all of them', async () => {
  await restrict(shop, { denials: ['exports'], discountLimit: 12.5 })
  const params = { id: shop.user.userId }
  const { user } = await shop.admin.ok('PUT /api/users/:id', { params, body: { firstName: 'Otra' } })
  expect(user).toMatchObject({ denials: ['exports'], discountLimit: 12.5 })
  const body = { firstName: 'Nueva', email: 'nueva@correo.test', password: 'una clave de prueba' }
  expect((await shop.admin.ok('POST /api/users', { body })).user).toMatchObject({ denials: [], discountLimit: null })
})

test('a list without its permission is read and not exported', async () => {
  await restrict(shop, { denials: ['exports'] })
  await shop.user.ok('GET /api/packages')
  expect(await shop.user.refused('GET /api/packages/export', { query: { format: 'csv' } })).toMatchObject(
    denied('exports'),
  )
})

test('an invoice with a payment needs the permission to take money, and one without does not', async () => {
  await restrict(shop, { denials: ['payments'] })
  const one = await shop.receive()
  const paid = shop.invoiceBodyOf([one], { payments: [{ total: 1, method: 'cash' }] })
  expect(await shop.user.refused('POST /api/invoices', { body: paid })).toMatchObject(denied('payments'))
  await shop.user.ok('POST /api/invoices', { body: shop.invoiceBodyOf([one]) })
})

const values = { weight: 2, length: 10, width: 10, height: 10 }

test('a user without the permission changes neither weight nor measures, and everything else', async () => {
  await restrict(shop, { denials: ['weights'] })
  const one = await shop.receive(values)
  const save = (change: object) => ({ params: { id: one.id }, body: { ...one, version: undefined, ...change } })
  for (const change of [{ weight: 1 }, { weight: null }, { length: 9 }, { length: null, width: null, height: null }])
    expect(await shop.user.refused('PUT /api/packages/:id', save(change))).toMatchObject(denied('weights'))
  await shop.user.ok('PUT /api/packages/:id', save({ description: 'Zapatos' }))
  await shop.admin.ok('PUT /api/packages/:id', save({ weight: 1 }))
})

test('a user without the permission gives a package its first weight, by the form and by a scan', async () => {
  await restrict(shop, { denials: ['weights'] })
  const [first, second] = [await shop.receive({ weight: null }), await shop.receive({ weight: null })]
  await shop.user.ok('PUT /api/packages/:id', { params: { id: first.id }, body: { ...first, weight: 3 } })
  const body = {
    tracking: second.tracking ?? '',
    shippingMethod: 'aereo' as const,
    weight: 3,
    weightSource: 'typed' as const,
  }
  expect((await shop.user.ok('POST /api/receptions', { body })).data.result).toBe('filled')
})

test('a file of such a user changes no weight, and brings new packages and other changes', async () => {
  await restrict(shop, { denials: ['weights'] })
  const [heavier, other] = [await shop.receive(values), await shop.receive(values)]
  const text = [
    'Tracking\tPeso\tDescripción\tMétodo',
    `${heavier.tracking}\t5\t\t`,
    `${other.tracking}\t\tZapatos\t`,
    'NUEVO123456\t4\tRopa\tAéreo',
  ].join('\n')
  const load = await previewCells(shop, 'packages', text)
  expect(load.counts).toMatchObject({ new: 1, updated: 1, error: 1 })
  const refused = (await rowsOf(shop, load.id)).find(({ outcome }) => outcome === 'error')
  expect(JSON.stringify(refused)).toContain('no tiene el permiso «Cambiar el peso ya recibido»')
})

const packageBody = (shop: Shop, values: object) => ({
  shippingMethod: 'aereo' as const,
  clientId: shop.client.id,
  tariffId: shop.air.id,
  statusId: shop.statuses.ready,
  tracking: `D${Math.random().toString().slice(2, 12)}`,
  weight: 2,
  ...values,
})
const percent = (value: number) => ({ discountType: 'percentage' as const, discountValue: value })
const fixed = (value: number) => ({ discountType: 'fixed_amount' as const, discountValue: value })

test('a user without the permission gives none, keeps those that are there, and sets no tariffs', async () => {
  await restrict(shop, { denials: ['discounts'] })
  const { user } = shop
  expect(await user.refused('POST /api/packages', { body: packageBody(shop, percent(1)) })).toMatchObject(
    denied('discounts'),
  )
  const one = await shop.receive(percent(50))
  const params = { id: one.id }
  await user.ok('PUT /api/packages/:id', { params, body: { ...one, description: 'Zapatos', version: undefined } })
  const other = { params, body: { ...one, ...percent(40), version: undefined } }
  expect(await user.refused('PUT /api/packages/:id', other)).toMatchObject(denied('discounts'))
  const row = (values: object) => ({ ...shop.invoiceBodyOf([one]).items[0], packageId: one.id, ...values })
  for (const values of [
    { generalDiscountType: 'percentage' as const, generalDiscountValue: 1 },
    { items: [row(fixed(0.01))] },
  ])
    expect(await user.refused('POST /api/invoices', { body: shop.invoiceBodyOf([one], values) })).toMatchObject(
      denied('discounts'),
    )
  const tariff = { name: 'Barata', type: 'aereo' as const, pricePerPound: 0.01 }
  expect(await user.refused('POST /api/tariffs', { body: tariff })).toMatchObject(denied('discounts'))
  await user.ok('PUT /api/packages/:id', {
    params,
    body: { ...one, discountType: 'none', discountValue: 0, version: undefined },
  })
})

test('a limit holds for percentages and amounts of a package, whether its price is known or not', async () => {
  await restrict(shop, { discountLimit: 10 })
  const send = (values: object) => shop.user.send('POST /api/packages', { body: packageBody(shop, values) })
  // 2 lb at US$3.75 are US$7.50.
  for (const values of [percent(10), fixed(0.75), { weight: null, ...percent(10) }])
    expect((await send(values)).statusCode, JSON.stringify(values)).toBe(201)
  for (const values of [
    percent(10.01),
    fixed(0.76),
    { weight: null, ...percent(11) },
    { weight: null, ...fixed(0.01) },
  ])
    expect((await send(values)).json(), JSON.stringify(values)).toMatchObject({
      code: 'discount_above_limit',
      fields: { discountValue: aboveLimit.message },
    })
  expect((await shop.admin.send('POST /api/packages', { body: packageBody(shop, percent(90)) })).statusCode).toBe(201)
})

test('a limit holds for all that comes off an invoice together, its packages’ own discounts and waived charges too', async () => {
  await restrict(shop, { discountLimit: 10 })
  const { data: charge } = await shop.admin.ok('POST /api/charges', {
    body: { name: 'Manejo', kind: 'per_invoice', price: 2.5, isAutomatic: true },
  })
  const [plain, discounted] = [await shop.receive(), await shop.receive(percent(10))]
  const body = (one: typeof plain, values: object = {}) => shop.invoiceBodyOf([one], values)
  const general = (value: number) => ({ generalDiscountType: 'percentage' as const, generalDiscountValue: value })
  const row = (one: typeof plain, values: object) => ({ ...body(one).items[0], packageId: one.id, ...values })
  // US$7.50 and US$2.50 of the charge: US$10 without any discount.
  const refused = [
    [body(plain, general(10.1)), 'generalDiscountValue'],
    [body(plain, { items: [row(plain, fixed(1.01))] }), 'items.0.discountValue'],
    [body(plain, { items: [row(plain, percent(8))], ...general(5) }), 'generalDiscountValue'],
    [body(plain, { waivedCharges: [{ chargeId: charge.id }] }), 'waivedCharges.0.chargeId'],
    [body(discounted, general(3)), 'generalDiscountValue'],
  ] as const
  for (const [sent, field] of refused)
    expect(await shop.user.refused('POST /api/invoices', { body: sent }), field).toMatchObject({
      ...aboveLimit,
      fields: { [field]: aboveLimit.message },
    })
  expect((await shop.user.ok('POST /api/invoices', { body: body(discounted) })).data.totalAmount).toBe(9.25)
  expect((await shop.user.ok('POST /api/invoices', { body: body(plain, general(10)) })).data.totalAmount).toBe(9)
})

test('a limit takes the tariffs too, because a lower price is a discount on every package', async () => {
  await restrict(shop, { discountLimit: 99 })
  const tariff = { name: 'Barata', type: 'aereo' as const, pricePerPound: 0.01 }
  expect(await shop.user.refused('POST /api/tariffs', { body: tariff })).toMatchObject(denied('discounts'))
})

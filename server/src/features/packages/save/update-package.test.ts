import type { CourierPackage } from '@casillero/shared/contract/packages'
import { expect, test } from 'vitest'
import { shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()

/** As Facturar does it: the whole package as it was read, with what changed. */
const change = async ({ user }: Shop, courierPackage: CourierPackage, values: object) =>
  (
    await user.ok('PUT /api/packages/:id', {
      params: { id: courierPackage.id },
      body: { ...courierPackage, ...values },
    })
  ).data

const refuseChange = ({ admin }: Shop, courierPackage: CourierPackage, values: object) =>
  admin.refused('PUT /api/packages/:id', { params: { id: courierPackage.id }, body: { ...courierPackage, ...values } })

const historyOf = (courierPackage: CourierPackage): object[] => JSON.parse(courierPackage.statusHistory)

test('a package that is sent as it was read changes in its version alone', async () => {
  const shop = await openShop(world)
  const courierPackage = await shop.receive({ discountType: 'percentage', discountValue: 10, description: 'Zapatos' })
  const same = await change(shop, courierPackage, {})
  expect(same).toEqual({ ...courierPackage, version: 2, updatedAt: same.updatedAt })
})

test('a package that is edited keeps the price it was given when the tariff has changed since; a new weight is priced by it', async () => {
  const shop = await openShop(world)
  const courierPackage = await shop.receive({ weight: 2 })
  const { name, type } = shop.air
  const body = { name, type, pricePerPound: 9.99, isActive: false }
  await shop.admin.ok('PUT /api/tariffs/:id', { params: { id: shop.air.id }, body })
  const heavier = await change(shop, courierPackage, {
    weight: 4,
    finalPricePerPound: 1,
    totalPrice: 1,
    pricePerPound: 1,
  })
  expect(heavier).toMatchObject({
    pricePerPound: 3.75,
    finalPricePerPound: 3.75,
    totalPrice: 15,
    tariffId: shop.air.id,
  })
})

test('a package that is edited is repriced by a tariff that is assigned, its own discount on top', async () => {
  const shop = await openShop(world)
  const { data: express } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Express', type: 'aereo', pricePerPound: 6 },
  })
  const courierPackage = await shop.receive({ weight: 2, discountType: 'percentage', discountValue: 50 })
  const repriced = await change(shop, courierPackage, { tariffId: express.id, finalPricePerPound: 0.5 })
  expect(repriced).toMatchObject({ pricePerPound: 6, finalPricePerPound: 3, totalPrice: 6 })
  const bare = await change(shop, repriced, { tariffId: null, version: undefined })
  expect(bare).toMatchObject({ tariff: null, pricePerPound: null, finalPricePerPound: null, totalPrice: null })
})

test('a package that is edited takes no tariff of the other method, none that cannot be assigned, and drops none by a change of method', async () => {
  const shop = await openShop(world)
  const courierPackage = await shop.receive()
  const { data: expired } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Vieja', type: 'aereo', pricePerPound: 6, startDate: '2020-01-01', endDate: '2020-01-02' },
  })
  for (const [values, code] of [
    [{ tariffId: shop.sea.id }, 'tariff_type_mismatch'],
    [{ shippingMethod: 'maritimo' }, 'tariff_type_mismatch'],
    [{ tariffId: expired.id }, 'tariff_not_available'],
  ] as const) {
    const refused = await refuseChange(shop, courierPackage, values)
    expect(refused).toMatchObject({ status: 400, code, fields: { tariffId: refused.message } })
  }
  const shipped = await change(shop, courierPackage, { shippingMethod: 'maritimo', tariffId: shop.sea.id })
  expect(shipped).toMatchObject({ shippingMethod: 'maritimo', pricePerPound: 2.5, totalPrice: 5 })
})

test('an edit of the status is written into the history with its user, from and to', async () => {
  const shop = await openShop(world)
  const { received, inTransit } = shop.statuses
  const courierPackage = await shop.receive({ statusId: received })
  const moved = await change(shop, courierPackage, { statusId: inTransit })
  expect(moved.status?.name).toBe('En tránsito')
  const untouched = await change(shop, moved, { weight: 3 })
  const left = await change(shop, untouched, { statusId: null })
  expect(historyOf(left)).toEqual([
    expect.objectContaining({ from: null, to: 'Recibido en bodega US', comment: 'Initial status' }),
    expect.objectContaining({
      from: 'Recibido en bodega US',
      to: 'En tránsito',
      userName: 'user Prueba',
      comment: null,
    }),
    expect.objectContaining({ from: 'En tránsito', to: null }),
  ])
  await world.owner.query(`update statuses set name = 'De camino' where id = $1`, [inTransit])
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
  expect(data.statusHistory, 'names are those of the moment').toBe(left.statusHistory)
})

test('a package that is edited is found under its new client and no longer under the old one', async () => {
  const shop = await openShop(world)
  const eva = await shop.addClient({ firstName: 'Eva', lastNames: 'Paz' })
  const courierPackage = await shop.receive()
  const found = async (search: string) => (await shop.admin.ok('GET /api/packages', { query: { search } })).data.length
  expect([await found('núñez'), await found('eva paz')]).toEqual([1, 0])
  const moved = await change(shop, courierPackage, { clientId: eva.id })
  expect([moved.client?.firstName, await found('núñez'), await found('eva paz')]).toEqual(['Eva', 0, 1])
  await change(shop, moved, { clientId: null })
  expect(await found('eva paz')).toBe(0)
})

const refused = { status: 409, code: 'package_invoiced', message: 'El paquete #1 ya está facturado en la factura #1' }

test('a package that is invoiced can be neither edited nor deleted until its invoice is voided', async () => {
  const shop = await openShop(world)
  const courierPackage = await shop.receive()
  const { id } = await shop.invoice([courierPackage])
  const { data: invoiced } = await shop.admin.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
  expect(invoiced.invoiceItems).toEqual([{ id: expect.any(String), invoice: { id, companyInvoiceId: 1 } }])
  expect(await refuseChange(shop, invoiced, { weight: 9 })).toMatchObject(refused)
  expect(await shop.admin.refused('DELETE /api/packages/:id', { params: { id: courierPackage.id } })).toMatchObject(
    refused,
  )
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  const { data: free } = await shop.admin.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
  expect(free.invoiceItems).toEqual([])
  expect((await change(shop, free, { weight: 9 })).weight).toBe(9)
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })
})

test('an invoiced package is protected by the database too, even from a statement without its check', async () => {
  const shop = await openShop(world)
  const courierPackage = await shop.receive()
  await shop.invoice([courierPackage])
  const set = (values: string) => world.owner.query(`update packages set ${values} where id = $1`, [courierPackage.id])
  for (const values of [
    'weight = 9',
    'client_id = null',
    `description = 'x'`,
    'deleted_at = now()',
    'total_price = 1',
  ]) {
    await expect(set(values), values).rejects.toMatchObject({ code: '23001', constraint: 'packages_invoiced' })
  }
  await set(`status_id = '${shop.statuses.delivered}'`)
})

test('a package that is deleted is missing from the list, the count, the search and by its id', async () => {
  const { admin, receive, receiveMany } = await openShop(world)
  await receiveMany(2)
  const courierPackage = await receive({ tracking: 'ADIOS' })
  expect(await admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })).toEqual({
    success: true,
    data: null,
  })
  const total = async (query: object) => (await admin.ok('GET /api/packages', { query })).pagination.total
  expect([await total({}), await total({ search: 'adios' }), await total({ search: 'ana' })]).toEqual([2, 0, 2])
  for (const call of ['GET /api/packages/:id', 'DELETE /api/packages/:id'] as const) {
    expect((await admin.refused(call, { params: { id: courierPackage.id } })).status).toBe(404)
  }
})

test('every change of a weight is told with who made it, from what and to what, and nothing else is', async () => {
  const shop = await openShop(world)
  const made = await shop.receive({ weight: undefined, statusId: shop.statuses.received })
  const params = { id: made.id }
  const weights = async () => (await shop.viewer.ok('GET /api/packages/:id/weights', { params })).data
  const change = async (caller: typeof shop.admin, values: object) => {
    const { data } = await caller.ok('GET /api/packages/:id', { params })
    await caller.ok('PUT /api/packages/:id', { params, body: { ...data, ...values } })
  }
  expect(await weights()).toEqual([])
  await change(shop.user, { weight: 2.5 })
  await change(shop.user, { description: 'Zapatos' })
  await change(shop.admin, { weight: 3.25 })
  const nameOf = async (caller: typeof shop.admin) => (await caller.ok('GET /api/auth/me')).user.fullName
  expect(await weights()).toEqual([
    { date: expect.any(String), userName: await nameOf(shop.user), from: null, to: 2.5 },
    { date: expect.any(String), userName: await nameOf(shop.admin), from: 2.5, to: 3.25 },
  ])
  const other = await openShop(world)
  expect(await other.admin.refused('GET /api/packages/:id/weights', { params })).toMatchObject({ status: 404 })
})

test('the filter of what is invoiced finds the same where a company has few invoices and where it has over a thousand', async () => {
  const shop = await openShop(world)
  const [invoiced, voided, bare] = await shop.receiveMany(3)
  if (!invoiced || !voided || !bare) throw new Error('Three packages were asked for')
  await shop.invoice([invoiced])
  const { id } = await shop.invoice([voided])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  const found = async (query: object) =>
    (await shop.user.ok('GET /api/packages', { query: { sort: 'number', ...query } })).data.map((row) => row.id)
  const expectFound = async () => {
    expect(await found({ invoiced: 'true' })).toEqual([invoiced.id])
    expect(await found({ invoiced: 'false' })).toEqual([voided.id, bare.id])
    expect(await found({ invoiced: 'true', statusId: shop.statuses.ready })).toEqual([invoiced.id])
  }
  await expectFound()
  await world.owner.query(
    `insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(v) || jsonb_build_object('id', uuidv7(), 'company_invoice_id', 100 + n))).*
     from (select * from invoices where company_id = $1 limit 1) v cross join generate_series(1, 1001) n`,
    [shop.id],
  )
  await expectFound()
})

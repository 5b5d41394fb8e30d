import type { CourierPackage } from '@casillero/shared/contract/packages'
import { expect, test } from 'vitest'
import { expectWhole, openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

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
  const courierPackage = await shop.receive({ discountType: 'percentage', discountValue: 10, description: 'Zapatos' })
  const same = await change(shop, courierPackage, {})
  expect(same).toEqual({ ...courierPackage, version: 2, updatedAt: same.updatedAt })
})

test('a package that is edited keeps the price it was given when the tariff has changed since; a new weight is priced by it', async () => {
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
  const eva = await shop.addClient({ firstName: 'Eva', lastNames: 'Paz' })
  const courierPackage = await shop.receive()
  const found = async (search: string) => (await shop.admin.ok('GET /api/packages', { query: { search } })).data.length
  expect([await found('núñez'), await found('eva paz')]).toEqual([1, 0])
  const moved = await change(shop, courierPackage, { clientId: eva.id })
  expect([moved.client?.firstName, await found('núñez'), await found('eva paz')]).toEqual(['Eva', 0, 1])
  await change(shop, moved, { clientId: null })
  expect(await found('eva paz')).toBe(0)
})

test('a package that goes to another client takes that client’s tariff unless its own was chosen by hand, and a call that names none takes what follows', async () => {
  const add = async (name: string, pricePerPound: number) =>
    (await shop.admin.ok('POST /api/tariffs', { body: { name, type: 'aereo', pricePerPound } })).data
  const [own, special] = [await add('VIP', 3), await add('Express', 6)]
  const eva = await shop.addClient({ firstName: 'Eva', defaultTariffAereoId: own.id })
  const receive = async (body: object) =>
    (
      await shop.user.ok('POST /api/packages', {
        body: { shippingMethod: 'aereo', tracking: 'TBA', weight: 2, ...body },
      })
    ).data
  expect((await receive({ clientId: eva.id })).tariff?.name).toBe('VIP')
  expect((await receive({ clientId: eva.id, tariffId: null })).tariff).toBeNull()
  const usual = await receive({ clientId: shop.client.id })
  expect(usual.tariffId).toBe(shop.air.id)
  expect(await change(shop, usual, { clientId: eva.id })).toMatchObject({ tariffId: own.id, totalPrice: 6 })
  const chosen = await receive({ clientId: shop.client.id, tariffId: special.id })
  const moved = await change(shop, chosen, { clientId: eva.id })
  expect(moved).toMatchObject({ tariffId: special.id, totalPrice: 12 })
  expect((await change(shop, moved, { tariffId: undefined, weight: 3 })).tariffId).toBe(special.id)
})

const refused = { status: 409, code: 'package_invoiced', message: 'El paquete #1 ya está facturado en la factura #1' }

test('a package that is invoiced can be neither edited nor deleted until its invoice is voided', async () => {
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

async function openCharged() {
  const shop = await openShop(world)
  const add = async (body: {
    name: string
    kind: 'per_package' | 'advance' | 'per_invoice'
    price?: number
    isAutomatic?: boolean
  }) => (await shop.admin.ok('POST /api/charges', { body })).data
  return {
    shop,
    handling: await add({ name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true }),
    packing: await add({ name: 'Empaque', kind: 'per_package', price: 2 }),
    duty: await add({ name: 'Impuestos', kind: 'advance' }),
    customs: await add({ name: 'Trámite', kind: 'per_invoice', price: 3 }),
  }
}

const put = (id: string, charges: { chargeId: string; amount?: number; currencyId?: string }[]) => ({
  params: { id },
  body: { charges },
})

test('charges wait on a package, change by what is named, and stand on its invoice with those that apply by themselves', async () => {
  const { shop, packing, duty } = await openCharged()
  const [one, beside] = await shop.receiveMany(2)
  if (!one || !beside) throw new Error('no packages')
  const customs = { chargeId: duty.id, amount: 350, currencyId: shop.nio }
  const save = 'PUT /api/packages/:id/charges'
  const { data } = await shop.user.ok(save, put(one.id, [customs, { chargeId: packing.id }]))
  expect(data.charges.map(({ name, amount, currency }) => [name, amount, currency?.code ?? null])).toEqual([
    ['Impuestos', 350, 'NIO'],
    ['Empaque', null, null],
  ])
  expect((await shop.viewer.ok('GET /api/packages/:id/charges', { params: { id: one.id } })).data).toEqual(data)
  expect(data.automatic.map(({ name, amount }) => [name, amount])).toEqual([['Manejo', 1.5]])
  expect(data.total.map(({ code, amount }) => [code, amount])).toEqual([
    ['USD', 3.5],
    ['NIO', 350],
  ])
  const next = put(one.id, [{ ...customs, amount: 360 }])
  const versioned = { ...next, body: { ...next.body, version: data.version } }
  await shop.user.ok(save, versioned)
  expect((await shop.admin.refused(save, versioned)).code).toBe('stale')
  const toBill = await shop.viewer.ok('GET /api/clients/:id/to-bill', { params: { id: shop.client.id } })
  const usd = (amount: number) => ({ code: 'USD', symbol: 'US$', amount })
  expect(toBill.data.packages.map(({ charges, total }) => [charges, total])).toEqual([
    [
      [usd(1.5), { code: 'NIO', symbol: 'C$', amount: 360 }],
      [usd(9), { code: 'NIO', symbol: 'C$', amount: 360 }],
    ],
    [[usd(1.5)], [usd(9)]],
  ])
  expect(toBill.data.total).toEqual([usd(18), { code: 'NIO', symbol: 'C$', amount: 360 }])
  // A caller that knows nothing of charges.
  const invoice = await shop.invoice([one, beside], { currencyId: shop.nio })
  expect(invoice.charges.map(({ name, packageId, total }) => [name, packageId, total])).toEqual([
    ['Manejo', one.id, 55.2],
    ['Manejo', beside.id, 55.2],
    ['Impuestos', one.id, 360],
  ])
  expect(await shop.user.refused(save, put(one.id, []))).toMatchObject({ status: 409, code: 'package_invoiced' })
  expect((await shop.viewer.ok('GET /api/clients/:id/to-bill', { params: { id: shop.client.id } })).data.total).toEqual(
    [],
  )
  // Voided, they wait again; waived, they count nothing.
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const waivedCharges = [{ chargeId: duty.id, packageId: one.id }]
  expect((await shop.invoice([one], { currencyId: shop.nio, waivedCharges })).advancesTotal).toBe(0)
  await expectWhole(world)
})

test('a charge that cannot wait on a package is refused, and one that waits is not deleted', async () => {
  const { shop, packing, duty, customs } = await openCharged()
  const other = await openCharged()
  const { id } = await shop.receive()
  const amount = { amount: 5, currencyId: shop.usd }
  for (const [charges, code, field] of [
    [[{ chargeId: customs.id }], 'charge_not_countable', 'charges.0.chargeId'],
    [[{ chargeId: other.packing.id }], 'reference_not_found', 'charges.0.chargeId'],
    [[{ chargeId: duty.id }], 'charge_amount_required', 'charges.0.amount'],
    [[{ chargeId: duty.id, ...amount, currencyId: other.shop.usd }], 'reference_not_found', 'charges.0.currencyId'],
    [[{ chargeId: packing.id }, { chargeId: packing.id }], 'charge_repeated', 'charges.1.chargeId'],
  ] as const) {
    const refusal = await shop.user.refused('PUT /api/packages/:id/charges', put(id, [...charges]))
    expect([refusal.status, refusal.code, Object.keys(refusal.fields ?? {})], code).toEqual([400, code, [field]])
  }
  await shop.user.ok('PUT /api/packages/:id/charges', put(id, [{ chargeId: duty.id, ...amount }]))
  expect((await shop.admin.refused('DELETE /api/charges/:id', { params: { id: duty.id } })).code).toBe('charge_in_use')
  await shop.user.ok('PUT /api/packages/:id/charges', put(id, []))
  await shop.admin.ok('DELETE /api/charges/:id', { params: { id: duty.id } })
  expect((await shop.viewer.refused('PUT /api/packages/:id/charges', put(id, []))).status).toBe(403)
})

test('a message says what its package comes to with charges, by currency, and once it is invoiced what the invoice has', async () => {
  const { shop, duty } = await openCharged()
  const { data: statuses } = await shop.admin.ok('GET /api/statuses', {})
  const ready = statuses.find(({ id }) => id === shop.statuses.ready)
  const { data: templates } = await shop.admin.ok('GET /api/templates', {})
  const template = templates.find(({ id }) => id === ready?.templateId)
  await shop.admin.ok('PUT /api/templates/:id', {
    params: { id: template?.id ?? '' },
    body: { customContent: 'Total: {{total_con_cargos}}', version: template?.version },
  })
  const one = await shop.receive()
  const customs = { chargeId: duty.id, amount: 350, currencyId: shop.nio }
  await shop.user.ok('PUT /api/packages/:id/charges', put(one.id, [customs]))
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [one.id], statusId: shop.statuses.ready } })
  const readBody = async () =>
    (await shop.viewer.ok('GET /api/messages', { query: { clientId: shop.client.id, page: '1' } })).data[0]?.body
  expect(await readBody()).toBe('Total: US$9.00 + C$350.00')
  await shop.invoice([one], { currencyId: shop.nio })
  // (7.50 + 1.50) × 36.80 + 350.00
  expect(await readBody()).toBe('Total: C$681.20')
})

// Last, because the invoices that it copies do not add up.
test('the filter of what is invoiced finds the same where a company has few invoices and where it has over a thousand', async () => {
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

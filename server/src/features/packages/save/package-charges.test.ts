import { expect, test } from 'vitest'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'
import { verifyData } from '../../../commands/verify-data/report.ts'

const world = openWorld()

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
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
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

import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addHandover, addPicker } from '../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

const deskOf = async (shop: Shop, query: { clientId?: string; code?: string; isScanned?: 'true' }) =>
  (await shop.viewer.ok('GET /api/handovers/ready', { query })).data

test('a client at the counter has the ready packages, each with its invoice and what stands in the way', async () => {
  const shop = await openShop(world)
  const [bare, paid, owed] = [await shop.receive(), await shop.receive(), await shop.receive()]
  await shop.receive({ statusId: shop.statuses.inTransit })
  await shop.receive({ clientId: (await shop.addClient()).id })
  await shop.invoice([paid], { payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }] })
  await shop.invoice([owed])
  const { name, cedula, id } = await addPicker(shop)
  const free = await deskOf(shop, { clientId: shop.client.id })
  expect(free).toMatchObject({
    requiresPayment: false,
    client: { id: shop.client.id, middleName: shop.client.middleName, cedula: null },
    pickers: [{ id, name, cedula }],
    lastReceiver: null,
    scanned: null,
  })
  expect(free.packages.map(({ block }) => block)).toEqual([null, null, null])
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  const { packages } = await deskOf(shop, { clientId: shop.client.id })
  expect(packages.map((one) => [one.id, one.invoice?.companyInvoiceId, one.invoice?.status, one.block])).toEqual([
    [bare.id, undefined, undefined, 'not_invoiced'],
    [paid.id, 1, 'paid', null],
    [owed.id, 2, 'pending', 'not_paid'],
  ])
})

test('a client at the counter is asked for with who took the packages last', async () => {
  const shop = await openShop(world)
  const made = await addHandover(shop)
  expect((await deskOf(shop, { clientId: shop.client.id })).lastReceiver).toEqual(made.receivedBy)
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id: made.id }, body: { reason: 'Error' } })
  expect((await deskOf(shop, { clientId: shop.client.id })).lastReceiver).toBeNull()
})

test('a scanned code names a package by its trackings or its number, whether it is ready or not', async () => {
  const shop = await openShop(world)
  const one = await shop.receive({ tracking: 'TBA123', warehouseTracking: 'WH-9' })
  const number = one.companyPackageId
  for (const code of [
    'TBA123',
    'tba123',
    ' WH-9 ',
    `#${number}`,
    String(number),
    one.labelCode,
    `]C1${one.labelCode}`,
  ]) {
    const { scanned, client, packages } = await deskOf(shop, { code })
    expect([scanned?.id, client?.id, packages.map(({ id }) => id)], code).toEqual([one.id, shop.client.id, [one.id]])
    expect(scanned).toMatchObject({ isReady: true, companyHandoverId: null })
  }
  for (const code of [`000000${number}`, `#0${number}`]) expect((await deskOf(shop, { code })).scanned, code).toBeNull()
  expect((await deskOf(shop, { code: String(number), isScanned: 'true' })).scanned).toBeNull()
  const carried = await shop.receive({ tracking: '9101026837331000039521' })
  expect((await deskOf(shop, { code: '420221539101026837331000039521' })).scanned?.id).toBe(carried.id)
  await addHandover(shop, [one])
  expect((await deskOf(shop, { code: 'TBA123' })).scanned).toMatchObject({ isReady: false, companyHandoverId: 1 })
  await shop.receive({ tracking: 'LEJOS', statusId: shop.statuses.inTransit })
  expect((await deskOf(shop, { code: 'LEJOS' })).scanned).toMatchObject({ isReady: false, statusName: 'En tránsito' })
})

test('a code that names nothing gives nothing, and one of another company neither', async () => {
  const shop = await openShop(world)
  const other = await openShop(world)
  const foreign = await other.receive()
  for (const code of ['nada', '999999999', foreign.tracking ?? ''])
    expect(await deskOf(shop, { code })).toMatchObject({ client: null, scanned: null, packages: [] })
  const refused = await shop.viewer.refused('GET /api/handovers/ready', { query: { clientId: other.client.id } })
  expect(refused.status).toBe(404)
})

test('of two packages with one tracking the ready one is meant', async () => {
  const shop = await openShop(world)
  const ready = await shop.receive({ tracking: 'DOBLE' })
  await shop.receive({ tracking: 'DOBLE', statusId: shop.statuses.inTransit })
  expect((await deskOf(shop, { code: 'DOBLE' })).scanned?.id).toBe(ready.id)
})

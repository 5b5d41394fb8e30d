import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addClosed, addConsignment, addSent } from '../../../../tests/support/sample-consignments.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'

const world = shareWorld()
const shop = openShops(world)
const add = 'POST /api/shipments/:id/packages'
const scan = 'POST /api/shipments/:id/scans'

test('consignments are numbered in each company, listed by state and found by guide and carrier', async () => {
  const body = { shippingMethod: 'aereo' as const, guide: '230-4471 8836', carrier: 'Volaris Cargo' }
  const { data: first } = await shop.user.ok('POST /api/shipments', { body })
  const sent = await addSent(shop)
  expect([first.companyShipmentId, sent.companyShipmentId]).toEqual([1, 2])
  const found = async (query: { search?: string; status?: 'open' | 'in_transit' }) =>
    (await shop.viewer.ok('GET /api/shipments', { query })).data.map(({ companyShipmentId }) => companyShipmentId)
  expect(await found({})).toEqual([2, 1])
  expect(await found({ status: 'in_transit' })).toEqual([2])
  expect(await found({ search: '4471' })).toEqual([1])
  expect(await found({ search: 'volaris' })).toEqual([1])
  expect((await shop.user.ok('GET /api/shipments/counts')).data).toEqual({
    open: 1,
    inTransit: 1,
    received: 0,
    closed: 0,
    missing: 0,
  })
})

test('packages that are added are counted with pounds and clients, and the package names its consignment', async () => {
  const packages = [await shop.receive(), await shop.receive({ weight: 3.25 }), await shop.receive({ weight: null })]
  const made = await addConsignment(shop, packages)
  expect(made).toMatchObject({ packageCount: 3, weight: 5.25, clientCount: 1, withoutWeightCount: 1 })
  expect(made.withoutWeight.map(({ id }) => id)).toEqual([packages[2]?.id])
  const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id: packages[0]?.id ?? '' } })
  expect(data.shipment).toEqual({ id: made.id, companyShipmentId: made.companyShipmentId })
  const list = await shop.user.ok('GET /api/packages', { query: { page: '1' } })
  expect(list.data.every(({ shipment }) => shipment?.id === made.id)).toBe(true)
})

test('a package that cannot be added is named, and none of the others is added', async () => {
  const { id } = await addConsignment(shop, [])
  const fine = await shop.receive()
  const refusalOf = async (one: { id: string }) =>
    await shop.user.refused(add, { params: { id }, body: { packageIds: [fine.id, one.id] } })
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  expect(await refusalOf(bySea)).toMatchObject({
    status: 409,
    code: 'shipment_method_mismatch',
    fields: { 'packageIds.1': `El paquete #${bySea.companyPackageId} es marítimo y este embarque es aéreo` },
  })
  const elsewhere = await shop.receive()
  const other = await addConsignment(shop, [elsewhere])
  expect((await refusalOf(elsewhere)).message).toBe(
    `El paquete #${elsewhere.companyPackageId} va en el embarque #${other.companyShipmentId}`,
  )
  const handed = await shop.receive()
  await addHandover(shop, [handed])
  expect((await refusalOf(handed)).code).toBe('package_handed_over')
  const deleted = await shop.receive()
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: deleted.id } })
  expect((await refusalOf(deleted)).code).toBe('reference_not_found')
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id } })).data.packageCount).toBe(0)
})

test('a scan adds a package by its tracking, a barcode of the carrier around it, or our own number', async () => {
  const { id } = await addConsignment(shop, [])
  const usps = await shop.receive({ tracking: '9400111899526018159083' })
  const own = await shop.receive()
  const scanned = async (code: string, move = false) =>
    (await shop.user.ok(scan, { params: { id }, body: { code, move } })).data
  expect(await scanned('420331669400111899526018159083')).toMatchObject({ result: 'added', package: { id: usps.id } })
  for (const code of [`000000${own.companyPackageId}`, `#0${own.companyPackageId}`])
    expect(await scanned(code), code).toEqual({ result: 'unknown' })
  const bare = { code: String(own.companyPackageId), isScanned: true }
  expect((await shop.user.ok(scan, { params: { id }, body: bare })).data).toEqual({ result: 'unknown' })
  expect(await scanned(`#${own.companyPackageId}`)).toMatchObject({ result: 'added', package: { id: own.id } })
  expect(await scanned(own.tracking ?? '')).toMatchObject({ result: 'repeated' })
  expect(await scanned('NADA')).toEqual({ result: 'unknown' })
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  expect(await scanned(bySea.tracking ?? '')).toMatchObject({ result: 'wrong_method', package: { id: bySea.id } })
})

test('a scan of a package in another open consignment moves it when that is asked for, and never out of a sent one', async () => {
  const { id } = await addConsignment(shop, [])
  const one = await shop.receive()
  const other = await addConsignment(shop, [one])
  const call = { params: { id }, body: { code: one.tracking ?? '' } }
  expect((await shop.user.ok(scan, call)).data).toMatchObject({
    result: 'other_shipment',
    shipment: { id: other.id, companyShipmentId: other.companyShipmentId },
  })
  const moving = { ...call, body: { ...call.body, move: true } }
  expect((await shop.user.ok(scan, moving)).data).toMatchObject({ result: 'added', package: { shipment: { id } } })
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id: other.id } })).data.packageCount).toBe(0)
  const locked = await shop.receive()
  await addSent(shop, [locked])
  const refused = await shop.user.refused(scan, { params: { id }, body: { code: locked.tracking ?? '', move: true } })
  expect(refused.code).toBe('shipment_not_open')
})

test('a package in a consignment keeps its method and is not deleted, and one taken out is free again', async () => {
  const one = await shop.receive()
  const { id, companyShipmentId } = await addConsignment(shop, [one])
  const message = `El paquete #${one.companyPackageId} va en el embarque #${companyShipmentId}`
  const bySea = { ...one, tariffId: shop.sea.id, shippingMethod: 'maritimo' as const }
  const edit = { params: { id: one.id }, body: bySea }
  expect((await shop.user.refused('PUT /api/packages/:id', edit)).message).toBe(message)
  expect((await shop.admin.refused('DELETE /api/packages/:id', { params: { id: one.id } })).message).toBe(message)
  const { data } = await shop.user.ok('DELETE /api/shipments/:id/packages', {
    params: { id },
    body: { packageIds: [one.id] },
  })
  expect(data.packageCount).toBe(0)
  await shop.user.ok('PUT /api/packages/:id', edit)
})

test('an open consignment without packages is edited and deleted; a stale edit and one that has packages are refused', async () => {
  const empty = await addConsignment(shop, [])
  const params = { id: empty.id }
  const body = { shippingMethod: 'maritimo' as const, expectedAt: '2026-12-02', version: empty.version }
  const { data } = await shop.user.ok('PUT /api/shipments/:id', { params, body })
  expect(data).toMatchObject({ shippingMethod: 'maritimo', expectedAt: '2026-12-02' })
  expect((await shop.user.refused('PUT /api/shipments/:id', { params, body })).code).toBe('stale')
  await shop.user.ok('DELETE /api/shipments/:id', { params })
  const filled = await addConsignment(shop)
  const of = { params: { id: filled.id } }
  expect((await shop.user.refused('DELETE /api/shipments/:id', of)).code).toBe('shipment_has_packages')
  const other = { ...of, body: { shippingMethod: 'maritimo' as const } }
  expect((await shop.user.refused('PUT /api/shipments/:id', other)).code).toBe('shipment_has_packages')
})

test('the database itself refuses a package of another method, and one that another consignment has', async () => {
  const one = await shop.receive()
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  await addConsignment(shop, [one])
  const { id } = await addConsignment(shop, [])
  const insert = (packageId: string) =>
    world.owner.query(
      'insert into consignment_packages (company_id, consignment_id, package_id, added_by) values ($1, $2, $3, $4)',
      [shop.id, id, packageId, shop.admin.userId],
    )
  await expect(insert(bySea.id)).rejects.toMatchObject({ code: 'CS409', constraint: 'shipment_method_mismatch' })
  const taken = { code: '23505', constraint: 'consignment_packages_company_id_package_id_key' }
  await expect(insert(one.id)).rejects.toMatchObject(taken)
})

test('of two clerks who put one package into two consignments at once one does, and the other is told where it is', async () => {
  const one = await shop.receive()
  const consignments = [await addConsignment(shop, []), await addConsignment(shop, [])]
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [one.id]]
  await holding(world.owner, lock, async (holder) => {
    const answers = consignments.map(({ id }) =>
      shop.user.send('POST /api/shipments/:id/packages', { params: { id }, body: { packageIds: [one.id] } }),
    )
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    const codes = (await Promise.all(answers)).map((answer) => answer.json().code ?? 'added')
    expect(codes.toSorted()).toEqual(['added', 'package_in_shipment'])
  })
})

test('a closed consignment is not edited nor weighed, and an open one is not received and has no costs', async () => {
  const { id, seen } = await addClosed(shop)
  const { data } = await shop.admin.ok('GET /api/shipments/:id', { params: { id } })
  const edit = { params: { id }, body: { shippingMethod: 'aereo' as const, note: 'Tarde', version: data.version } }
  expect((await shop.admin.refused('PUT /api/shipments/:id', edit)).code).toBe('shipment_closed')
  const again = { params: { id }, body: { code: seen.tracking ?? '', weight: 9.5 } }
  expect((await shop.user.refused('POST /api/shipments/:id/arrivals', again)).code).toBe('shipment_closed')
  const receive = 'POST /api/shipments/:id/receive'
  expect((await shop.user.refused(receive, { params: { id }, body: {} })).code).toBe('shipment_closed')
  const open = await addConsignment(shop)
  const params = { id: open.id }
  expect((await shop.user.refused(receive, { params, body: {} })).code).toBe('shipment_not_sent')
  const costs = { params, body: { billedWeight: 4, costs: [], version: open.version } }
  expect((await shop.admin.refused('PUT /api/shipments/:id/costs', costs)).code).toBe('shipment_not_sent')
})

test('pounds that clients are charged by the rules of their tariffs stand beside the real ones', async () => {
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'A la libra', type: 'aereo', pricePerPound: 5, roundUpTo: 1 },
  })
  const ruled = await shop.receive({ tariffId: tariff.id, weight: 3.2 })
  const plain = await shop.receive({ weight: 2.5 })
  const { id } = await addSent(shop, [ruled, plain])
  const packageIds = [ruled.id, plain.id]
  await shop.admin.ok('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.ready } })
  const readWeights = async () =>
    (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })).data.weights
  await shop.invoice([plain])
  expect(await readWeights()).toMatchObject({ invoiced: { packages: 1, weight: 2.5 }, charged: null })
  await shop.invoice([ruled])
  expect(await readWeights()).toMatchObject({ invoiced: { packages: 2, weight: 5.7 }, charged: 6.5 })
})

test('a shipment moves to no final status and not to the one in which packages start, neither when it leaves nor when it arrives', async () => {
  const { received, delivered, inTransit } = shop.statuses
  const refused = (field: string) => ({
    code: 'status_not_of_shipment',
    fields: { [field]: 'Un embarque no pasa a este estado' },
  })
  const { id } = await addConsignment(shop)
  const params = { id }
  for (const statusId of [received, delivered]) {
    const sent = await shop.user.send('POST /api/shipments/:id/send', { params, body: { statusId } })
    expect([sent.statusCode, sent.json()]).toMatchObject([400, refused('statusId')])
    const planned = { shippingMethod: 'aereo' as const, sendStatusId: statusId }
    const opened = await shop.user.send('POST /api/shipments', { body: planned })
    expect([opened.statusCode, opened.json()]).toMatchObject([400, refused('sendStatusId')])
  }
  await shop.user.ok('POST /api/shipments/:id/send', { params, body: { statusId: inTransit } })
  for (const statusId of [received, delivered]) {
    const arrived = await shop.user.send('POST /api/shipments/:id/receive', { params, body: { statusId } })
    expect([arrived.statusCode, arrived.json()]).toMatchObject([400, refused('statusId')])
  }
  const { data } = await shop.user.ok('GET /api/shipments/:id', { params })
  expect(data.state).toBe('in_transit')
})

import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import {
  addClosed,
  addConsignment,
  addReceived,
  addSent,
  scanArrival,
} from '../../../../tests/support/sample-consignments.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const call = 'POST /api/shipments/:id/arrivals'
const receive = 'POST /api/shipments/:id/receive'

const statusOf = async (shop: Shop, id: string) =>
  (await shop.user.ok('GET /api/packages/:id', { params: { id } })).data.status?.name

async function two(shop: Shop) {
  const [first, second] = await shop.receiveMany(2)
  if (!first || !second) throw new Error('Two packages were asked for')
  return [first, second] as const
}

test('a scan on arrival is expected once, repeated after that, and unknown where no package has the code', async () => {
  const [one, other] = await two(shop)
  const { id } = await addSent(shop, [one, other])
  expect(await scanArrival(shop, id, one)).toMatchObject({ result: 'expected', package: { id: one.id } })
  expect(await scanArrival(shop, id, one)).toMatchObject({ result: 'repeated' })
  expect(await scanArrival(shop, id, { tracking: '9400111899223197400113' })).toEqual({ result: 'unknown' })
  const { data } = await shop.viewer.ok('GET /api/shipments/:id/arrivals', { params: { id } })
  expect(data).toMatchObject({ packageCount: 2, seenCount: 1, missingCount: 1, extraCount: 0 })
  expect(data.scans.map(({ result }) => result)).toEqual(['unknown', 'repeated', 'expected'])
  expect(data.people.map(({ count }) => count)).toEqual([1])
})

test('the feed of an arrival sums the pounds of what is missing: as sent, else as weighed since, and nothing once it was seen', async () => {
  const [seen, missing] = await two(shop)
  const bare = await shop.receive({ weight: null })
  const { id } = await addSent(shop, [seen, missing, bare])
  const missingWeight = async () =>
    (await shop.viewer.ok('GET /api/shipments/:id/arrivals', { params: { id } })).data.missingWeight
  expect(await missingWeight()).toBe(4)
  await scanArrival(shop, id, seen)
  expect(await missingWeight()).toBe(2)
  const { data: now } = await shop.user.ok('GET /api/packages/:id', { params: { id: bare.id } })
  await shop.user.ok('PUT /api/packages/:id', { params: { id: bare.id }, body: { ...now, weight: 1.5 } })
  expect(await missingWeight()).toBe(3.5)
  await scanArrival(shop, id, missing)
  await scanArrival(shop, id, { tracking: bare.tracking ?? '' })
  expect(await missingWeight()).toBe(0)
})

test('a package of no consignment is added as extra, and one of another is moved only when that is asked for', async () => {
  const [listed, free] = await two(shop)
  const { id } = await addSent(shop, [listed])
  const elsewhere = await shop.receive()
  const other = await addSent(shop, [elsewhere])
  expect(await scanArrival(shop, id, free)).toMatchObject({ result: 'extra', package: { isExtra: true } })
  const body = { code: elsewhere.tracking ?? '' }
  expect((await shop.user.ok(call, { params: { id }, body })).data).toMatchObject({
    result: 'other_shipment',
    shipment: { id: other.id, isClosed: false },
  })
  const { data } = await shop.user.ok(call, { params: { id }, body: { ...body, move: true } })
  expect(data).toMatchObject({ result: 'extra', package: { shipment: { id } } })
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id } })).data).toMatchObject({
    packageCount: 3,
    extraCount: 2,
    missingCount: 1,
  })
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id: other.id } })).data.packageCount).toBe(0)
})

test('what arrived already in another consignment does not move, and one of another method is refused', async () => {
  const { id } = await addSent(shop)
  const there = await addReceived(shop)
  const move = { params: { id }, body: { code: there.seen.tracking ?? '', move: true } }
  expect((await shop.user.refused(call, move)).code).toBe('package_arrived')
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  const scan = { params: { id }, body: { code: bySea.tracking ?? '' } }
  expect(await shop.user.refused(call, scan)).toMatchObject({
    code: 'shipment_method_mismatch',
    details: { packageId: bySea.id },
  })
  const open = await addConsignment(shop)
  expect((await shop.user.refused(call, { ...scan, params: { id: open.id } })).code).toBe('shipment_not_sent')
})

test('a missing package of a closed consignment stays on its list, and the figures with it', async () => {
  const closed = await addClosed(shop)
  const { id } = await addSent(shop)
  const figures = async () =>
    (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id: closed.id } })).data
  const before = await figures()
  const body = { code: closed.missing.tracking ?? '' }
  expect((await shop.user.ok(call, { params: { id }, body })).data).toMatchObject({
    result: 'other_shipment',
    shipment: { id: closed.id, isClosed: true },
  })
  expect(await shop.user.refused(call, { params: { id }, body: { ...body, move: true } })).toMatchObject({
    code: 'shipment_closed',
    message: `El embarque #${closed.companyShipmentId} está cerrado`,
  })
  expect(await figures()).toEqual(before)
  expect(await scanArrival(shop, closed.id, closed.missing)).toMatchObject({ result: 'expected' })
  expect((await figures()).weights).toEqual(before.weights)
})

test('weighing again keeps both weights, and leaves the weight of the package alone', async () => {
  const [one] = await two(shop)
  const { id } = await addSent(shop, [one])
  const weigh = (weight: number) => shop.user.ok(call, { params: { id }, body: { code: one.tracking ?? '', weight } })
  expect((await weigh(2.1)).data).toMatchObject({ result: 'expected', package: { weight: 2, arrivalWeight: 2.1 } })
  expect((await weigh(2.2)).data).toMatchObject({ result: 'repeated', package: { weight: 2, arrivalWeight: 2.2 } })
  expect((await shop.user.ok('GET /api/packages/:id', { params: { id: one.id } })).data.weight).toBe(2)
})

test('finishing moves what was seen, leaves the rest missing, and moves on in a second step', async () => {
  const [seen, missing] = await two(shop)
  const { id } = await addSent(shop, [seen, missing])
  await scanArrival(shop, id, seen)
  const { data } = await shop.user.ok(receive, { params: { id }, body: {} })
  expect(data).toMatchObject({ state: 'received', seenCount: 1, missingCount: 1, arrivedAt: expect.any(String) })
  expect(data.receiveStatusId).toBe(shop.statuses.ready)
  expect([await statusOf(shop, seen.id), await statusOf(shop, missing.id)]).toEqual(['En aduana', 'En tránsito'])
  await shop.user.ok(receive, { params: { id }, body: {} })
  expect([await statusOf(shop, seen.id), await statusOf(shop, missing.id)]).toEqual([
    'Listo para retirar',
    'En tránsito',
  ])
  const { data: list } = await shop.viewer.ok('GET /api/shipments/missing', { query: {} })
  expect(list.map((one) => one.id)).toEqual([missing.id])
  expect((await shop.user.ok('GET /api/shipments/counts')).data.missing).toBe(1)
})

test('a missing package that turns up goes on to where the others are, and leaves the list', async () => {
  const { id, missing } = await addReceived(shop)
  expect(await scanArrival(shop, id, missing)).toMatchObject({ result: 'expected' })
  expect(await statusOf(shop, missing.id)).toBe('En aduana')
  expect((await shop.user.ok('GET /api/shipments/missing', { query: {} })).data).toEqual([])
})

test('an admin declares a missing package lost with a reason; a found one cannot be, and a scan finds it again', async () => {
  const { id, missing, seen } = await addReceived(shop)
  const lose = 'POST /api/shipments/:id/lost'
  const body = { packageIds: [missing.id], reason: 'No apareció' }
  expect((await shop.user.refused(lose, { params: { id }, body })).status).toBe(403)
  expect(await shop.admin.refused(lose, { params: { id }, body: { ...body, reason: ' ' } })).toMatchObject({
    fields: { reason: 'Escriba el motivo' },
  })
  const other = { params: { id }, body: { ...body, packageIds: [seen.id] } }
  expect((await shop.admin.refused(lose, other)).code).toBe('package_not_missing')
  expect((await shop.admin.ok(lose, { params: { id }, body })).data).toMatchObject({ missingCount: 0, lostCount: 1 })
  expect((await shop.user.ok('GET /api/shipments/missing', { query: {} })).data).toEqual([])
  expect(await scanArrival(shop, id, missing)).toMatchObject({ result: 'expected' })
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id } })).data).toMatchObject({ lostCount: 0 })
})

test('a missing package of a closed consignment is declared lost, and one that has not arrived is not', async () => {
  const { id, missing } = await addClosed(shop)
  const body = { packageIds: [missing.id], reason: 'No apareció' }
  const lose = 'POST /api/shipments/:id/lost'
  expect((await shop.admin.ok(lose, { params: { id }, body })).data).toMatchObject({ state: 'closed', lostCount: 1 })
  const late = await shop.receive()
  const sent = { params: { id: (await addSent(shop, [late])).id }, body: { ...body, packageIds: [late.id] } }
  expect((await shop.admin.refused(lose, sent)).code).toBe('shipment_not_received')
})

test('of two who scan one package at once one gets it as expected, the other as repeated', async () => {
  const [one] = await two(shop)
  const free = await shop.receive()
  const { id } = await addSent(shop, [one])
  for (const [scanned, results] of [
    [one, ['expected', 'repeated']],
    [free, ['extra', 'repeated']],
  ] as const) {
    const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [scanned.id]]
    await holding(world.owner, lock, async (holder) => {
      const body = { code: scanned.tracking ?? '' }
      const answers = [shop.user, shop.admin].map((actor) => actor.send(call, { params: { id }, body }))
      await untilBlocked(world.owner, 2)
      await holder.query('rollback')
      const found = (await Promise.all(answers)).map((answer) => answer.json().data?.result)
      expect(found.toSorted()).toEqual(results)
    })
  }
})

test('a scan while the arrival is finished waits, and its package follows the others', async () => {
  const [seen, late] = await two(shop)
  const { id } = await addSent(shop, [seen, late])
  await scanArrival(shop, id, seen)
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [seen.id]]
  await holding(world.owner, lock, async (holder) => {
    const finishing = shop.user.send(receive, { params: { id }, body: {} })
    await untilBlocked(world.owner, 1)
    const scanning = shop.admin.send(call, { params: { id }, body: { code: late.tracking ?? '' } })
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect([(await finishing).statusCode, (await scanning).statusCode]).toEqual([200, 200])
  })
  expect([await statusOf(shop, seen.id), await statusOf(shop, late.id)]).toEqual(['En aduana', 'En aduana'])
})

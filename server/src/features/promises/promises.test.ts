import { chooseArrivalDays } from '@casillero/shared/domain/arrival-days'
import { businessDate } from '@casillero/shared/domain/business-date'
import { afterEach, expect, test } from 'vitest'
import { holding } from '../../../../tests/support/locks.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { seed } from '../../../../tests/support/sampling.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import {
  addTravelled,
  addUsual,
  before,
  goTo,
  measure,
  move,
  now,
  receive,
  type Travelled,
} from '../../../../tests/support/travelled-packages.ts'
import { measuringJob } from './jobs.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const dayMs = 86_400_000

const measured = async () =>
  (await world.owner.query('select days from arrival_measures where company_id = $1', [shop.id])).rows[0]?.days

const read = async (id: string) => (await shop.viewer.ok('GET /api/packages/:id', { params: { id } })).data
const promised = async (id: string) => {
  const { promise } = await read(id)
  return promise && [promise.from, promise.to]
}
test('the days of the past are those that are counted one by one, for each method and stage, by Horario and the days of Managua', async () => {
  world.setTime(now)
  const workday = { from: '08:00', to: '17:00' }
  const openingHours = {
    days: [...Array.from({ length: 5 }, () => workday), { from: '08:00', to: '12:00' }, null],
    closedDates: ['2026-11-02', '2026-09-15', '2026-11-20'],
  }
  await shop.admin.ok('PUT /api/companies/update', { body: { openingHours } })
  const random = randomOf(seed)
  const travelled = Array.from({ length: 400 }, (_, index): Travelled => {
    // At all hours, so that half of a night is another day in UTC.
    const ready = before(random(100), random(24))
    const arrived = new Date(ready.getTime() - random(5 * 24) * 3_600_000 - 60_000)
    const left = new Date(arrived.getTime() - random(6 * 24) * 3_600_000 - 60_000)
    const received = new Date(left.getTime() - random(9 * 24) * 3_600_000 - 60_000)
    const method = index % 20 === 0 ? 'maritimo' : 'aereo'
    // Some were entered as ready, some are not scanned when they leave or arrive.
    if (index % 7 === 0) return { method, received: ready, ready }
    return { method, received, ready, ...(index % 3 === 0 ? {} : { left }), ...(index % 5 === 0 ? {} : { arrived }) }
  })
  await addTravelled(world, shop, travelled)
  await measure(world, shop)
  const isOpen = (day: number) => {
    const date = new Date(day)
    return date.getUTCDay() !== 0 && !openingHours.closedDates.includes(date.toISOString().slice(0, 10))
  }
  const countOpen = (from: string, to: string) => {
    let count = 0
    for (let day = Date.parse(from) + dayMs; day <= Date.parse(to); day += dayMs) count += Number(isOpen(day))
    return count
  }
  const expected: Record<string, object> = {}
  for (const method of ['aereo', 'maritimo'] as const)
    for (const stage of ['received', 'left', 'arrived'] as const) {
      const counts = travelled.flatMap((one) => {
        const [at, { ready }] = [one[stage], one]
        if (one.method !== method || !at || !ready || ready === one.received) return []
        if (businessDate(ready) <= businessDate(before(90))) return []
        return [countOpen(businessDate(at), businessDate(ready))]
      })
      const byDays = [...Map.groupBy(counts, (days) => days)].map(([days, all]) => ({ days, packages: all.length }))
      const days = chooseArrivalDays(byDays)
      if (days) expected[method] = { ...expected[method], [stage]: days }
    }
  expect(Object.keys(expected.aereo ?? {})).toEqual(['received', 'left', 'arrived'])
  expect(expected.maritimo, 'too few of them').toBeUndefined()
  expect(await measured()).toEqual(expected)
})

test('a package is promised from each stage on, and what was said first stays', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  // Received on Wednesday 25: six open days later, by Saturdays and without the Sunday, is Wednesday 2.
  const { id } = await receive(shop)
  expect(await promised(id)).toEqual(['2026-12-02', '2026-12-02'])
  await goTo(world, shop, '2026-11-28T16:00:00Z')
  await move(shop, id, shop.statuses.inTransit)
  // Four from Saturday 28.
  expect(await promised(id)).toEqual(['2026-12-03', '2026-12-03'])
  const kept = 'select first_from::text, first_to::text, ready_on::text from package_promises where package_id = $1'
  const first = { first_from: '2026-12-02', first_to: '2026-12-02' }
  expect((await world.owner.query(kept, [id])).rows).toEqual([{ ...first, ready_on: null }])
  await goTo(world, shop, '2026-11-30T16:00:00Z')
  await move(shop, id, shop.statuses.inCustoms)
  expect(await promised(id)).toEqual(['2026-12-02', '2026-12-02'])
  // Many slow ones: what is said of the next package is another day.
  const slow = {
    method: 'aereo' as const,
    received: before(17),
    left: before(15),
    arrived: before(13),
    ready: before(9),
  }
  await addTravelled(
    world,
    shop,
    Array.from({ length: 60 }, () => slow),
  )
  await measure(world, shop)
  expect(await promised(id), 'of one that was told nothing new').toEqual(['2026-12-02', '2026-12-02'])
  await goTo(world, shop, '2026-12-03T06:00:00Z')
  expect(await promised(id), 'a day that has passed').toBeNull()
  await move(shop, id, shop.statuses.ready)
  expect(await promised(id)).toBeNull()
  expect((await world.owner.query(kept, [id])).rows).toEqual([{ ...first, ready_on: '2026-12-03' }])
  await goTo(world, shop, '2027-02-10T16:00:00Z')
  const query = { from: '2026-12-01', to: '2026-12-31' }
  const miss = async () =>
    (await shop.viewer.ok('GET /api/reports/:name', { params: { name: 'promises' }, query })).data.total.promises?.miss
  expect(await miss()).toBe(1)
  // Closed on Thursdays by now, then on all days.
  for (const isOpen of [(day: number) => day !== 3, () => false]) {
    const days = Array.from({ length: 7 }, (_, day) => (isOpen(day) ? { from: '08:00', to: '17:00' } : null))
    await shop.admin.ok('PUT /api/companies/update', { body: { openingHours: { days, closedDates: [] } } })
    expect(await miss(), 'of a day that is over').toBe(1)
  }
})

test('a window begins no earlier than today, and on an open day', async () => {
  world.setTime(now)
  await addTravelled(
    world,
    shop,
    Array.from({ length: 40 }, (_, index) => ({
      method: 'aereo' as const,
      received: before(30),
      ready: before(30 - (index < 20 ? 2 : 6)),
    })),
  )
  await measure(world, shop)
  const { id } = await receive(shop)
  const [from, to] = (await promised(id)) ?? []
  expect([from, to]).toEqual(['2026-11-27', '2026-12-01'])
  await move(shop, id, shop.statuses.inTransit)
  const sent = await receive(shop, { statusId: shop.statuses.inTransit })
  expect([await promised(id), await promised(sent.id)], 'too few left, so from the receipt').toEqual([
    [from, to],
    [from, to],
  ])
  await goTo(world, shop, '2026-11-29T16:00:00Z')
  expect(await promised(id), 'on a Sunday').toEqual(['2026-11-30', '2026-12-01'])
})

test.each([
  ['aereo', 7, true],
  ['aereo', 8, false],
  ['maritimo', 12, true],
  ['maritimo', 13, false],
] as const)('a window by %s that is %i open days wide is said: %s', async (method, width, isSaid) => {
  world.setTime(now)
  const everyDay = { from: '08:00', to: '17:00' }
  const openingHours = { days: Array.from({ length: 7 }, () => everyDay), closedDates: [] }
  await shop.admin.ok('PUT /api/companies/update', { body: { openingHours } })
  await addTravelled(
    world,
    shop,
    Array.from({ length: 40 }, (_, index) => ({
      method,
      received: before(40),
      ready: before(40 - (index < 20 ? 2 : 2 + width)),
    })),
  )
  await measure(world, shop)
  const tariffId = method === 'aereo' ? shop.air.id : shop.sea.id
  const { id } = await receive(shop, { shippingMethod: method, tariffId })
  expect((await promised(id)) !== null).toBe(isSaid)
})

test('a package in a shipment that is expected counts from that day until it arrives', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  const [one, other] = [await receive(shop), await receive(shop)]
  const { id, version } = await addConsignment(shop, [one])
  const expectOn = async (expectedAt: string | null, of = version) =>
    (
      await shop.user.ok('PUT /api/shipments/:id', {
        params: { id },
        body: { shippingMethod: 'aereo', expectedAt, version: of },
      })
    ).data.version
  const next = await expectOn('2026-12-07')
  expect(await promised(one.id)).toEqual(['2026-12-09', '2026-12-09'])
  await shop.user.ok('POST /api/shipments/:id/packages', { params: { id }, body: { packageIds: [other.id] } })
  expect(await promised(other.id)).toEqual(['2026-12-09', '2026-12-09'])
  await shop.user.ok('DELETE /api/shipments/:id/packages', { params: { id }, body: { packageIds: [other.id] } })
  expect(await promised(other.id)).toEqual(['2026-12-02', '2026-12-02'])
  await shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: { statusId: shop.statuses.inTransit } })
  expect(await promised(one.id)).toEqual(['2026-12-09', '2026-12-09'])
  expect(next).toBeGreaterThan(version)
  // It arrived: the company is measured anew, and the day counts from the arrival.
  const isDue = async () =>
    (await world.owner.query('select is_due from arrival_measures where company_id = $1', [shop.id])).rows[0]?.is_due
  expect(await isDue()).toBe(false)
  await scanArrival(shop, id, one)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.inCustoms } })
  expect(await promised(one.id)).toEqual(['2026-11-27', '2026-11-27'])
  expect(await isDue()).toBe(true)
})

test('nothing is said of a package that is lost, deleted or of another method, and again once that is over', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  const [lost, other] = [await receive(shop), await receive(shop)]
  const { id } = await addConsignment(shop, [lost, other])
  await shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: { statusId: shop.statuses.inTransit } })
  await scanArrival(shop, id, other)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.inCustoms } })
  expect(await promised(lost.id)).not.toBeNull()
  const body = { packageIds: [lost.id], reason: 'No apareció' }
  await shop.admin.ok('POST /api/shipments/:id/lost', { params: { id }, body })
  expect(await promised(lost.id)).toBeNull()
  await scanArrival(shop, id, lost)
  expect(await promised(lost.id)).not.toBeNull()
  const moved = await receive(shop)
  const change = async (values: object) => {
    const { version, ...rest } = await read(moved.id)
    await shop.user.ok('PUT /api/packages/:id', { params: { id: moved.id }, body: { ...rest, ...values, version } })
  }
  await change({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  expect(await promised(moved.id)).toBeNull()
  await change({ shippingMethod: 'aereo', tariffId: shop.air.id })
  expect(await promised(moved.id)).toEqual(['2026-12-02', '2026-12-02'])
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: moved.id } })
  const { rows } = await world.owner.query('select package_id from arrival_windows where package_id = $1', [moved.id])
  expect(rows).toEqual([])
})

test('of a package that was lost, or whose days have passed, before its company knew enough, nothing is said or kept', async () => {
  world.setTime(new Date('2026-11-10T16:00:00Z'))
  await receive(shop)
  await goTo(world, shop, now.toISOString())
  const [lost, other] = [await receive(shop), await receive(shop)]
  const { id } = await addConsignment(shop, [lost, other])
  await shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: { statusId: shop.statuses.inTransit } })
  await scanArrival(shop, id, other)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.inCustoms } })
  const body = { packageIds: [lost.id], reason: 'No apareció' }
  await shop.admin.ok('POST /api/shipments/:id/lost', { params: { id }, body })
  await addUsual(world, shop)
  const { rows } = await world.owner.query('select package_id from package_promises where company_id = $1', [shop.id])
  expect(rows).toEqual([{ package_id: other.id }])
})

test('each company has a turn once a day of Managua and after an arrival, and one that fails keeps none of the others', async () => {
  world.setTime(now)
  const other = await openShop(world)
  await addUsual(world, other)
  const job = measuringJob(world.database)
  await job.run()
  const turns = async () =>
    (
      await world.owner.query(
        'select company_id, measured_at from arrival_measures where company_id = any($1) order by company_id = $2 desc',
        [[shop.id, other.id], shop.id],
      )
    ).rows.map(({ measured_at: at }) => at.toISOString())
  expect(await turns()).toEqual([now.toISOString(), now.toISOString()])
  // Eleven at night is the same day; midnight is the next one.
  world.setTime(new Date('2026-11-26T05:00:00Z'))
  await job.run()
  expect(await turns()).toEqual([now.toISOString(), now.toISOString()])
  await world.owner.query('update arrival_measures set is_due = true where company_id = $1', [shop.id])
  await job.run()
  expect(await turns()).toEqual(['2026-11-26T05:00:00.000Z', now.toISOString()])
  const midnight = new Date('2026-11-26T06:00:00Z')
  world.setTime(midnight)
  await world.owner.query(`
    create function spoil() returns trigger language plpgsql as $$ begin raise exception 'It cannot be measured'; end $$;
    create trigger spoil before insert or update on arrival_measures for each row when (new.company_id = '${other.id}') execute function spoil()`)
  try {
    await expect(job.run()).rejects.toThrow('It cannot be measured')
  } finally {
    await world.owner.query('drop function spoil cascade')
  }
  expect(await turns()).toEqual([midnight.toISOString(), now.toISOString()])
})

test('the job waits for no package that moves just now, and says of all others', async () => {
  world.setTime(now)
  const [moving, other] = [await receive(shop), await receive(shop)]
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [moving.id]]
  await holding(world.owner, lock, async () => {
    await addUsual(world, shop)
    expect([await promised(moving.id), await promised(other.id)]).toEqual([null, ['2026-12-02', '2026-12-02']])
  })
})

test('what is on its way is said in parts, none of which is left out', async () => {
  world.setTime(now)
  const packages = await shop.receiveMany(5, { statusId: shop.statuses.received, shouldNotifyStorage: false })
  await addUsual(world, shop)
  for (const atOnce of [2, 5]) {
    await world.owner.query('delete from package_promises where company_id = $1', [shop.id])
    await measure(world, shop, atOnce)
    for (const { id } of packages) expect(await promised(id)).toEqual(['2026-12-02', '2026-12-02'])
  }
})

test('a move and the job at once leave what the move said, whichever comes first', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  const packages = await shop.receiveMany(10, { statusId: shop.statuses.received, shouldNotifyStorage: false })
  await world.owner.query('delete from package_promises where company_id = $1', [shop.id])
  const body = { packageIds: packages.map(({ id }) => id), statusId: shop.statuses.inTransit }
  await Promise.all([
    shop.user.ok('PATCH /api/packages/status', { body }),
    ...[1, 2, 3].map(() => measure(world, shop)),
  ])
  const kept = 'select distinct stage, from_on::text from package_promises where company_id = $1'
  expect((await world.owner.query(kept, [shop.id])).rows).toEqual([{ stage: 'left', from_on: '2026-11-30' }])
})

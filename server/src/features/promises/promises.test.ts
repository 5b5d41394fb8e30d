import { chooseArrivalDays } from '@casillero/shared/domain/arrival-days'
import { businessDate } from '@casillero/shared/domain/business-date'
import { afterEach, expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { seed } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import { measureCompany, measuringJob } from './jobs.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const dayMs = 86_400_000
/** A Wednesday, ten at night in Managua, when UTC has the next day already. */
const now = new Date('2026-11-26T04:00:00Z')
/** So many days before today, at an hour of Managua. */
const before = (days: number, hour = 10) =>
  new Date(Date.parse('2026-11-25T06:00:00Z') - days * dayMs + hour * 3_600_000)

type Travelled = { method: 'aereo' | 'maritimo'; received: Date; left?: Date; arrived?: Date; ready?: Date }

/** Packages of the past with their history, as moves would have written it. */
async function addTravelled({ id, statuses }: Shop, travelled: readonly Travelled[]) {
  const { received, inTransit, inCustoms, ready } = statuses
  const rows = travelled.map((one, index) => ({
    number: 10_000 + index,
    method: one.method,
    created_at: one.received,
    status: one.ready ? ready : one.arrived ? inCustoms : one.left ? inTransit : received,
    moves: [
      // What is entered as ready was never seen on its way.
      { to: received, at: one.received === one.ready ? undefined : one.received },
      { to: inTransit, at: one.left },
      { to: inCustoms, at: one.arrived },
      { to: ready, at: one.ready },
    ].filter(({ at }) => at),
  }))
  await world.owner.query(
    `with given as materialized (
       select uuidv7() as id, r.* from jsonb_to_recordset($2::jsonb)
         r (number bigint, method text, created_at timestamptz, status uuid, moves jsonb)
     ), added as (
       insert into packages (company_id, id, company_package_id, shipping_method, tracking, search_text, status_id, created_at)
       select $1, g.id, g.number, g.method, 'V' || g.number, '', g.status, g.created_at from given g returning id
     )
     insert into package_status_changes (company_id, package_id, from_status_id, to_status_id, user_name, created_at)
     select $1, a.id, lag(m.to_id) over (partition by a.id order by m.at), m.to_id, 'Prueba', m.at
     from added a join given g on g.id = a.id
     cross join lateral (
       select (e ->> 'to')::uuid as to_id, (e ->> 'at')::timestamptz as at from jsonb_array_elements(g.moves) e) m`,
    [id, JSON.stringify(rows)],
  )
}

const measure = (of: Shop = shop) => world.database.asUser({ companyId: of.id, userId: '' }, measureCompany)
const measured = async () =>
  (await world.owner.query('select days from arrival_measures where company_id = $1', [shop.id])).rows[0]?.days

/** Twenty-one packages by air of three weeks ago, which took `days` open days from each stage on. */
async function addUsual(of: Shop = shop, { left = 2, arrived = 4, ready = 6 } = {}) {
  const ago = (days: number) => before(17 - days)
  await addTravelled(
    of,
    Array.from({ length: 21 }, () => ({
      method: 'aereo' as const,
      received: ago(0),
      left: ago(left),
      arrived: ago(arrived),
      ready: ago(ready),
    })),
  )
  await measure(of)
}

/** Another day, on which everybody is still signed in. */
async function goTo(at: string) {
  world.setTime(new Date(at))
  await world.owner.query('update sessions set created_at = $1, last_seen_at = $1', [at])
}

const read = async (id: string) => (await shop.viewer.ok('GET /api/packages/:id', { params: { id } })).data
const promised = async (id: string) => {
  const { promise } = await read(id)
  return promise && [promise.from, promise.to]
}
const move = (id: string, statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })
const receive = (values: object = {}) =>
  shop.receive({ statusId: shop.statuses.received, shouldNotifyStorage: false, ...values })

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
  await addTravelled(shop, travelled)
  await measure()
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
  await addUsual()
  // Received on Wednesday 25: six open days later, by Saturdays and without the Sunday, is Wednesday 2.
  const { id } = await receive()
  expect(await promised(id)).toEqual(['2026-12-02', '2026-12-02'])
  await goTo('2026-11-28T16:00:00Z')
  await move(id, shop.statuses.inTransit)
  // Four from Saturday 28.
  expect(await promised(id)).toEqual(['2026-12-03', '2026-12-03'])
  await goTo('2026-11-30T16:00:00Z')
  await move(id, shop.statuses.inCustoms)
  expect(await promised(id)).toEqual(['2026-12-02', '2026-12-02'])
  await measure()
  expect(await promised(id), 'nothing new by night').toEqual(['2026-12-02', '2026-12-02'])
  await goTo('2026-12-03T06:00:00Z')
  expect(await promised(id), 'a day that has passed').toBeNull()
  await move(id, shop.statuses.ready)
  expect(await promised(id)).toBeNull()
  const kept = 'select first_from::text, first_to::text, ready_on::text from package_promises where package_id = $1'
  expect((await world.owner.query(kept, [id])).rows).toEqual([
    { first_from: '2026-12-02', first_to: '2026-12-02', ready_on: '2026-12-03' },
  ])
})

test('a window begins no earlier than today, and on an open day', async () => {
  world.setTime(now)
  await addTravelled(
    shop,
    Array.from({ length: 40 }, (_, index) => ({
      method: 'aereo' as const,
      received: before(30),
      ready: before(30 - (index < 20 ? 2 : 6)),
    })),
  )
  await measure()
  const { id } = await receive()
  const [from, to] = (await promised(id)) ?? []
  expect([from, to]).toEqual(['2026-11-27', '2026-12-01'])
  await move(id, shop.statuses.inTransit)
  expect(await promised(id), 'too few left, so from the receipt').toEqual([from, to])
  await goTo('2026-11-29T16:00:00Z')
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
    shop,
    Array.from({ length: 40 }, (_, index) => ({
      method,
      received: before(40),
      ready: before(40 - (index < 20 ? 2 : 2 + width)),
    })),
  )
  await measure()
  const tariffId = method === 'aereo' ? shop.air.id : shop.sea.id
  const { id } = await receive({ shippingMethod: method, tariffId })
  expect((await promised(id)) !== null).toBe(isSaid)
})

test('a package in a shipment that is expected counts from that day until it arrives', async () => {
  world.setTime(now)
  await addUsual()
  const [one, other] = [await receive(), await receive()]
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
  await addUsual()
  const [lost, other] = [await receive(), await receive()]
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
  const moved = await receive()
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

test('each company has a turn once a day of Managua and after an arrival, and one that fails keeps none of the others', async () => {
  world.setTime(now)
  const other = await openShop(world)
  await addUsual(other)
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
    create trigger spoil before insert or update on arrival_measures for each row when (new.company_id = '${shop.id}') execute function spoil()`)
  try {
    await expect(job.run()).rejects.toThrow('It cannot be measured')
  } finally {
    await world.owner.query('drop function spoil cascade')
  }
  expect(await turns()).toEqual(['2026-11-26T05:00:00.000Z', midnight.toISOString()])
})

const list = async (query: object = { page: '1' }) => (await shop.viewer.ok('GET /api/packages/late', { query })).data
const tell = (...ids: string[]) => shop.user.ok('POST /api/packages/late/notices', { body: { packageIds: ids } })
const told = async () => {
  const { data } = await shop.admin.ok('GET /api/messages', { query: { page: '1' } })
  return data.filter(({ templateTitle }) => templateTitle === 'Atraso')
}

test('what is past its last day and not ready is late, the longest first, by working days', async () => {
  world.setTime(now)
  await addUsual()
  const first = await receive({ description: 'Cuna' })
  await goTo('2026-11-28T16:00:00Z')
  const [second, lost] = [await receive({ clientId: null }), await receive()]
  const { id } = await addConsignment(shop, [second])
  // The last moment of Wednesday 2 in Managua, and the first of Thursday.
  await goTo('2026-12-03T05:59:00Z')
  expect(await list()).toEqual([])
  await goTo('2026-12-03T06:00:00Z')
  expect(await list()).toMatchObject([
    {
      id: first.id,
      title: 'Cuna',
      client: { casillero: shop.client.casillero },
      promise: { from: '2026-12-02', to: '2026-12-02' },
      days: 1,
      told: null,
      untellable: null,
    },
  ])
  await goTo('2026-12-07T16:00:00Z')
  const rows = await list()
  expect(rows.map(({ id, days, untellable }) => [id, days, untellable])).toEqual([
    [first.id, 4, null],
    ...[second.id, lost.id].toSorted().map((id) => [id, 1, id === second.id ? 'no_client' : null]),
  ])
  expect(rows.find((row) => row.id === second.id)?.shipment).toMatchObject({ id })
  expect((await shop.viewer.ok('GET /api/packages/late/count')).data).toEqual({ count: 3 })
  expect((await list({ page: '1', search: 'cuna' })).map((row) => row.id)).toEqual([first.id])
  expect(await list({ page: '1', shippingMethod: 'maritimo' })).toEqual([])
  await move(first.id, shop.statuses.inTransit)
  expect((await list()).length, 'a new day is said').toBe(2)
  await move(lost.id, shop.statuses.ready)
  expect((await list()).map((row) => row.id)).toEqual([second.id])
})

test('clients are told of a delay once a package, all packages of a client in one message, and not those who cannot be', async () => {
  const [other, unwilling, unreachable] = [
    await shop.addClient(),
    await shop.addClient(),
    await shop.addClient({ phone: '22789900' }),
  ]
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: unwilling.id }, body: { allowed: false } })
  await world.owner.query(`update clients set phone = '2278990' where id = $1`, [unreachable.id])
  const own = [await receive(), await receive()]
  const others = [
    await receive({ clientId: other.id }),
    await receive({ clientId: unwilling.id }),
    await receive({ clientId: unreachable.id }),
  ]
  const onTime = await receive()
  for (const { id } of [...own, ...others]) await shop.makeLate(id)
  expect((await list()).map(({ untellable }) => untellable)).toEqual(
    expect.arrayContaining([null, null, null, 'wants_none', 'no_phone']),
  )
  const { data } = await tell(...[...own, ...others, onTime].map(({ id }) => id))
  expect(data).toMatchObject({ packages: 3, clients: 2 })
  expect((await told()).map(({ clientId, state, packages }) => [clientId, state, packages.length])).toEqual(
    expect.arrayContaining([
      [shop.client.id, 'queued', 2],
      [other.id, 'queued', 1],
    ]),
  )
  const again = await shop.user.refused('POST /api/packages/late/notices', { body: { packageIds: [own[0]?.id ?? ''] } })
  expect(again).toMatchObject({ status: 409, code: 'not_late' })
  // The undo of its toast; then they may be told again.
  const body = { messageIds: data.messageIds }
  expect((await shop.user.ok('POST /api/packages/late/notices/undo', { body })).data).toEqual({ cancelled: 2 })
  expect((await told()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  const { data: second } = await tell(...own.map(({ id }) => id))
  expect(second).toMatchObject({ packages: 2, clients: 1 })
  const resent = await shop.user.refused('POST /api/messages/:id/resend', {
    params: {
      id: (await told()).find(({ state, clientId }) => state === 'cancelled' && clientId === shop.client.id)?.id ?? '',
    },
  })
  expect(resent).toMatchObject({ status: 409, code: 'message_is_no_news' })
  await shop.markSent(second.messageIds[0] ?? '')
  const tooLate = await shop.user.refused('POST /api/packages/late/notices/undo', {
    body: { messageIds: second.messageIds },
  })
  expect(tooLate).toMatchObject({ status: 409, code: 'undo_too_late' })
})

test('of two who tell of the same delay at once one does, and a package that becomes ready leaves the notice that waits', async () => {
  const [one, other] = [await receive(), await receive()]
  for (const { id } of [one, other]) await shop.makeLate(id)
  const body = { packageIds: [one.id, other.id] }
  const answers = await Promise.all([1, 2].map(() => shop.user.send('POST /api/packages/late/notices', { body })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await move(one.id, shop.statuses.ready)
  expect((await told()).map(({ state, packages }) => [state, packages.map(({ id }) => id)])).toEqual([
    ['queued', [other.id]],
  ])
  await move(other.id, shop.statuses.ready)
  expect((await told()).map(({ state }) => state)).toEqual(['cancelled'])
})

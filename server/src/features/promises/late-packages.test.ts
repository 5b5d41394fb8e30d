import { expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { turnOnAnswers } from '../../../../tests/support/conversations.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { seed } from '../../../../tests/support/sampling.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import { addUsual, goTo, move, now, receive } from '../../../../tests/support/travelled-packages.ts'

const world = shareWorld()
const shop = openShops(world)

const list = async (query: object = { page: '1' }) => (await shop.viewer.ok('GET /api/packages/late', { query })).data
const tell = (...ids: string[]) => shop.user.ok('POST /api/packages/late/notices', { body: { packageIds: ids } })
const told = async () => {
  const { data } = await shop.admin.ok('GET /api/messages', { query: { page: '1' } })
  return data.filter(({ templateTitle }) => templateTitle === 'Atraso')
}

test('what is past its last day and not ready is late, the longest first, by working days', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  const first = await receive(shop, { description: 'Cuna' })
  await goTo(world, shop, '2026-11-28T16:00:00Z')
  const [second, lost] = [await receive(shop, { clientId: null }), await receive(shop)]
  const { id } = await addConsignment(shop, [second])
  // The last moment of Wednesday 2 in Managua, and the first of Thursday.
  await goTo(world, shop, '2026-12-03T05:59:00Z')
  expect(await list()).toEqual([])
  await goTo(world, shop, '2026-12-03T06:00:00Z')
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
  await goTo(world, shop, '2026-12-06T16:00:00Z')
  expect(
    (await list()).map(({ id }) => id),
    'Saturday’s are late on no Sunday',
  ).toEqual([first.id])
  await goTo(world, shop, '2026-12-07T16:00:00Z')
  const rows = await list()
  expect(rows.map(({ id, days, untellable }) => [id, days, untellable])).toEqual([
    [first.id, 4, null],
    ...[second.id, lost.id].toSorted().map((id) => [id, 1, id === second.id ? 'no_client' : null]),
  ])
  expect(rows.find((row) => row.id === second.id)?.shipment).toMatchObject({ id })
  expect((await shop.viewer.ok('GET /api/packages/late/count')).data).toEqual({ count: 3 })
  // Where a filter names the function, each of ten thousand that are late works the hours out.
  const { rows: plan } = await world.owner.query('explain (costs off) select count(*) from late_packages')
  expect(JSON.stringify(plan)).not.toContain('last_open_day')
  expect((await list({ page: '1', search: 'cuna' })).map((row) => row.id)).toEqual([first.id])
  expect(await list({ page: '1', shippingMethod: 'maritimo' })).toEqual([])
  await move(shop, first.id, shop.statuses.inTransit)
  expect((await list()).length, 'a new day is said').toBe(2)
  await move(shop, lost.id, shop.statuses.ready)
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
  const own = [await receive(shop), await receive(shop)]
  const others = [
    await receive(shop, { clientId: other.id }),
    await receive(shop, { clientId: unwilling.id }),
    await receive(shop, { clientId: unreachable.id }),
  ]
  const [onTime, lost] = [await receive(shop), await receive(shop)]
  for (const { id } of [...own, ...others, lost]) await shop.makeLate(id)
  await world.owner.query('update package_promises set is_held = true where package_id = $1', [lost.id])
  expect((await list()).map(({ id }) => id)).not.toContain(lost.id)
  expect((await list()).map(({ untellable }) => untellable)).toEqual(
    expect.arrayContaining([null, null, null, 'wants_none', 'no_phone']),
  )
  const { data } = await tell(...[...own, ...others, onTime, lost].map(({ id }) => id))
  expect(data).toMatchObject({ packages: 3, clients: 2 })
  expect((await told()).map(({ clientId, state, packages }) => [clientId, state, packages.length])).toEqual(
    expect.arrayContaining([
      [shop.client.id, 'queued', 2],
      [other.id, 'queued', 1],
    ]),
  )
  const again = await shop.user.refused('POST /api/packages/late/notices', { body: { packageIds: [own[0]?.id ?? ''] } })
  expect(again).toMatchObject({ status: 409, code: 'not_late' })
  expect([(await list({ page: '1', told: 'true' })).length, (await list({ page: '1', told: 'false' })).length]).toEqual(
    [3, 2],
  )
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
  const [one, other] = [await receive(shop), await receive(shop)]
  for (const { id } of [one, other]) await shop.makeLate(id)
  const body = { packageIds: [one.id, other.id] }
  const lock: [string, unknown[]] = ['select from packages where company_id = $1 for update', [shop.id]]
  const telling = await holding(world.owner, lock, async () => {
    const both = [1, 2].map(() => shop.user.send('POST /api/packages/late/notices', { body }))
    await untilBlocked(world.owner, 2)
    return both
  })
  const answers = await Promise.all(telling)
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await move(shop, one.id, shop.statuses.ready)
  expect((await told()).map(({ state, packages }) => [state, packages.map(({ id }) => id)])).toEqual([
    ['queued', [other.id]],
  ])
  await move(shop, other.id, shop.statuses.ready)
  expect((await told()).map(({ state }) => state)).toEqual(['cancelled'])
})

test('the date stands on the client’s pages, in Rastreo, in messages and in the answer to “¿cuándo viene?”, and not once it is ready', async () => {
  world.setTime(now)
  await addUsual(world, shop)
  await shop.admin.ok('PUT /api/companies/update', { body: { hasPublicTracking: true } })
  await turnOnAnswers(shop, (key) => key === 'arrival')
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const [plain] = await shop.receiveMany(1, { statusId: null, description: 'Sin fecha' })
  await world.owner.query('delete from package_promises where package_id = $1', [plain?.id])
  const { id, tracking } = await receive(shop, { description: 'Lámpara' })
  await move(shop, id, shop.statuses.inTransit)
  const line = 'Llega el lunes 30'
  const visit = async (url: string) => (await visitPage(world, shop.host, url, { secret })).body
  const home = await visit('/mi')
  expect(home.split(line)).toHaveLength(2)
  expect(home.indexOf(line)).toBeGreaterThan(home.indexOf('Lámpara'))
  expect(await visit(`/mi/paquetes/${id}`)).toContain(line)
  expect(await visit(`/rastreo?numero=${tracking}`)).toContain(line)
  expect(await visit(`/rastreo?numero=${plain?.tracking}`)).not.toContain('Llega')
  const body = async () =>
    (await shop.admin.ok('GET /api/messages', { query: { packageId: id, page: '1' } })).data[0]?.body
  expect(await body()).toMatch(/Nicaragua \(\S+\)\.\n\nTracking: \w+\nLlega el lunes 30$/)
  const ask = async () => {
    await shop.receiveChat({ text: '¿Cuándo viene mi paquete?', at: now.toISOString() })
    const { rows } = await world.owner.query(
      'select answer_rule as rule, body from messages where company_id = $1 and answer_rule is not null',
      [shop.id],
    )
    return rows
  }
  expect(await ask()).toMatchObject([{ rule: 'arrival', body: expect.stringContaining('• Lámpara: el lunes 30\n\n') }])
  // A second client’s device sees nothing of it.
  const other = await shop.addClient()
  const { secret: others } = await addClientAccess(world, shop, other.id)
  expect((await visitPage(world, shop.host, '/mi', { secret: others })).body).not.toContain('Llega')
  await goTo(world, shop, '2026-12-02T06:00:00Z')
  expect(await visit('/mi'), 'a day that has passed').not.toContain('Llega el')
  expect(await body(), 'nor in a text that has yet to leave').toMatch(/\n\nTracking: \w+$/)
  await move(shop, id, shop.statuses.ready)
  expect(await visit('/mi')).not.toContain('Llega el')
})

const say = async (due: string, ready: string | null, values: object = {}) => {
  const { id } = await receive(shop, values)
  await world.owner.query(
    `insert into package_promises (company_id, package_id, first_method, first_from, first_to, shipping_method, stage, counted_from,
       from_on, to_on, ready_on)
     select $1, p.id, p.shipping_method, $3, $3, p.shipping_method, 'received', $3, $3, $3, $4 from packages p where p.id = $2`,
    [shop.id, id, due, ready],
  )
  return id
}
const readPromises = async (query: { from: string; to: string }) =>
  (await shop.viewer.ok('GET /api/reports/:name', { params: { name: 'promises' }, query })).data

test('the report of promises counts what was said first by month and method, with the median miss of those not kept', async () => {
  world.setTime(now)
  const sea = { shippingMethod: 'maritimo', tariffId: shop.sea.id }
  // Saturday 31 October; Monday 2 is the next open day.
  await say('2026-10-31', '2026-10-31')
  await say('2026-10-31', '2026-11-02')
  await say('2026-10-31', '2026-11-05')
  await say('2026-11-20', '2026-11-18')
  await say('2026-11-20', null)
  await say('2026-11-20', '2026-11-20', sea)
  const deleted = await say('2026-11-21', null)
  // Not due yet.
  await say('2026-11-25', null)
  await say('2026-11-25', '2026-11-24')
  await world.owner.query(`update package_promises set gone_on = '2026-11-20' where package_id = $1`, [deleted])
  const data = await readPromises({ from: '2026-10-01', to: '2026-11-30' })
  expect(data.rows.map(({ label, count, promises }) => [label, count, promises?.kept, promises?.miss])).toEqual([
    ['Noviembre 2026 · Marítimo', 1, 1, null],
    ['Noviembre 2026 · Aéreo', 2, 1, 4],
    ['Octubre 2026 · Aéreo', 3, 1, 1],
  ])
  expect(data.total).toMatchObject({ count: 6, promises: { kept: 3, miss: 4 } })
  const october = { from: '2026-10-01', to: '2026-10-31' }
  const before = await readPromises(october)
  const { rows } = await world.owner.query('select package_id as id from package_promises where company_id = $1', [
    shop.id,
  ])
  for (const { id } of rows.slice(0, 3)) await shop.admin.ok('DELETE /api/packages/:id', { params: { id } })
  expect((await readPromises(october)).rows, 'a month that is over stays what it was').toEqual(before.rows)
})

test('of any promises the report has those kept and the median miss as they are counted day by day', async () => {
  world.setTime(now)
  const random = randomOf(seed)
  const day = (after: number) => new Date(Date.parse('2026-10-01') + after * 86_400_000).toISOString().slice(0, 10)
  const today = 55
  // Closed today, a Wednesday, so that what was due on the last open day is not due yet.
  const days = Array.from({ length: 7 }, (_, index) =>
    index === 2 || random(3) === 0 ? null : { from: '08:00', to: '17:00' },
  )
  const closedDates = Array.from({ length: 6 }, () => day(random(today + 1)))
  await shop.admin.ok('PUT /api/companies/update', { body: { openingHours: { days, closedDates } } })
  const isOpen = (at: number) => !!days[(new Date(day(at)).getUTCDay() + 6) % 7] && !closedDates.includes(day(at))
  const countOpen = (after: number, to: number) =>
    Array.from({ length: Math.max(0, to - after) }, (_, index) => isOpen(after + 1 + index)).filter(Boolean).length
  const counted: { key: string; miss: number | null }[] = []
  for (let made = 0; made < 50; made += 1) {
    const due = random(3) === 0 ? today - random(3) : random(today)
    const ready = random(4) === 0 ? null : Math.min(today, Math.max(0, due - 6 + random(16)))
    const gone = ready === null && random(3) === 0 ? Math.min(today, due - 2 + random(5)) : null
    const method = random(2) === 0 ? 'aereo' : 'maritimo'
    const tariffId = method === 'aereo' ? shop.air.id : shop.sea.id
    const id = await say(day(due), ready === null ? null : day(ready), { shippingMethod: method, tariffId })
    if (gone !== null)
      await world.owner.query('update package_promises set gone_on = $2 where package_id = $1', [id, day(gone)])
    const key = `${day(due).slice(0, 7)} ${method}`
    const isKept = ready !== null && ready <= due
    // An open day has come since, today among them.
    if (countOpen(due, today) > 0 && (gone === null || gone > due))
      counted.push({ key, miss: isKept ? null : countOpen(due, ready ?? today) })
  }
  const summarize = (some: typeof counted) => {
    const misses = some.flatMap(({ miss }) => miss ?? []).toSorted((one, other) => one - other)
    const miss = misses[Math.ceil(misses.length / 2) - 1] ?? null
    return [some.length, some.filter((one) => one.miss === null).length, miss]
  }
  const { rows, total } = await readPromises({ from: day(0), to: day(today) })
  const groups = [...Map.groupBy(counted, ({ key }) => key)].toSorted(([one], [other]) => (one > other ? -1 : 1))
  expect(rows.map(({ key, count, promises }) => [key, count, promises?.kept, promises?.miss])).toEqual(
    groups.map(([key, some]) => [key, ...summarize(some)]),
  )
  expect([total.count, total.promises?.kept, total.promises?.miss]).toEqual(summarize(counted))
})

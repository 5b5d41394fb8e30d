import { businessDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findAgeStep } from '../../../../tests/support/age-step.ts'
import { copyRows } from '../../../../tests/support/copy-rows.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun, seed } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'

const world = openWorld()
afterEach(() => world.setTime(undefined))

/** Late in the evening of 21 November in Managua, when UTC has the next day already. */
const now = new Date('2026-11-22T05:30:00Z')
const dayMs = 86_400_000
const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)

const list = async (shop: Shop, query: object = { page: '1' }) => await shop.viewer.ok('GET /api/waiting', { query })
const totals = async (shop: Shop) => (await shop.viewer.ok('GET /api/waiting/totals')).data
const move = (shop: Shop, id: string, statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })

async function receiveAt(shop: Shop, at: Date, values: object = {}) {
  world.setTime(at)
  const received = await shop.receive(values)
  world.setTime(now)
  return received
}

test(`clients wait by the day on which each package last became ready, added up one by one`, async () => {
  const shop = await openShop(world)
  const random = randomOf(seed)
  const clients = [shop.client, await shop.addClient(), await shop.addClient()]
  const naive = new Map<string, { days: number[]; cents: number }>()
  for (let made = 0; made < 40; made += 1) {
    const clientId = clients[random(3)]?.id ?? ''
    const weight = random(4) === 0 ? null : (100 + random(900)) / 100
    const at = new Date(daysBefore(random(45)).getTime() - random(1440) * 60_000)
    const fate = random(5)
    const { id } = await receiveAt(shop, at, {
      clientId,
      weight,
      ...(fate === 0 ? { statusId: shop.statuses.received } : {}),
    })
    let since = at
    if (fate === 1) {
      since = new Date(at.getTime() + random(Math.max(1, now.getTime() - at.getTime())))
      world.setTime(at)
      await move(shop, id, shop.statuses.inCustoms)
      world.setTime(since)
      await move(shop, id, shop.statuses.ready)
      world.setTime(now)
    }
    if (fate === 2) await move(shop, id, shop.statuses.delivered)
    if (fate === 3) await shop.admin.ok('DELETE /api/packages/:id', { params: { id } })
    if (fate !== 1 && fate !== 4) continue
    const own = naive.get(clientId) ?? { days: [], cents: 0 }
    own.days.push((Date.parse(businessDate(now)) - Date.parse(businessDate(since))) / dayMs)
    own.cents += Math.round((weight ?? 0) * 100)
    naive.set(clientId, own)
  }
  const unowned = await receiveAt(shop, daysBefore(9), { clientId: null })
  const stepsOf = (days: readonly number[]) =>
    ageSteps.map((_, step) => days.filter((one) => findAgeStep(one) === step).length)
  const { data, pagination } = await list(shop)
  expect(pagination.total).toBe(naive.size)
  expect(new Map(data.map(({ id, days, count, weight, byAge }) => [id, { days, count, weight, byAge }]))).toEqual(
    new Map(
      [...naive].map(([id, { days, cents }]) => [
        id,
        { days: Math.max(...days), count: days.length, weight: cents / 100, byAge: stepsOf(days) },
      ]),
    ),
  )
  expect(data.map(({ days }) => days)).toEqual(data.map(({ days }) => days).toSorted((one, other) => other - one))
  // The package without an owner is in no client's row, and waits too.
  const all = [...naive.values(), { days: [9], cents: Math.round((unowned.weight ?? 0) * 100) }]
  expect(await totals(shop)).toEqual({
    count: all.flatMap(({ days }) => days).length,
    oldestDays: Math.max(...all.flatMap(({ days }) => days)),
    weight: all.reduce((sum, { cents }) => sum + cents, 0) / 100,
    clients: naive.size,
    unowned: 1,
    byAge: stepsOf(all.flatMap(({ days }) => days)),
    statusId: shop.statuses.ready,
  })
})

test('a package that became ready at Managua’s midnight is in the step of that day, and one of a second before in the next', async () => {
  const shop = await openShop(world)
  for (const at of ['2026-11-18T06:00:00Z', '2026-11-18T05:59:59Z', '2026-10-22T06:00:00Z', '2026-10-22T05:59:59Z'])
    await receiveAt(shop, new Date(at))
  expect((await list(shop)).data).toMatchObject([{ days: 31, count: 4, byAge: [1, 1, 0, 1, 1] }])
})

test('a search finds clients by name and casillero, pages neither repeat nor skip, and a company sees its own alone', async () => {
  const [shop, other] = [await openShop(world), await openShop(world)]
  const ids = []
  for (let index = 0; index < 3; index += 1) {
    const { id } = await shop.addClient({ firstName: 'Ánika', lastNames: `Paz ${index}` })
    ids.push(id)
    await receiveAt(shop, daysBefore(10 - index), { clientId: id })
  }
  await receiveAt(shop, daysBefore(1))
  const found = async (query: object) => (await list(shop, query)).data.map(({ id }) => id)
  expect(await found({ page: '1', search: 'anika paz' })).toEqual(ids)
  expect(await found({ page: '1', search: shop.client.casillero })).toEqual([shop.client.id])
  expect([...(await found({ page: '1', limit: '3' })), ...(await found({ page: '2', limit: '3' }))]).toEqual([
    ...ids,
    shop.client.id,
  ])
  expect((await list(shop, { page: '9', search: 'anika' })).pagination).toMatchObject({ total: 3, pages: 1 })
  expect((await totals(shop)).count).toBe(4)
  expect([(await list(other)).data, (await totals(other)).count]).toEqual([[], 0])
})

test('the list and the totals read no large table row by row where a company has thousands of delivered packages', async () => {
  const shop = await openShop(world)
  await receiveAt(shop, daysBefore(3))
  const delivered = `'status_id', '${shop.statuses.delivered}'::uuid`
  const count = isWholeRun ? 20_000 : 5_000
  const numbers = `'company_package_id', 1000 + n, 'label_code', lpad(n::text, 8, '0')`
  // Packages of other companies, each with statuses of its own: how many statuses there are decides the plan.
  const others = `'company_id', uuidv7(), 'status_id', uuidv7()`
  for (const values of [others, delivered])
    await copyRows(world, {
      table: 'packages',
      companyId: shop.id,
      count,
      values: `${numbers}, ${values}`,
    })
  await world.owner.query('vacuum analyze package_status_changes')
  const statements = await world.statementsOf(async () => {
    await list(shop)
    await totals(shop)
  })
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    const plan = await world.database.asUser({ companyId: shop.id, userId: shop.viewer.userId }, async (db) =>
      JSON.stringify((await sql.raw(`explain (format json) ${statement}`).execute(db)).rows),
    )
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"(packages|messages)"/)
    expect(plan).toMatch(/packages_(in_status|since)/)
  }
})

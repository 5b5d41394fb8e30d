import { businessDate } from '@casillero/shared/domain/business-date'
import { afterEach, expect, test } from 'vitest'
import { keepBusy } from '../../../../tests/support/busy-shop.ts'
import { centsOf, readMoneyRows, toCents } from '../../../../tests/support/money-rows.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'

const world = shareWorld()
afterEach(() => world.setTime(undefined))

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const now = new Date('2026-11-18T08:30:00Z')
const dayMs = 86_400_000

/** The Monday of the week that an instant lies in, by Managua's calendar. */
function mondayOf(at: Date): string {
  const noon = new Date(`${businessDate(at)}T12:00:00Z`)
  return businessDate(new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * dayMs))
}

test(`the charts show thirteen weeks of pounds and invoices, cent for cent (SEED=${seed})`, async () => {
  const shop = await openShop(world)
  await keepBusy(world, shop, { now, days: 100, random: randomOf(seed) })
  const { received, invoices } = await readMoneyRows(world, shop.id)
  const { data } = await shop.admin.ok('GET /api/dashboard/charts')
  expect([data.weeks.length, data.weeks[0], data.weeks[12]]).toEqual([13, '2026-08-24', '2026-11-16'])
  for (const method of ['aereo', 'maritimo'] as const) {
    const naive = data.weeks.map((week) =>
      received
        .filter((row) => row.method === method && mondayOf(new Date(row.at)) === week)
        .reduce((sum, { weight }) => sum + toCents(weight ?? '0.00'), 0n),
    )
    expect(data.pounds[method].map(centsOf)).toEqual(naive)
  }
  const live = invoices.filter(({ voidedAt }) => voidedAt === null)
  for (const { currencyId, amounts } of data.invoiced ?? []) {
    const naive = data.weeks.map((week) =>
      live
        .filter((row) => row.currencyId === currencyId && mondayOf(new Date(row.at)) === week)
        .reduce((sum, { total }) => sum + toCents(total), 0n),
    )
    expect(amounts.map(centsOf)).toEqual(naive)
  }
  expect(data.invoiced?.length).toBeGreaterThan(0)
})

test(`the bars by status are the counts of the lists of packages, the ages those of what waits (SEED=${seed})`, async () => {
  const shop = await openShop(world)
  await keepBusy(world, shop, { now, days: 40, random: randomOf(seed) })
  const { data } = await shop.viewer.ok('GET /api/dashboard/charts')
  for (const { status, count } of data.statuses) {
    if (status === null) continue
    const listed = await shop.viewer.ok('GET /api/packages', { query: { page: '1', statusId: status.id } })
    expect(count, status.name).toBe(listed.pagination.total)
  }
  expect(data.statuses.map(({ status }) => status?.isFinalStatus)).not.toContain(true)
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from packages where company_id = $1 and deleted_at is null and status_id is null`,
    [shop.id],
  )
  expect(data.statuses.find(({ status }) => status === null)?.count ?? 0).toBe(rows[0]?.count)
  expect(data.waiting).toEqual((await shop.viewer.ok('GET /api/waiting/totals')).data.byAge)
})

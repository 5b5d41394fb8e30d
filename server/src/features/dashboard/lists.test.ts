import type { Api } from '@casillero/shared/contract/api'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keepBusy } from '../../../../tests/support/busy-shop.ts'
import { centsOf } from '../../../../tests/support/money-rows.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'

const world = shareWorld()
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const now = new Date('2026-11-18T08:30:00Z')

let shop: Shop
beforeAll(async () => {
  shop = await openShop(world)
  await keepBusy(world, shop, { now, days: 12, random: randomOf(seed) })
  // Debts of two ages, whatever chance brings.
  for (const daysAgo of [9, 1]) {
    world.setTime(new Date(now.getTime() - daysAgo * 86_400_000))
    await shop.invoice([await shop.receive()])
  }
  world.setTime(now)
})
afterEach(() => world.setTime(now))

type ListCall = 'GET /api/packages' | 'GET /api/invoices' | 'GET /api/client'

/** Every row of a list, page by page, and how many the list says that there are. */
async function readAll<K extends ListCall>(call: K, query: object) {
  const rows: Api[K]['reply']['data'][number][] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await shop.admin.ok(call, {
      query: { ...query, page: String(page), limit: '100' },
    } as never)
    rows.push(...data)
    if (page >= pagination.pages) return { rows, total: pagination.total }
  }
}

const sum = (amounts: readonly (number | null)[]) => amounts.reduce((total, one) => total + centsOf(one ?? 0), 0n)
const figures = async () => (await shop.admin.ok('GET /api/dashboard')).data
const report = async (name: Api['GET /api/reports/:name']['params']['name'], query: object) =>
  (await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })).data

test(`what was received stands in the list of packages between the same days (SEED=${seed})`, async () => {
  const { today, weekStart, received, pounds } = await figures()
  for (const [period, from] of [
    ['day', today],
    ['week', weekStart],
  ] as const) {
    const { total } = await readAll('GET /api/packages', { from, to: today })
    expect(received[period].now, period).toBe(total)
    for (const shippingMethod of ['aereo', 'maritimo'] as const) {
      const { rows } = await readAll('GET /api/packages', { from, to: today, shippingMethod })
      expect(centsOf(pounds[shippingMethod][period].now)).toBe(sum(rows.map(({ weight }) => weight)))
    }
  }
  expect(received.week.now).toBeGreaterThan(0)
})

test(`what was invoiced stands in the list of invoices and in the report of sales between the same days, currency by currency (SEED=${seed})`, async () => {
  const { today, weekStart, money } = await figures()
  for (const [period, from] of [
    ['day', today],
    ['week', weekStart],
  ] as const) {
    for (const { currencyId, ...amounts } of money?.invoiced ?? []) {
      const { rows } = await readAll('GET /api/invoices', { from, to: today, currencyId })
      expect(centsOf(amounts[period].now), period).toBe(sum(rows.map(({ totalAmount }) => totalAmount)))
    }
    const { rows } = await readAll('GET /api/invoices', { from, to: today })
    const all = (money?.invoiced ?? []).map((amounts) => amounts[period].now)
    expect(sum(all)).toBe(sum(rows.map(({ totalAmount }) => totalAmount)))
    const { total } = await report('sales-by-day', { from, to: today })
    expect(new Map(total.amounts.map(({ currencyId, amount }) => [currencyId, amount]))).toEqual(
      new Map(
        (money?.invoiced ?? []).flatMap((one) =>
          one[period].now === 0 ? [] : [[one.currencyId, one[period].now] as const],
        ),
      ),
    )
  }
  expect(money?.invoiced.length).toBeGreaterThan(0)
})

test(`each bar by status stands in the list of packages with that status, and that of none (SEED=${seed})`, async () => {
  const { statuses } = (await shop.admin.ok('GET /api/dashboard/charts')).data
  for (const { status, count } of statuses) {
    const { total } = await readAll('GET /api/packages', { statusId: status?.id ?? 'none' })
    expect(count, status?.name ?? 'none').toBe(total)
  }
})

test(`each row of a report stands in the list that it leads to (SEED=${seed})`, async () => {
  const span = { from: '2026-11-08', to: '2026-11-18' }
  const days = await report('sales-by-day', span)
  for (const { key, count } of days.rows) {
    const day = { from: key ?? '', to: key ?? '' }
    expect((await readAll('GET /api/invoices', day)).total, key ?? '').toBe(count)
  }
  for (const { key, count } of (await report('sales-by-person', span)).rows) {
    expect((await readAll('GET /api/invoices', { ...span, createdBy: key ?? '' })).total).toBe(count)
  }
  for (const { key, count, pounds } of (await report('pounds-by-client', span)).rows) {
    const query = key === null ? { missing: 'client' } : { clientId: key }
    const { rows, total } = await readAll('GET /api/packages', { ...span, ...query })
    expect(total).toBe(count)
    expect(sum(rows.map(({ weight }) => weight))).toBe(centsOf(pounds ?? 0))
  }
  for (const { key, count } of (await report('new-clients', span)).rows) {
    expect((await readAll('GET /api/client', { from: key ?? '', to: key ?? '' })).total).toBe(count)
  }
  expect(days.rows.length).toBeGreaterThan(0)
})

test(`each step of what is owed stands in the list of unpaid invoices of its days, and each total in that of all (SEED=${seed})`, async () => {
  const { rows, total, to: today } = await report('debts-by-age', {})
  const daysBefore = (count: number) =>
    new Date(Date.parse(`${today}T12:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
  for (const { key, count, amounts } of rows) {
    const step = ageSteps[Number(key)]
    if (!step) throw new Error('There is no such step')
    const from = step.to === null ? {} : { from: daysBefore(step.to) }
    const listed = await readAll('GET /api/invoices', { debt: 'true', ...from, to: daysBefore(step.from) })
    expect(listed.total, step.label).toBe(count)
    for (const { currencyId, amount } of amounts) {
      const own = listed.rows.filter(({ currency }) => currency.id === currencyId)
      expect(sum(own.map(({ pendingTotal }) => pendingTotal))).toBe(centsOf(amount))
    }
  }
  expect(rows.length).toBeGreaterThan(1)
  expect((await readAll('GET /api/invoices', { debt: 'true' })).total).toBe(total.count)
  const span = { from: '2026-11-08', to: '2026-11-18' }
  for (const [name, call] of [
    ['sales-by-person', 'GET /api/invoices'],
    ['pounds-by-client', 'GET /api/packages'],
    ['new-clients', 'GET /api/client'],
  ] as const) {
    expect((await readAll(call, span)).total, name).toBe((await report(name, span)).total.count)
  }
})

import type { Compared, ComparedAmount } from '@casillero/shared/contract/dashboard'
import { businessDate } from '@casillero/shared/domain/business-date'
import { afterEach, expect, test } from 'vitest'
import { keepBusy } from '../../../../tests/support/busy-shop.ts'
import { readSession } from '../../../../tests/support/cash-session.ts'
import { centsOf, listInvoiceEvents, readMoneyRows, toCents } from '../../../../tests/support/money-rows.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = openWorld()
afterEach(() => world.setTime(undefined))

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const dayMs = 86_400_000

/** Half past two in the morning of Wednesday the 18th in Managua: a session of the evening before is still open. */
const now = new Date('2026-11-18T08:30:00Z')
const [today, monday] = ['2026-11-18', '2026-11-16']
const weekBefore = (day: string) => businessDate(new Date(Date.parse(`${day}T12:00:00Z`) - 7 * dayMs))

/** Whether an instant lies in the period that is not over, or in the same part of the one a week before. */
function isIn(period: 'day' | 'week', part: keyof Compared, at: Date): boolean {
  const day = businessDate(at)
  const from = period === 'day' ? today : monday
  if (part === 'now') return day >= from && day <= today
  return day >= weekBefore(from) && day <= weekBefore(today) && at.getTime() < now.getTime() - 7 * dayMs
}

const comparedOf = <Row extends { at: Date }>(rows: readonly Row[], value: (row: Row) => bigint) => {
  const sum = (period: 'day' | 'week', part: keyof Compared) =>
    rows.filter(({ at }) => isIn(period, part, new Date(at))).reduce((total, row) => total + value(row), 0n)
  const both = (period: 'day' | 'week') => ({ now: sum(period, 'now'), before: sum(period, 'before') })
  return { day: both('day'), week: both('week') }
}

const inCents = ({ now: amount, before }: Compared) => ({ now: centsOf(amount), before: centsOf(before) })
const amountsInCents = (amounts: readonly ComparedAmount[]) =>
  new Map(amounts.map(({ currencyId, day, week }) => [currencyId, { day: inCents(day), week: inCents(week) }]))

/** What each currency comes to; one of which nothing lies in the two weeks is not there. */
function byCurrency<Row extends { at: Date; currencyId: string }>(rows: readonly Row[], value: (row: Row) => bigint) {
  const recent = rows.filter(({ at }) => businessDate(new Date(at)) >= weekBefore(monday))
  return new Map(
    [...Map.groupBy(recent, ({ currencyId }) => currencyId)].map(([id, own]) => [id, comparedOf(own, value)]),
  )
}

const figures = async (shop: Shop, caller = shop.admin) => (await caller.ok('GET /api/dashboard')).data

async function openBusyShop(random = randomOf(seed)) {
  const shop = await openShop(world)
  await keepBusy(world, shop, { now, days: 20, random })
  return shop
}

test(`every figure of the dashboard is what its rows come to, one by one (SEED=${seed})`, async () => {
  const shop = await openBusyShop()
  await world.owner.query(
    `update messages set state = 'failed', created_at = $2::timestamptz - (random() * interval '14 days') where company_id = $1`,
    [shop.id, now],
  )
  const rows = await readMoneyRows(world, shop.id)
  const shown = await figures(shop)
  expect(shown).toMatchObject({ today, weekStart: monday })
  const count = comparedOf(rows.received, () => 100n)
  expect(amountsInCents([{ currencyId: 'n', code: '', symbol: '', ...shown.received }]).get('n')).toEqual(count)
  for (const method of ['aereo', 'maritimo'] as const) {
    const own = rows.received.filter((row) => row.method === method)
    const weights = comparedOf(own, ({ weight }) => toCents(weight ?? '0.00'))
    expect(amountsInCents([{ currencyId: 'n', code: '', symbol: '', ...shown.pounds[method] }]).get('n')).toEqual(
      weights,
    )
  }
  const { money } = shown
  expect(amountsInCents(money?.invoiced ?? [])).toEqual(
    byCurrency(listInvoiceEvents(rows.invoices), ({ sign, total }) => sign * toCents(total)),
  )
  expect(amountsInCents(money?.collected ?? [])).toEqual(byCurrency(rows.taken, ({ cents }) => cents))
})

test(`the figures of what is owed, ready, in the drawers and failed stand in the lists that they lead to (SEED=${seed})`, async () => {
  const shop = await openBusyShop()
  await world.owner.query(`update messages set state = 'failed' where company_id = $1`, [shop.id])
  const { money, ready, messages } = await figures(shop)
  const { data: debts } = await shop.admin.ok('GET /api/debts/totals')
  expect(money?.owed.amounts).toEqual(
    debts?.map(({ currencyId, code, symbol, amount }) => ({ currencyId, code, symbol, amount })),
  )
  expect(money?.owed.clients).toBe((await shop.viewer.ok('GET /api/debts')).pagination.total)
  const { data: waiting } = await shop.viewer.ok('GET /api/waiting/totals')
  const [, , , month = 0, longer = 0] = waiting.byAge
  expect(ready).toEqual({
    count: waiting.count,
    unowned: waiting.unowned,
    long: month + longer,
    oldestDays: waiting.oldestDays,
    statusId: shop.statuses.ready,
  })
  const { data: sessions } = await shop.admin.ok('GET /api/cash-sessions', { query: { status: 'open' } })
  expect(money?.cash?.sessions).toBe(sessions.length)
  const balances = (await Promise.all(sessions.map(({ id }) => readSession(shop, id)))).flatMap(
    (session) => session.balances ?? [],
  )
  expect(money?.cash?.amounts.map(({ currencyId, amount }) => [currencyId, amount])).toEqual(
    balances.map(({ currencyId, expected }) => [currencyId, expected]),
  )
  expect(balances.length).toBeGreaterThan(0)
  for (const [period, from] of [
    ['day', today],
    ['week', monday],
  ] as const) {
    const listed = await shop.admin.ok('GET /api/messages', { query: { page: '1', state: 'failed', from, to: today } })
    expect(messages?.failed[period]).toBe(listed.pagination.total)
  }
})

test('a payment after midnight counts on its own day, whenever its session was opened', async () => {
  const shop = await openShop(world)
  const pay = async (at: string) => {
    world.setTime(new Date(at))
    const body = { payments: [{ total: 7.5, method: 'cash' as const, currencyId: shop.usd }] }
    await shop.invoice([await shop.receive()], body)
  }
  await pay('2026-11-18T05:59:59Z')
  await pay('2026-11-18T06:00:00Z')
  world.setTime(now)
  const { money } = await figures(shop)
  expect(money?.collected).toMatchObject([{ code: 'USD', day: { now: 7.5 }, week: { now: 15 } }])
  expect(money?.invoiced).toMatchObject([{ code: 'USD', day: { now: 7.5 }, week: { now: 15 } }])
})

test('what was taken back and what was voided on the day of its making counts no more, and what became credit still came in', async () => {
  const shop = await openShop(world)
  world.setTime(now)
  const payments = [{ total: 7.5, method: 'transfer' as const, currencyId: shop.usd }]
  const invoice = async () => await shop.invoice([await shop.receive()], { payments })
  const [reversed, voided] = [await invoice(), await invoice()]
  const params = { id: reversed.payments[0]?.id ?? '' }
  await shop.admin.ok('POST /api/payments/:id/reverse', { params, body: { reason: 'Error' } })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  const { money } = await figures(shop)
  expect(money?.invoiced).toMatchObject([{ day: { now: 7.5 } }])
  expect(money?.collected).toMatchObject([{ day: { now: 7.5 } }])
  // The credit pays another invoice: the money is the same, and counts once.
  const credit = [{ total: 7.5, method: 'credit' as const, currencyId: shop.usd }]
  await shop.invoice([await shop.receive()], { payments: credit })
  expect((await figures(shop)).money?.collected).toMatchObject([{ day: { now: 7.5 } }])
})

test('money is shown to a user while an admin allows it, cash and messages to admins alone', async () => {
  const shop = await openShop(world)
  for (const caller of [shop.user, shop.viewer]) {
    expect(await figures(shop, caller)).toMatchObject({ money: null, messages: null, received: { day: { now: 0 } } })
    expect((await caller.ok('GET /api/dashboard/charts')).data).toMatchObject({ invoiced: null })
    const allow = (seesMoneyReports: boolean) =>
      shop.admin.ok('PUT /api/users/:id', { params: { id: caller.userId }, body: { seesMoneyReports } })
    await allow(true)
    expect(await figures(shop, caller)).toMatchObject({ money: { invoiced: [], cash: null }, messages: null })
    expect((await caller.ok('GET /api/dashboard/charts')).data).toMatchObject({ invoiced: [] })
    await allow(false)
    expect(await figures(shop, caller)).toMatchObject({ money: null })
  }
  expect(await figures(shop)).toMatchObject({ money: { cash: { sessions: 0 } }, messages: { gateway: 'none' } })
})

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
  const events = listInvoiceEvents(invoices)
  for (const { currencyId, amounts } of data.invoiced ?? []) {
    const naive = data.weeks.map((week) =>
      events
        .filter((row) => row.currencyId === currencyId && mondayOf(new Date(row.at)) === week)
        .reduce((sum, { sign, total }) => sum + sign * toCents(total), 0n),
    )
    expect(amounts.map(centsOf)).toEqual(naive)
  }
  expect(data.invoiced?.length).toBeGreaterThan(0)
})

const stepsOf = async ({ admin }: Company) => (await admin.ok('GET /api/dashboard')).data.firstSteps

const none = {
  company: false,
  // A company of the tests opens with several.
  users: true,
  rates: false,
  tariffs: false,
  client: false,
  received: false,
  ready: false,
  drawer: false,
  invoice: false,
  whatsapp: false,
}

/** Receives a package without a client, which shows in the steps alone. */
const receive = async ({ admin }: Company, values: { statusId: string; weight?: number }) =>
  (
    await admin.ok('POST /api/packages', {
      body: { shippingMethod: 'aereo', tracking: `1Z${Math.random()}`, ...values },
    })
  ).data

test('each first step of a company ticks itself when it is taken, and only then', async () => {
  const company = await world.openCompany()
  expect(await stepsOf(company)).toEqual(none)
  const { admin } = company
  const keep = (phone: string | null, logo: string | null) =>
    world.owner.query('update companies set phone = $2, logo_url = $3 where id = $1', [company.id, phone, logo])
  await keep('2255 0000', null)
  expect(await stepsOf(company)).toEqual(none)
  await keep(null, '/logos/x.webp')
  expect(await stepsOf(company)).toEqual(none)
  await keep('2255 0000', '/logos/x.webp')
  await admin.ok('POST /api/tariffs', { body: { name: 'Vieja', type: 'aereo', pricePerPound: 3, isActive: false } })
  expect(await stepsOf(company)).toEqual({ ...none, company: true })
  await admin.ok('POST /api/tariffs', { body: { name: 'Aérea', type: 'aereo', pricePerPound: 3.75 } })
  const { data: client } = await admin.ok('POST /api/client', {
    body: { firstName: 'Ana', lastNames: 'Núñez', phone: phoneOfNicaragua },
  })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true, client: true })
  await admin.ok('DELETE /api/client/:id', { params: { id: client.id } })
  const { data: statuses } = await admin.ok('GET /api/statuses')
  const idOf = (name: string) => statuses.find((status) => status.name === name)?.id ?? ''
  await receive(company, { statusId: idOf('En tránsito') })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true })
  await receive(company, { statusId: idOf('En tránsito'), weight: 2 })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true, received: true })
  await receive(company, { statusId: idOf('Listo para retirar') })
  await world.owner.query(
    `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, linked_at)
     values ($1, left(md5(random()::text), 20), repeat(md5(random()::text), 2), repeat('k', 32), now())`,
    [company.id],
  )
  expect(await stepsOf(company)).toEqual({
    ...none,
    company: true,
    tariffs: true,
    received: true,
    ready: true,
    whatsapp: true,
  })
})

test('the first steps stay after the first invoice until all are done, for sixty days, and are told to every user', async () => {
  const shop: Shop = await openShop(world)
  for (const caller of [shop.user, shop.viewer]) {
    const { data } = await caller.ok('GET /api/dashboard')
    expect(data.firstSteps).toEqual({ ...none, tariffs: true, client: true })
  }
  const age = (days: number) =>
    world.owner.query(`update companies set created_at = now() - make_interval(days => $2) where id = $1`, [
      shop.id,
      days,
    ])
  await age(61)
  expect(await stepsOf(shop)).toMatchObject({ invoice: false })
  await shop.invoice([await shop.receive()])
  expect(await stepsOf(shop)).toBeNull()
  await age(59)
  expect(await stepsOf(shop)).toMatchObject({ invoice: true, whatsapp: false })
})

test('what is ready counts all packages, and says how many of them have no client', async () => {
  const shop = await openShop(world)
  await shop.receiveMany(2)
  await receive(shop, { statusId: shop.statuses.ready, weight: 1 })
  const { data } = await shop.viewer.ok('GET /api/dashboard')
  expect(data.ready).toMatchObject({ count: 3, unowned: 1 })
  const { data: charts } = await shop.viewer.ok('GET /api/dashboard/charts')
  expect(charts.statuses.find(({ status }) => status?.id === shop.statuses.ready)?.count).toBe(3)
})

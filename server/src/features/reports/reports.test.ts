import type { Report } from '@casillero/shared/contract/reports'
import { businessDate } from '@casillero/shared/domain/business-date'
import { type ReportName, reportNames } from '@casillero/shared/domain/report-names'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keepBusy } from '../../../../tests/support/busy-shop.ts'
import { discountSome, readCharges } from '../../../../tests/support/discounted-invoices.ts'
import { addDispatch, addShipment } from '../../../../tests/support/dispatch.ts'
import { readInvoiceLines } from '../../../../tests/support/invoice-lines.ts'
import { centsOf, listInvoiceEvents, readMoneyRows, toCents } from '../../../../tests/support/money-rows.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import { facts, type SummedName } from './facts.ts'

const world = shareWorld()
afterEach(() => world.setTime(undefined))

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const now = new Date('2026-11-18T08:30:00Z')
const [from, to] = ['2026-11-09', '2026-11-18']
const [beforeFrom, beforeTo] = ['2026-10-30', '2026-11-08']
const shiftDays = 10
const dayMs = 86_400_000
const addDays = (day: string, count: number) => businessDate(new Date(Date.parse(`${day}T12:00:00Z`) + count * dayMs))

/** One thing that a report sums up; weight and money in hundredths. */
type Fact = { key: string | null; at: Date; currencyId?: string; count: number; pounds?: bigint; cents?: bigint }

let shop: Shop
let factsOf: Record<Exclude<SummedName, 'debts-by-age'>, Fact[]>

const read = async (name: ReportName, query: object = { from, to, beforeFrom, beforeTo }, caller = shop.admin) =>
  (await caller.ok('GET /api/reports/:name', { params: { name }, query })).data

beforeAll(async () => {
  shop = await openShop(world)
  await keepBusy(world, shop, { now, days: 22, random: randomOf(seed) })
  await discountSome(world, shop)
  world.setTime(now)
  const { received, invoices, taken } = await readMoneyRows(world, shop.id)
  const items = await readInvoiceLines(world, shop.id)
  const clients = await readClients()
  const charges = await readCharges(world, shop)
  const { data: dispatches } = await shop.admin.ok('GET /api/dispatches', { query: { limit: '100' } })
  const events = listInvoiceEvents(invoices)
  const sale = (key: (row: (typeof events)[number]) => string): Fact[] =>
    events.map((row) => ({
      key: key(row),
      at: row.at,
      currencyId: row.currencyId,
      count: row.count,
      pounds: items
        .filter(({ invoiceId }) => invoiceId === row.id)
        .reduce((sum, one) => sum + row.sign * toCents(one.weight), 0n),
      cents: charges
        .filter(({ invoiceId, kind, isWaived }) => invoiceId === row.id && kind === 'advance' && !isWaived)
        .reduce((left, { total }) => left - row.sign * toCents(total), row.sign * toCents(row.total)),
    }))
  const charged = (
    key: 'chargeId' | 'by' | 'clientId',
    which: (one: (typeof charges)[number]) => boolean,
    sum: 'total' | 'waived' = 'total',
  ): Fact[] =>
    charges.filter(which).flatMap((one) =>
      events
        .filter(({ id }) => id === one.invoiceId)
        .map((event) => {
          const { at, currencyId, count, sign } = event
          return { key: { ...event, ...one }[key], at, currencyId, count, cents: sign * toCents(one[sum] ?? '0.00') }
        }),
    )
  const line = (key: 'tariffId' | 'method'): Fact[] =>
    items.flatMap((one) =>
      events
        .filter(({ id }) => id === one.invoiceId)
        .map(({ at, currencyId, count, sign }) => {
          return {
            key: one[key],
            at,
            currencyId,
            count,
            pounds: sign * toCents(one.weight),
            cents: sign * toCents(one.total),
          }
        }),
    )
  const payment = (key: 'method' | 'currencyId' | 'by'): Fact[] => taken.map((row) => ({ ...row, key: row[key] }))
  factsOf = {
    'sales-by-day': sale(({ at }) => businessDate(new Date(at))),
    'sales-by-person': sale(({ by }) => by),
    'sales-by-tariff': line('tariffId'),
    'sales-by-method': line('method'),
    'sales-by-charge': charged('chargeId', ({ kind, isWaived }) => kind !== 'advance' && !isWaived),
    'waived-charges': charged('by', ({ waived }) => waived !== null, 'waived'),
    'waived-storage': charged('clientId', ({ kind, waived }) => kind === 'storage' && waived !== null, 'waived'),
    'dispatches-by-carrier': dispatches.flatMap(({ undoneAt, carrier, sentOn, cost, costCurrency, ...one }) => {
      const turn = (at: Date, sign: 1 | -1) => ({
        key: carrier.toLowerCase(),
        at,
        count: sign * one.shipmentCount,
        pounds: BigInt(sign) * centsOf(one.weight),
        ...(costCurrency === null ? {} : { currencyId: costCurrency.id, cents: BigInt(sign) * centsOf(cost ?? 0) }),
      })
      const sent = turn(new Date(`${sentOn}T12:00:00Z`), 1)
      return undoneAt === null ? [sent] : [sent, turn(new Date(undoneAt), -1)]
    }),
    'advances-by-charge': charged('chargeId', ({ kind, isWaived }) => kind === 'advance' && !isWaived),
    'payments-by-method': payment('method'),
    'payments-by-currency': payment('currencyId'),
    'payments-by-person': payment('by'),
    'pounds-by-client': received.map(({ clientId, at, weight }) => ({
      key: clientId,
      at,
      count: 1,
      pounds: toCents(weight ?? '0.00'),
    })),
    'new-clients': clients.map(({ at }) => ({ key: businessDate(new Date(at)), at, count: 1 })),
    'new-clients-by-week': [],
    'voided-invoices': invoices.flatMap(({ voidedAt, voidedBy, currencyId, total }) =>
      voidedAt === null ? [] : [{ key: voidedBy, at: voidedAt, currencyId, count: 1, cents: toCents(total) }],
    ),
    'discounts-given': events.flatMap(({ id, at, by, currencyId, discount, count, sign }) => {
      const own = items.filter(({ invoiceId, isDiscounted }) => invoiceId === id && isDiscounted)
      const cents = own.reduce((sum, one) => sum + toCents(one.gross) - toCents(one.total), toCents(discount))
      return cents > 0n ? [{ key: by, at, currencyId, count, cents: sign * cents }] : []
    }),
  }
})

const readClients = async () =>
  (
    await world.owner.query<{ at: Date }>(
      'select created_at as at from clients where company_id = $1 and deleted_at is null',
      [shop.id],
    )
  ).rows

const isIn = (first: string, last: string) => (fact: Fact) => {
  const day = businessDate(new Date(fact.at))
  return day >= first && day <= last
}

const sum = (values: readonly (bigint | undefined)[]) =>
  values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)

const byCurrency = (own: readonly Fact[]) =>
  new Map(
    [...Map.groupBy(own, ({ currencyId }) => currencyId)]
      .filter(([currencyId]) => currencyId !== undefined)
      .map(([currencyId, some]) => [currencyId, sum(some.map(({ cents }) => cents))]),
  )

/** In córdobas, in hundredths, rounded once and a half away from zero: 36.80 for a dollar. */
function inCordobas(own: readonly Fact[]): bigint {
  const exact = [...byCurrency(own)].reduce(
    (total, [id, cents]) => total + cents * (id === shop.usd ? 3680n : 100n),
    0n,
  )
  return exact < 0n ? -((-exact + 50n) / 100n) : (exact + 50n) / 100n
}

const mainOf = (name: ReportName, own: readonly Fact[]): bigint => {
  if (name === 'pounds-by-client') return sum(own.map(({ pounds }) => pounds))
  return name === 'new-clients' ? BigInt(own.length) * 100n : inCordobas(own)
}

type Figures = Report['total']

/** What the tests compare of a row, in hundredths. */
const comparable = ({ count, pounds, amounts, before }: Figures) => ({
  count,
  pounds: pounds === null ? undefined : centsOf(pounds),
  amounts: new Map(amounts.map(({ currencyId, amount }) => [currencyId, centsOf(amount)])),
  before: before === null ? undefined : centsOf(before),
})

const expected = (name: ReportName, own: readonly Fact[], earlier: readonly Fact[]) => ({
  count: own.reduce((total, { count }) => total + count, 0),
  pounds: own.some(({ pounds }) => pounds !== undefined) ? sum(own.map(({ pounds }) => pounds)) : undefined,
  amounts: byCurrency(own),
  before: mainOf(name, earlier),
})

const byRows = reportNames.filter(
  (name): name is Exclude<SummedName, 'debts-by-age'> =>
    name !== 'debts-by-age' && name !== 'new-clients-by-week' && name in facts,
)

test.each(byRows)(`the report %s is what its rows come to, now and before (SEED=${seed})`, async (name) => {
  const isDaily = name === 'sales-by-day' || name === 'new-clients'
  const own = factsOf[name].filter(isIn(from, to))
  const earlier = factsOf[name].filter(isIn(beforeFrom, beforeTo)).map((fact) => ({
    ...fact,
    // A day stands beside the one that it is compared with.
    key: isDaily && fact.key !== null ? addDays(fact.key, shiftDays) : fact.key,
  }))
  const report = await read(name)
  expect([report.from, report.to, report.isCut]).toEqual([from, to, false])
  const keys = new Set([...own, ...earlier].map(({ key }) => key))
  expect(new Set(report.rows.map(({ key }) => key))).toEqual(keys)
  const of = (some: readonly Fact[], key: string | null) => some.filter((fact) => fact.key === key)
  for (const row of report.rows) {
    expect(comparable(row), `${name} ${row.key}`).toMatchObject(
      withoutEmpty(expected(name, of(own, row.key), of(earlier, row.key))),
    )
    if (row.reference !== null && own.length > 0) expect(centsOf(row.reference)).toBe(inCordobas(of(own, row.key)))
  }
  expect(comparable(report.total)).toMatchObject(withoutEmpty(expected(name, own, earlier)))
  const order = report.rows.map((row) =>
    isDaily
      ? row.key
      : -(row.reference ?? (name === 'pounds-by-client' ? (row.pounds ?? 0) : Number.NEGATIVE_INFINITY)),
  )
  expect(order).toEqual(
    order.toSorted((a, b) => (Number(a) || 0) - (Number(b) || 0) || (String(a) < String(b) ? -1 : 1)),
  )
  expect(own.length, 'the seed made something to sum up').toBeGreaterThan(0)
})

test('what is owed by age is what the list of debts says, whatever the days are', async () => {
  const report = await read('debts-by-age', { from: '2020-01-01', to: '2020-01-02' })
  const { data } = await shop.admin.ok('GET /api/debts/totals')
  if (data === null) throw new Error('An admin sees money')
  for (const { currencyId, byAge, amount } of data) {
    const shown = byAge.map((_, step) => {
      const row = report.rows.find(({ key }) => key === String(step))
      return row?.amounts.find((one) => one.currencyId === currencyId)?.amount ?? 0
    })
    expect(shown).toEqual(byAge)
    expect(report.total.amounts).toContainEqual({ currencyId, amount })
  }
  expect(report.total.count).toBe(data.reduce((total, { count }) => total + count, 0))
  expect(data.length).toBeGreaterThan(0)
})

test('the payments of a period are what the dashboard says was collected in it', async () => {
  const { money, today, weekStart } = (await shop.admin.ok('GET /api/dashboard')).data
  for (const name of ['payments-by-method', 'payments-by-currency', 'payments-by-person'] as const) {
    const { total } = await read(name, { from: weekStart, to: today })
    const shown = total.amounts.filter(({ amount }) => amount !== 0)
    const collected = (money?.collected ?? []).filter(({ week }) => week.now !== 0)
    expect(new Map(shown.map(({ currencyId, amount }) => [currencyId, amount]))).toEqual(
      new Map(collected.map(({ currencyId, week }) => [currencyId, week.now])),
    )
  }
})

/** Weights that nothing is known of are not compared. */
const withoutEmpty = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

test('the margin of each shipment is that of its reconciliation as it stands now, and the total is the sum of them', async () => {
  const shop = await openShop(world)
  const arrive = async (count: number) => {
    const packages = await shop.receiveMany(count)
    const { id } = await addConsignment(shop, packages)
    await shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: {} })
    for (const one of packages) await scanArrival(shop, id, one)
    await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.ready } })
    const ready = await Promise.all(
      packages.map(async ({ id: one }) => (await shop.admin.ok('GET /api/packages/:id', { params: { id: one } })).data),
    )
    return { id, packages: ready }
  }
  const [cheap, dear, bare] = [await arrive(3), await arrive(2), await arrive(1)]
  const duty = { name: 'Impuestos', kind: 'advance' as const }
  const chargeId = (await shop.admin.ok('POST /api/charges', { body: duty })).data.id
  // What is paid for a client bears none of the discount.
  await shop.invoice([...cheap.packages.slice(0, 2), ...dear.packages], {
    currencyId: shop.nio,
    generalDiscountType: 'percentage',
    generalDiscountValue: 7,
    charges: [{ chargeId, packageId: cheap.packages[0]?.id, amount: 500, currencyId: shop.nio }],
  })
  const bareInvoice = await shop.invoice([...cheap.packages.slice(2), ...bare.packages])
  for (const { id, amount } of [
    { id: cheap.id, amount: 333.33 },
    { id: dear.id, amount: 10 },
  ]) {
    const { version } = (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })).data
    const costs = [{ concept: 'Flete', amount, currencyId: id === cheap.id ? shop.nio : shop.usd }]
    await shop.admin.ok('PUT /api/shipments/:id/costs', { params: { id }, body: { costs, version } })
  }
  const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'shipments-margin' } })
  expect(data.rows.map(({ key }) => key)).toEqual([bare.id, dear.id, cheap.id])
  let invoiced = 0
  for (const { key, usd, count, pounds } of data.rows) {
    const params = { id: key ?? '' }
    const { data: own } = await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params })
    expect(usd).toEqual({ invoiced: own.invoicedUsd, costs: own.costsUsd, margin: own.margin })
    expect([count, pounds]).toEqual([own.weights.invoiced.packages, own.weights.invoiced.weight])
    invoiced += Math.round(own.invoicedUsd * 100)
  }
  expect(data.total.usd?.invoiced).toBe(invoiced / 100)
  expect(data.rows[0]?.usd?.margin).toBeNull()
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: bareInvoice.id } })
  const { data: later } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'shipments-margin' } })
  expect(later.rows.map(({ count }) => count)).toEqual([0, 2, 2])
})

test('a report of days that are over stays what it was, whatever is changed today', async () => {
  const shop = await openShop(world)
  world.setTime(new Date('2026-10-20T16:00:00Z'))
  const voided = await shop.receive()
  const invoice = await shop.invoice([voided], { generalDiscountType: 'percentage', generalDiscountValue: 10 })
  const [weighed, given, deleted] = await shop.receiveMany(3)
  if (!(weighed && given && deleted)) throw new Error('Three packages were asked for')
  const former = await shop.addClient()
  const cost = { cost: 5, costCurrencyId: shop.usd, sentOn: '2026-10-20' }
  const { id: shipmentId } = await addShipment(shop)
  world.setTime(new Date('2026-10-20T16:01:00Z'))
  const sent = await addDispatch(shop, { shipmentIds: [shipmentId], carrier: 'Bus', ...cost })
  world.setTime(now)
  const readAll = async (query: object) =>
    new Map(
      await Promise.all(
        byRows.map(async (name) => {
          const { rows, total } = (await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })).data
          return [name, { rows, total }] as const
        }),
      ),
    )
  const october = { from: '2026-10-01', to: '2026-10-31' }
  const before = await readAll(october)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  await shop.admin.ok('POST /api/dispatches/:id/undo', { params: { id: sent.id } })
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Otra', type: 'maritimo', pricePerPound: 2 },
  })
  const other = await shop.addClient()
  const change = async (id: string, values: object) => {
    const { data: free } = await shop.admin.ok('GET /api/packages/:id', { params: { id } })
    const body = { ...free, statusId: shop.statuses.ready, ...values }
    await shop.admin.ok('PUT /api/packages/:id', { params: { id }, body })
  }
  await change(voided.id, { shippingMethod: 'maritimo', tariffId: tariff.id })
  await change(weighed.id, { weight: 5 })
  await change(weighed.id, { weight: 6.5 })
  await change(given.id, { clientId: other.id })
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: deleted.id } })
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: former.id } })
  const after = await readAll(october)
  for (const name of byRows) expect(after.get(name), name).toEqual(before.get(name))
  const today = await readAll({})
  const net = (name: (typeof byRows)[number]) => today.get(name)?.total.amounts.map(({ amount }) => amount)
  expect([net('sales-by-day'), net('sales-by-tariff')]).toEqual([[-6.75], [-7.5]])
  const pounds = async () =>
    (await readAll({})).get('pounds-by-client')?.rows.map((row) => [row.key, row.count, row.pounds])
  expect(await pounds()).toEqual([
    [other.id, 1, 2],
    [shop.client.id, -2, 0.5],
  ])
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: other.id },
    body: { intoClientId: shop.client.id },
  })
  expect(await pounds()).toEqual([[shop.client.id, -1, 2.5]])
  expect([net('discounts-given'), net('dispatches-by-carrier')]).toEqual([[-0.75], [-5]])
})

test('a longer period before has no days of its own beside a shorter one, and all of it in the total', async () => {
  const shop = await openShop(world)
  for (const day of ['2026-11-04', '2026-11-12', '2026-11-14']) {
    world.setTime(new Date(`${day}T16:00:00Z`))
    await shop.invoice([await shop.receive()])
  }
  const query = { from: '2026-11-14', to: '2026-11-18', beforeFrom: '2026-11-04', beforeTo: '2026-11-13' }
  for (const name of ['sales-by-day', 'new-clients'] as const) {
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })
    for (const { key } of data.rows) expect(key && key >= query.from && key <= query.to, `${name} ${key}`).toBe(true)
  }
  const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'sales-by-day' }, query })
  expect(data.rows.map(({ key, count, before }) => [key, count, before])).toEqual([['2026-11-14', 1, 276]])
  expect(data.total).toMatchObject({ count: 1, before: 552 })
})

test.each([
  [{ from: '2000-01-01' }, 'Elija un período de un año como máximo'],
  [{ from: '2026-11-19' }, 'La fecha final es anterior a la inicial'],
  [{ to: '2026-11-17' }, 'La fecha final es anterior a la inicial'],
  [{ from: '2024-01-01', to: '2026-01-01' }, 'Elija un período de un año como máximo'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'La fecha final es anterior a la inicial'],
])('a report of the days %j, where today is 2026-11-18, is refused', async (query, sentence) => {
  const shop = await openShop(world)
  world.setTime(new Date('2026-11-18T08:30:00Z'))
  for (const name of ['sales-by-day', 'shipments-margin'] as const) {
    const refused = await shop.admin.refused('GET /api/reports/:name', { params: { name }, query })
    expect([refused.status, refused.fields]).toEqual([400, { to: sentence }])
  }
  const file = { params: { name: 'sales-by-day' }, query: { ...query, format: 'csv' } }
  expect((await shop.admin.send('GET /api/reports/:name/export', file)).statusCode).toBe(400)
})

import { Agent } from 'node:http'
import type { Pool } from 'pg'
import { atMost, type Figure } from './figure.ts'
import { ask, median } from './load.ts'
import { goneUser, seededDays, yearly, yearlyPackages } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

/** One choice of a filter or an order, as the list's call takes it. */
type Choice = { name: string; query: string }

/** A list with all that it can be filtered and ordered by. */
type FilteredList = {
  name: string
  path: string
  filters: readonly Choice[]
  orders: readonly Choice[]
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Days of which a company has many rows, few, and none. */
const daysOf = (seeded: number): Choice[] => [
  { name: 'from 7 days ago', query: `from=${day(7)}` },
  { name: `to ${seeded - 10} days ago`, query: `to=${day(seeded - 10)}` },
  { name: 'of two old days', query: `from=${day(seeded - 5)}&to=${day(seeded - 6)}` },
  { name: 'of no day', query: `from=${day(seeded + 40)}&to=${day(seeded + 30)}` },
]

const flags = (key: string): Choice[] =>
  ['true', 'false'].map((value) => ({ name: `${key}=${value}`, query: `${key}=${value}` }))

const unknown = '0198f000-0000-7000-8000-000000000000'

async function idsOf(superuser: Pool, company: string) {
  const idOf = async (sql: string): Promise<string> => {
    const { rows } = await superuser.query<{ id: string }>(sql, [company])
    return rows[0]?.id ?? unknown
  }
  const status = (order: number) => `select id from statuses where company_id = $1 and order_position = ${order}`
  return {
    statuses: [await idOf(status(1)), await idOf(status(4))] as const,
    client: await idOf('select client_id as id from packages where company_id = $1 and company_package_id = 4321'),
    tariff: await idOf('select tariff_id as id from packages where company_id = $1 and company_package_id = 4321'),
    otherTariff: await idOf(
      `select t.id from tariffs t where t.company_id = $1
         and not exists (select from packages p where p.company_id = $1 and p.tariff_id = t.id) limit 1`,
    ),
    shipment: await idOf(
      `select l.consignment_id as id from consignment_packages l
       where l.company_id = $1 and l.removed_at is null group by 1 order by count(*) desc limit 1`,
    ),
    currency: await idOf('select currency_id as id from invoices where company_id = $1 limit 1'),
    otherCurrency: await idOf(
      `select k.id from currencies k where k.company_id = $1
         and not exists (select from invoices v where v.company_id = $1 and v.currency_id = k.id) limit 1`,
    ),
    user: await idOf('select id from users where company_id = $1 limit 1'),
    toldPackage: await idOf('select package_id as id from message_packages where company_id = $1 order by 1 limit 1'),
  }
}

/**
 * Every filter and order of the lists that a company's data has a value for, and values that nothing has; its rows came into being in the
 * last so many days.
 */
async function listsOf(superuser: Pool, company: string, seeded: number): Promise<FilteredList[]> {
  const ids = await idsOf(superuser, company)
  const days = daysOf(seeded)
  const [first, ready] = ids.statuses
  return [
    {
      name: 'packages',
      path: '/api/packages',
      filters: [
        { name: 'one status', query: `statusId=${ready}` },
        { name: 'two statuses', query: `statusId=${first}&statusId=${ready}` },
        { name: 'without a status', query: 'statusId=none' },
        { name: 'by air', query: 'shippingMethod=aereo' },
        ...flags('invoiced'),
        ...['client', 'weight', 'tariff'].map((part) => ({ name: `without a ${part}`, query: `missing=${part}` })),
        ...days,
        { name: 'in the status for 30 days', query: `statusSince=${day(30)}` },
        { name: `in the status for ${seeded - 1} days`, query: `statusSince=${day(seeded - 1)}` },
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a tariff', query: `tariffId=${ids.tariff}` },
        { name: 'a tariff of no package', query: `tariffId=${ids.otherTariff}` },
        { name: 'a shipment', query: `shipmentId=${ids.shipment}` },
      ],
      orders: [
        { name: 'oldest first', query: 'sort=number' },
        { name: 'longest in the status first', query: 'sort=statusSince' },
        { name: 'shortest in the status first', query: 'sort=-statusSince' },
      ],
    },
    {
      name: 'invoices',
      path: '/api/invoices',
      filters: [
        ...['pending', 'paid', 'cancelled'].map((status) => ({ name: status, query: `status=${status}` })),
        ...flags('debt'),
        ...days,
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a currency', query: `currencyId=${ids.currency}` },
        { name: 'a currency of no invoice', query: `currencyId=${ids.otherCurrency}` },
        { name: 'made by', query: `createdBy=${ids.user}` },
        { name: 'with voided ones', query: 'includeVoided=true' },
      ],
      orders: [{ name: 'oldest first', query: 'sort=number' }],
    },
    {
      name: 'clients',
      path: '/api/client',
      filters: [...flags('debt'), ...flags('ready'), ...flags('recent'), ...days],
      orders: [{ name: 'from Z to A', query: 'sort=-name' }],
    },
    {
      name: 'messages',
      path: '/api/messages',
      filters: [
        ...['read', 'failed', 'queued'].map((state) => ({ name: state, query: `state=${state}` })),
        ...days,
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a package', query: `packageId=${ids.toldPackage}` },
      ],
      orders: [{ name: 'oldest first', query: 'sort=createdAt' }],
    },
    {
      name: 'entries of the log',
      path: '/api/audit',
      filters: [
        ...['packages', 'clients', 'tariffs'].map((entity) => ({ name: `of ${entity}`, query: `entity=${entity}` })),
        ...days,
        { name: 'by a user', query: `userId=${ids.user}` },
        { name: 'by a user who is gone', query: `userId=${goneUser}` },
      ],
      orders: [{ name: 'oldest first', query: 'sort=at' }],
    },
  ]
}

const keysOf = ({ query }: Choice) => [...new URLSearchParams(query).keys()]

/** Every two choices that are of different filters, each in every order. */
function pairsOf({ filters, orders }: FilteredList): Choice[] {
  const pairs = filters.flatMap((one, index) =>
    filters.slice(index + 1).flatMap((other) => {
      const isOfBoth = keysOf(one).some((key) => keysOf(other).includes(key))
      return isOfBoth ? [] : [{ name: `${one.name}, ${other.name}`, query: `${one.query}&${other.query}` }]
    }),
  )
  return [...filters, ...pairs]
    .flatMap((choice) =>
      orders.map((order) => ({ name: `${choice.name}, ${order.name}`, query: `${choice.query}&${order.query}` })),
    )
    .concat(pairs)
}

type Timed = { name: string; ms: number; ratio: number }

const bound = 1.5

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** The milliseconds of a first page; one that took too long is refused, which counts as its time. */
async function timeList({ ours }: Setting, path: string, filter: string): Promise<number> {
  const asked = { method: 'GET', path: `${path}?page=1&limit=20${filter}`, headers: headersOf(yearly) }
  const { status, ms } = await ask(ours.url, asked, agent)
  if (status !== 200 && status !== 503) throw new Error(`${asked.path} was answered with ${status}`)
  return ms
}

/** From here on one turn says enough. */
const slowMs = 300

/** The time of a first page beside that of the unfiltered one, asked for in turns; one turn goes before. */
async function compareTo(setting: Setting, path: string, { name, query }: Choice, turns: number): Promise<Timed> {
  const [plain, filtered]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= turns && (filtered[0] ?? 0) < slowMs; turn += 1) {
    const times = [await timeList(setting, path, ''), await timeList(setting, path, `&${query}`)] as const
    if (turn > 0) {
      plain.push(times[0])
      filtered.push(times[1])
    }
  }
  return { name, ms: median(filtered), ratio: median(filtered) / median(plain) }
}

const slowest = (times: readonly Timed[]) => times.toSorted((one, other) => other.ratio - one.ratio)
const ratiosOf = (times: readonly Timed[]) =>
  Object.fromEntries(times.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))]))

async function timeAll(setting: Setting, list: FilteredList, choices: readonly Choice[], turns: number) {
  const times: Timed[] = []
  for (const choice of choices) times.push(await compareTo(setting, list.path, choice, turns))
  return slowest(times)
}

/** The first pages of a list with every filter and order alone and with every two of them. */
async function timesOf(setting: Setting, list: FilteredList, among: string): Promise<Figure[]> {
  const singles = await timeAll(setting, list, [...list.filters, ...list.orders], 15)
  const pairs = await timeAll(setting, list, pairsOf(list), 9)
  const [worst] = pairs
  return [
    atMost(bound, {
      name: `First page of ${list.name} with one filter or order, the slowest one, ${among}`,
      value: Math.max(...singles.map(({ ratio }) => ratio)),
      unit: '× the time of the unfiltered one',
      beside: ratiosOf(singles),
    }),
    atMost(bound, {
      name: `First page of ${list.name} with two filters in any order, the slowest one, ${among}`,
      value: worst?.ratio ?? 0,
      unit: '× the time of the unfiltered one',
      beside: {
        combinations: pairs.length,
        [`within ${bound} × the time of the unfiltered one`]: pairs.filter(({ ratio }) => ratio <= bound).length,
        [`the slowest, ms (${worst?.name})`]: Math.round(worst?.ms ?? 0),
        ...ratiosOf(pairs.slice(0, 10)),
      },
    }),
  ]
}

/**
 * Measures the first page of the lists that have filters in the company with a year behind it, with every filter and every order alone and with every
 * two filters in every order, beside the unfiltered one.
 */
export async function filterFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, yearly)
  const among = `in a company of ${yearlyPackages(setting.size).toLocaleString('en')} packages`
  const figures: Figure[] = []
  for (const list of await listsOf(setting.superuser, company, seededDays(yearly)))
    figures.push(...(await timesOf(setting, list, among)))
  return figures
}

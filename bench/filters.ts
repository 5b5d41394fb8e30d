import { Agent, get } from 'node:http'
import type { Client } from 'pg'
import { withConnection } from '../server/src/platform/database/single-connection.ts'
import { atMost, type Figure } from './figure.ts'
import { type Choice, type FilteredList, listsOf, pairsOf } from './filter-cases.ts'
import { planOf, tellPlans, type Within } from './filter-plans.ts'
import { median } from './rounds.ts'
import { seededDays, whale, whalePackages, yearly, yearlyPackages } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

type Timed = { name: string; ms: number; ratio: number }

const bound = 1.5

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** The milliseconds until the answer to one request is there; one that took too long is refused, which counts as its time. */
function timeOf({ ours }: Setting, path: string): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    get(ours.url + path, { agent, headers: headersOf(yearly) }, (answer) => {
      answer.on('error', reject)
      answer.on('data', () => undefined)
      answer.on('end', () => {
        if (answer.statusCode === 200 || answer.statusCode === 503) resolve(performance.now() - from)
        else reject(new Error(`${path} was answered with ${answer.statusCode}`))
      })
    }).on('error', reject)
  })
}

/** From here on one turn says enough. */
const slowMs = 300

/** The time of a first page beside that of the unfiltered one, asked for in turns; one turn goes before. */
async function compareTo(setting: Setting, path: string, { name, query }: Choice, turns: number): Promise<Timed> {
  const [plain, filtered]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= turns && (filtered[0] ?? 0) < slowMs; turn += 1) {
    const times = [
      await timeOf(setting, `${path}?page=1&limit=20`),
      await timeOf(setting, `${path}?page=1&limit=20&${query}`),
    ] as const
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

/** The plans of a list with every filter and with every two of them, looked through for tables that are read whole. */
async function plansOf(client: Client, { company, large }: Within, list: FilteredList, among: string): Promise<Figure> {
  const plans = []
  for (const choice of [...list.filters, ...pairsOf(list)]) {
    plans.push({ name: choice.name, ...(await planOf(client, { company, large }, list, choice)) })
  }
  const whole = plans.filter(({ wholeTables }) => wholeTables.length > 0)
  const [most] = plans.toSorted((one, other) => other.rows - one.rows)
  for (const { name, wholeTables, steps } of whole)
    console.log(`${list.name}, ${name}: reads all of ${wholeTables}: ${steps}`)
  return atMost(0, {
    name: `Filters of ${list.name} that read a whole table, ${among}`,
    value: whole.length,
    unit: 'of their plans',
    beside: { plans: plans.length, [`rows read at most (${most?.name})`]: most?.rows ?? 0 },
  })
}

const inCompany = (packages: number) => `in a company of ${packages.toLocaleString('en')} packages`

/**
 * Measures the first page of the lists that have filters in the company with a year behind it, with every filter and every order alone and with every
 * two filters in every order, beside the unfiltered one, and looks in their plans in the whale for tables that are read whole.
 */
export async function filterFigures(setting: Setting): Promise<Figure[]> {
  const { size, superuser, cluster } = setting
  const [timed, planned] = [await companyId(setting, yearly), await companyId(setting, whale)]
  const figures: Figure[] = []
  for (const list of await listsOf(superuser, timed, seededDays(yearly))) {
    figures.push(...(await timesOf(setting, list, inCompany(yearlyPackages(size)))))
  }
  agent.destroy()
  await withConnection(cluster.superuserUrl, async (client) => {
    const within = { company: planned, large: await tellPlans(client) }
    for (const list of await listsOf(superuser, planned, seededDays(whale))) {
      figures.push(await plansOf(client, within, list, inCompany(whalePackages(size))))
    }
  })
  return figures
}

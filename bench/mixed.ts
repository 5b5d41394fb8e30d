import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { atLeast, atMost, type Figure, spread } from './figure.ts'
import { bodyOf, readyInvoices } from './invoices.ts'
import { type Answer, type Asked, median, openLoop, percentile, takeFrom } from './load.ts'
import { processesOf, residentOf } from './process.ts'
import { busyCompanies } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const searches = ['zeledon', 'maria', 'tbx', 'amazon', '505']

/** A package that no invoice has, as its form sends it. */
const editable = `select p.id, json_build_object('shippingMethod', p.shipping_method, 'clientId', p.client_id, 'tariffId', p.tariff_id,
    'statusId', p.status_id, 'tracking', p.tracking, 'weight', p.weight, 'description', p.description) as draft
  from packages p join companies c on c.id = p.company_id
  where c.subdomain = $1 and p.weight is not null and p.tariff_id is not null
    and not exists (select from invoice_items i where i.company_id = p.company_id and i.package_id = p.id)
    and p.tracking not like 'READY%' order by p.company_package_id limit 1`

/**
 * Makes the requests of a busy installation of twenty companies: of a hundred requests seventy list, fifteen search, ten save a
 * package, five invoice three packages.
 */
async function mix(setting: Setting, requests: number): Promise<(index: number) => Asked> {
  const ready = await readyInvoices(setting, busyCompanies, Math.ceil((requests * 0.05) / busyCompanies.length) + 10)
  const edited = await Promise.all(
    busyCompanies.map(
      async (subdomain) =>
        (await setting.superuser.query<{ id: string; draft: object }>(editable, [subdomain])).rows[0],
    ),
  )
  return (index) => {
    const company = index % busyCompanies.length
    const headers = headersOf(busyCompanies[company] ?? '')
    const kind = Math.floor(index / busyCompanies.length) % 20
    const courierPackage = edited[company]
    const invoice = kind === 19 ? ready[company]?.invoices.pop() : undefined
    if (invoice) return { method: 'POST', path: '/api/invoices', headers, body: JSON.stringify(bodyOf(invoice)) }
    if (kind >= 17 && courierPackage) {
      const body = JSON.stringify({ ...courierPackage.draft, weight: 1 + (index % 90) / 10 })
      return { method: 'PUT', path: `/api/packages/${courierPackage.id}`, headers, body }
    }
    const search = kind >= 14 && kind < 17 ? `&search=${searches[index % searches.length]}` : ''
    return { method: 'GET', path: `/api/packages?page=${1 + (index % 3)}&limit=20${search}`, headers }
  }
}

/** Measures a busy installation at a fixed rate; after two minutes also what memory does. */
export async function mixedFigures(setting: Setting, seconds: number): Promise<Figure[]> {
  const perSecond = 50
  const next = await mix(setting, perSecond * seconds)
  const settledMs = 120_000
  const [start, settled] = [performance.now(), { at: 0, mib: 0 }]
  const sampling = setTimeout(
    () => Object.assign(settled, { at: performance.now(), mib: residentOf(setting.ours.pid) }),
    settledMs,
  )
  const answers = await openLoop(setting.ours.url, { perSecond, seconds }, next)
  clearTimeout(sampling)
  const failed = answers.filter(({ status }) => status >= 500).length
  const name = `Mixed load, ${perSecond} a second for ${seconds / 60} minutes`
  const unit = 'ms from its due time'
  const figures = [
    atMost(150, { name: `${name}, p95`, value: percentile(answers, 0.95), unit }),
    atMost(400, { name: `${name}, p99`, value: percentile(answers, 0.99), unit }),
    atMost(0, { name: `${name}, calls without an answer`, value: failed, unit: `of ${answers.length}` }),
  ]
  const minutes = (performance.now() - settled.at) / 60_000
  if (settled.at === 0 || performance.now() - start < 2 * settledMs) return figures
  const value = (residentOf(setting.ours.pid) - settled.mib) / minutes
  return [...figures, atMost(1, { name: `${name}, memory`, value, unit: 'MiB a minute' })]
}

/** Lists the cores that this process may run on, from a list such as `0-2,5`. */
function listCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Moves processes with all of their threads to cores; processes that they start later inherit them. */
function pin(pids: number[], cores: number[]): void {
  for (const pid of pids) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)])
}

/**
 * Runs `work` with the last core for the load, and all others for the server and PostgreSQL, as if the load came from another
 * machine. On a machine with one core all share it.
 */
async function loadFromItsOwnCore<T>({ ours, cluster }: Setting, work: () => Promise<T>): Promise<T> {
  const cores = listCores()
  pin([process.pid], cores.slice(-1))
  pin([ours.pid, ...processesOf(cluster.pid())], cores.length > 1 ? cores.slice(0, -1) : cores)
  try {
    return await work()
  } finally {
    pin([process.pid, ours.pid, ...processesOf(cluster.pid())], cores)
  }
}

const seconds = 5
const times = 5
// More requests than a run sends on any machine.
const prepared = 200_000

/** How many requests a second of those that twenty connections send without a pause are accepted. */
async function measureCapacity({ ours }: Setting, next: () => Asked): Promise<number> {
  const whole = { url: ours.url, setupClient: takeFrom([next]), duration: seconds, timeout: 30, connections: 20 }
  const { '2xx': accepted, errors, timeouts } = await autocannon(whole)
  if (errors + timeouts > 0) throw new Error(`${errors + timeouts} requests got no answer`)
  return accepted / seconds
}

const filterAccepted = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

/**
 * Measures five times as many requests of the mix as can be answered: accepted ones are answered in time, the others are
 * refused at once. Storm and calm take turns, so that each storm is compared with the calm before it.
 */
export async function overloadFigures(setting: Setting): Promise<Figure[]> {
  const requests = await mix(setting, prepared)
  let asked = 0
  const next = () => requests(asked++)
  return await loadFromItsOwnCore(setting, async () => {
    // Warmed up first: a fresh server is slower, and its capacity would be an easy goal.
    await measureCapacity(setting, next)
    const capacities = [await measureCapacity(setting, next)]
    const storms: Answer[][] = []
    const goodputs: number[] = []
    for (let round = 0; round < setting.effort.rounds; round += 1) {
      const capacity = capacities.at(-1) ?? Number.NaN
      const perSecond = Math.round(capacity * times)
      const storm = await openLoop(setting.ours.url, { perSecond, seconds, connections: 1_000 }, next)
      storms.push(storm)
      // Calls that were accepted near the end and answered after it are no answers of the storm's own seconds.
      const inTime = storm.filter(({ ms }, index) => index / perSecond + ms / 1000 <= seconds)
      goodputs.push(filterAccepted(inTime).length / seconds / capacity)
      capacities.push(await measureCapacity(setting, next))
    }
    const all = storms.flat()
    const good = filterAccepted(all)
    const refused = all.filter(({ status }) => status === 429 || status === 503)
    const recoveries = storms.map((_, at) => (capacities[at + 1] ?? 0) / (capacities[at] ?? Number.NaN))
    const name = `${times} × overload`
    return [
      atMost(2_000, {
        name: `${name}, accepted, p99`,
        value: percentile(good, 0.99),
        unit: 'ms',
        beside: {
          'capacity per second': Math.round(median(capacities)),
          'calls per second': Math.round(all.length / storms.length / seconds),
          accepted: good.length,
          refused: refused.length,
        },
      }),
      atMost(300, {
        name: `${name}, refused, p99`,
        value: refused.length === 0 ? 0 : percentile(refused, 0.99),
        unit: 'ms',
      }),
      atMost(0, {
        name: `${name}, neither accepted nor refused`,
        value: all.length - good.length - refused.length,
        unit: 'answers',
      }),
      atLeast(0.8, { name: `${name}, goodput`, unit: 'of the capacity', ...spread(goodputs) }),
      atLeast(0.8, {
        name: `${name}, the ${seconds} seconds after it`,
        unit: 'of the capacity before it',
        ...spread(recoveries),
      }),
    ]
  })
}

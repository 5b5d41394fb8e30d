import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { atLeast, atMost, type Figure, spreadOf } from './figure.ts'
import { mixOf } from './mix.ts'
import { type Answer, type Asked, openLoop, percentile } from './open-loop.ts'
import { processesOf } from './process.ts'
import { median } from './rounds.ts'
import type { Setting } from './setting.ts'

/** Lists the cores that this process may run on, from a list such as `0-2,5`. */
function ownCores(): number[] {
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
 *
 * @param work receives the number of cores that answer
 */
async function loadFromItsOwnCore<T>({ ours, cluster }: Setting, work: (answering: number) => Promise<T>): Promise<T> {
  const cores = ownCores()
  const answering = cores.length > 1 ? cores.slice(0, -1) : cores
  const servers = [ours.pid, ...processesOf(cluster.pid())]
  pin([process.pid], cores.slice(-1))
  pin(servers, answering)
  try {
    return await work(answering.length)
  } finally {
    pin([process.pid, ours.pid, ...processesOf(cluster.pid())], cores)
  }
}

const seconds = 5
const times = 5
// More requests than a run sends on any machine.
const prepared = 200_000

/** Gives each request in order, to any connection that is free. */
const inOrder = (next: () => Asked) => (client: autocannon.Client) =>
  client.setRequests([
    {
      setupRequest(request) {
        const { method, path, headers, body } = next()
        const type = body === undefined ? {} : { 'content-type': 'application/json' }
        return Object.assign({}, request, { method, path, headers: { ...headers, ...type }, body })
      },
    },
  ])

/** Sends as many requests as a few connections can, and gives the answers. */
async function load({ ours }: Setting, next: () => Asked): Promise<Answer[]> {
  const answers: Answer[] = []
  await new Promise<void>((resolve, reject) => {
    const whole = { url: ours.url, setupClient: inOrder(next), duration: seconds, timeout: 30, connections: 20 }
    const running = autocannon(whole, (error, { errors, timeouts }) => {
      if (error) reject(error)
      else if (errors + timeouts > 0) reject(new Error(`${errors + timeouts} requests got no answer`))
      else resolve()
    })
    running.on('response', (_client, status, _bytes, ms) => answers.push({ status, ms }))
  })
  return answers
}

const filterAccepted = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

/**
 * Measures five times as many requests of the mix as can be answered: accepted ones are answered in time, the others are
 * refused at once. Storm and calm take turns, so that each storm is compared with the calm before it.
 */
export async function overloadFigures(setting: Setting): Promise<Figure[]> {
  const mix = await mixOf(setting, prepared)
  let asked = 0
  const next = () => mix(asked++)
  return await loadFromItsOwnCore(setting, async (answering) => {
    const calm = async () => filterAccepted(await load(setting, next)).length / seconds
    // Warmed up first: a fresh server is slower, and its capacity would be an easy goal.
    await calm()
    const capacities = [await calm()]
    const storms: Answer[][] = []
    const goodputs: number[] = []
    const ofItsCore: number[] = []
    for (let round = 0; round < setting.effort.rounds; round += 1) {
      const capacity = capacities.at(-1) ?? Number.NaN
      const perSecond = Math.round(capacity * times)
      const [cpu, start] = [process.cpuUsage(), performance.now()]
      const storm = await openLoop(setting.ours.url, { perSecond, seconds, connections: 1_000 }, next)
      const { user, system } = process.cpuUsage(cpu)
      ofItsCore.push((user + system) / 1000 / (performance.now() - start))
      storms.push(storm)
      // Calls that were accepted near the end and answered after it are no answers of the storm's own seconds.
      const inTime = storm.filter(({ ms }, index) => index / perSecond + ms / 1000 <= seconds)
      goodputs.push(filterAccepted(inTime).length / seconds / capacity)
      capacities.push(await calm())
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
      atLeast(0.8, {
        name: `${name}, goodput`,
        value: median(goodputs),
        unit: 'of the capacity',
        spread: spreadOf(goodputs),
        beside: {
          'cores that answered': answering,
          'the load took of its own core': Number(median(ofItsCore).toFixed(2)),
        },
      }),
      atLeast(0.8, {
        name: `${name}, the ${seconds} seconds after it`,
        value: median(recoveries),
        unit: 'of the capacity before it',
        spread: spreadOf(recoveries),
      }),
    ]
  })
}

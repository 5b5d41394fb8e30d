import { availableParallelism } from 'node:os'
import autocannon from 'autocannon'
import { atLeast, atMost, type Figure } from './figure.ts'
import { mixOf } from './mix.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import type { Setting } from './setting.ts'

const seconds = 8
const times = 5
// More than any machine here is asked in all of it.
const prepared = 200_000

type Answer = { status: number; ms: number }

/** What work brought, and the cores that it left to the servers: the load is made on the same ones. */
async function measured<T>(work: () => Promise<T>): Promise<{ brought: T; coresLeft: number }> {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  const brought = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { brought, coresLeft: availableParallelism() - (user + system) / 1000 / (performance.now() - start) }
}

/** Each request as it is due, whichever connection sends it. */
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

/** All answers of a while: as many as fit over a few connections, or at a rate over many. */
async function load(
  { ours }: Setting,
  next: () => Asked,
  options: { connections: number; overallRate?: number },
): Promise<Answer[]> {
  const answers: Answer[] = []
  await new Promise<void>((resolve, reject) => {
    const whole = { url: ours.url, setupClient: inOrder(next), duration: seconds, timeout: 30, ...options }
    const running = autocannon(whole, (error, { errors, timeouts }) => {
      if (error) reject(error)
      else if (errors + timeouts > 0) reject(new Error(`${errors + timeouts} requests got no answer`))
      else resolve()
    })
    running.on('response', (_client, status, _bytes, ms) => answers.push({ status, ms }))
  })
  return answers
}

const accepted = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

/** Five times as many requests of the mix as can be answered: what is accepted comes in time, the rest is told at once. */
export async function overloadFigures(setting: Setting): Promise<Figure[]> {
  const mix = await mixOf(setting, prepared)
  let asked = 0
  const next = () => mix(asked++)
  // A server that has just begun is slower: measured then, there would be less to keep up.
  await load(setting, next, { connections: 20 })
  const calm = await measured(() => load(setting, next, { connections: 20 }))
  const capacity = accepted(calm.brought).length / seconds
  const rate = { perSecond: Math.round(capacity * times), seconds, connections: 1_000 }
  const { brought: storm, coresLeft } = await measured(() => openLoop(setting.ours.url, rate, next))
  const good = accepted(storm)
  const refused = storm.filter(({ status }) => status === 429 || status === 503)
  const wrong = storm.length - good.length - refused.length
  const after = accepted(await load(setting, next, { connections: 20 })).length / seconds
  const beside = {
    'capacity per second': Math.round(capacity),
    'answered per second': Math.round(storm.length / seconds),
    accepted: good.length,
    refused: refused.length,
  }
  const name = `${times} × overload`
  const of = (answers: Answer[]) => answers.map(({ ms }) => ms)
  return [
    atMost(2_000, { name: `${name}, accepted, 99 of 100`, value: percentile(of(good), 0.99), unit: 'ms', beside }),
    atMost(300, {
      name: `${name}, refused, 99 of 100`,
      value: refused.length === 0 ? 0 : percentile(of(refused), 0.99),
      unit: 'ms',
    }),
    atMost(0, { name: `${name}, neither accepted nor told to come again`, value: wrong, unit: 'answers' }),
    atLeast(0.8, {
      name: `${name}, goodput`,
      value: good.length / seconds / coresLeft / (capacity / calm.coresLeft),
      unit: 'of the capacity for each core that making the load left',
      beside: {
        'of the capacity': Number((good.length / seconds / capacity).toFixed(2)),
        'cores left when it was measured': Number(calm.coresLeft.toFixed(2)),
        'cores left in the storm': Number(coresLeft.toFixed(2)),
      },
    }),
    atLeast(0.8, { name: `${name}, the seconds after it`, value: after / capacity, unit: 'of the capacity' }),
  ]
}

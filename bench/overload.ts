import autocannon from 'autocannon'
import { loadFromItsOwnCore } from './cores.ts'
import { atLeast, atMost, type Figure, spreadOf } from './figure.ts'
import { mixOf } from './mix.ts'
import { type Answer, type Asked, openLoop, percentile } from './open-loop.ts'
import { median } from './rounds.ts'
import type { Setting } from './setting.ts'

const seconds = 5
const times = 5
// More than any machine here is asked in all of it.
const prepared = 200_000

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

/** All answers of a while, as many as fit over a few connections. */
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
 * Five times as many requests of the mix as can be answered: what is accepted comes in time, the rest is refused at once. Storm and
 * calm take turns, so that each is held against the calm before it.
 */
export async function overloadFigures(setting: Setting): Promise<Figure[]> {
  const mix = await mixOf(setting, prepared)
  let asked = 0
  const next = () => mix(asked++)
  return await loadFromItsOwnCore(setting, async (answering) => {
    const calm = async () => filterAccepted(await load(setting, next)).length / seconds
    // A server that has just begun is slower: measured then, there would be less to keep up.
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
      // Who was let in at the end and answered after it did not come of the storm's own seconds.
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
        name: `${name}, accepted, 99 of 100`,
        value: percentile(good, 0.99),
        unit: 'ms',
        beside: {
          'capacity per second': Math.round(median(capacities)),
          'asked per second': Math.round(all.length / storms.length / seconds),
          accepted: good.length,
          refused: refused.length,
        },
      }),
      atMost(300, {
        name: `${name}, refused, 99 of 100`,
        value: refused.length === 0 ? 0 : percentile(refused, 0.99),
        unit: 'ms',
      }),
      atMost(0, {
        name: `${name}, neither accepted nor told to come again`,
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
          'of its own core the load took': Number(median(ofItsCore).toFixed(2)),
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

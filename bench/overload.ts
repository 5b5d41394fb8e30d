import autocannon from 'autocannon'
import { atLeast, atMost, type Figure } from './figure.ts'
import { percentile } from './open-loop.ts'
import { ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const companiesAtOnce = 20
const seconds = 8
const times = 5

const requests = Array.from({ length: companiesAtOnce }, (_, index) => ({
  method: 'GET' as const,
  path: '/api/packages?page=1&limit=20',
  headers: headersOf(ordinary(index + 1)),
}))

type Answer = { status: number; ms: number }

/** All answers of a while: as many as fit over a few connections, or at a rate over many. */
async function load(setting: Setting, options: { connections: number; overallRate?: number }): Promise<Answer[]> {
  const answers: Answer[] = []
  await new Promise<void>((resolve, reject) => {
    const whole = { url: setting.ours.url, requests, duration: seconds, timeout: 30, ...options }
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

/** Five times as many requests as can be answered: what is accepted comes in time, the rest is told at once. */
export async function overloadFigures(setting: Setting): Promise<Figure[]> {
  const capacity = accepted(await load(setting, { connections: 20 })).length / seconds
  const storm = await load(setting, { connections: 1_000, overallRate: Math.round(capacity * times) })
  const good = accepted(storm)
  const refused = storm.filter(({ status }) => status === 429 || status === 503)
  const wrong = storm.length - good.length - refused.length
  const after = accepted(await load(setting, { connections: 20 })).length / seconds
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
    atLeast(0.8, { name: `${name}, goodput`, value: good.length / seconds / capacity, unit: 'of the capacity' }),
    atLeast(0.8, { name: `${name}, the seconds after it`, value: after / capacity, unit: 'of the capacity' }),
  ]
}

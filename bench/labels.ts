import { atMost, type Figure } from './figure.ts'
import { lagOf } from './lag.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { startProduct } from './process.ts'
import { ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const company = ordinary(1)
const count = 500
const sizes = ['4x6', 'small', '62'] as const

/** The labels of the first packages of a company, by their numbers. */
const labelsOf = (size: string): Asked => {
  const ids = Array.from({ length: count }, (_, at) => at + 1).join(',')
  return { method: 'GET', path: `/api/packages/labels?size=${size}&ids=${ids}`, headers: headersOf(company) }
}

/** Measures how long five hundred labels take in each size, one order after the other, and what they hold the event loop. */
export async function labelFigures(setting: Setting): Promise<Figure[]> {
  const server = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { METRICS_PORT: '0' })
  const print = async (size: string): Promise<number> => {
    const answers = await openLoop(server.url, { perSecond: 1, seconds: 1 }, () => labelsOf(size))
    const other = answers.find(({ status }) => status !== 200)
    if (answers.length === 0 || other) throw new Error(`Labels were answered with ${other?.status}`)
    return percentile(answers, 1)
  }
  try {
    for (const size of sizes) await print(size)
    await lagOf(server)
    const times: Record<string, number> = {}
    for (const size of sizes) {
      const rounds = [await print(size), await print(size), await print(size)]
      times[size] = Math.round(rounds.toSorted((one, other) => one - other)[1] ?? 0)
    }
    const lag = await lagOf(server)
    return [
      atMost(3_000, {
        name: `${count} labels, the slowest size`,
        value: Math.max(...Object.values(times)),
        unit: 'ms',
        beside: times,
      }),
      atMost(50, { name: `${count} labels, the longest hold of the event loop`, value: lag.max, unit: 'ms' }),
    ]
  } finally {
    await server.stop()
  }
}

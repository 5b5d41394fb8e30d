import { atMost, type Figure } from './figure.ts'
import { mixOf } from './mix.ts'
import { openLoop, percentile } from './open-loop.ts'
import { residentOf } from './process.ts'
import type { Setting } from './setting.ts'

const perSecond = 50
const settlingSeconds = 120

/** Computes the growth of memory in MiB a minute, as the slope of a line through all samples. */
function slopeOf(samples: { minutes: number; mib: number }[]): number {
  const mean = (of: (sample: { minutes: number; mib: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minutes, mib] = [mean((sample) => sample.minutes), mean((sample) => sample.mib)]
  const above = samples.reduce((sum, sample) => sum + (sample.minutes - minutes) * (sample.mib - mib), 0)
  return above / samples.reduce((sum, sample) => sum + (sample.minutes - minutes) ** 2, 0)
}

/** Measures a busy installation: fifty requests a second of twenty companies, at a fixed rate. */
export async function mixedFigures(setting: Setting, seconds: number): Promise<Figure[]> {
  const next = await mixOf(setting, perSecond * seconds)
  const samples: { minutes: number; mib: number }[] = []
  const start = performance.now()
  const sampling = setInterval(() => {
    const elapsed = (performance.now() - start) / 1000
    if (elapsed > settlingSeconds) samples.push({ minutes: elapsed / 60, mib: residentOf(setting.ours.pid) })
  }, 5_000)
  const answers = await openLoop(setting.ours.url, { perSecond, seconds }, next)
  clearInterval(sampling)
  const count = (isSo: (status: number) => boolean) => answers.filter(({ status }) => isSo(status)).length
  const name = `Mixed load, ${perSecond} a second for ${seconds / 60} minutes`
  const figures = [
    atMost(150, {
      name: `${name}, p95`,
      value: percentile(answers, 0.95),
      unit: 'ms from its due time',
    }),
    atMost(400, {
      name: `${name}, p99`,
      value: percentile(answers, 0.99),
      unit: 'ms from its due time',
    }),
    atMost(0, {
      name: `${name}, calls without an answer`,
      value: count((status) => status >= 500),
      unit: `of ${answers.length}`,
      beside: { 'refused with 4xx': count((status) => status >= 400 && status < 500) },
    }),
  ]
  if (samples.length < 10) return figures
  return [...figures, atMost(1, { name: `${name}, memory`, value: slopeOf(samples), unit: 'MiB a minute' })]
}

import type { Round, Summary } from './rounds.ts'

/** One figure of the report: its value, its bound, and further values beside it. */
export type Figure = {
  name: string
  value: number
  unit: string
  bound: string
  isMet: boolean
  spread?: string
  beside?: Record<string, number>
}

/** A figure with the part of the bench that measured it. */
export type Measured = Figure & { part: string }

const roundTo = (value: number, decimals = 2) => Number(value.toFixed(decimals))

/** Makes a figure that must not fall below its bound. */
export function atLeast(bound: number, figure: Omit<Figure, 'bound' | 'isMet'>): Figure {
  return { ...figure, value: roundTo(figure.value), bound: `≥ ${bound}`, isMet: figure.value >= bound }
}

/** Makes a figure that must not exceed its bound. */
export function atMost(bound: number, figure: Omit<Figure, 'bound' | 'isMet'>): Figure {
  return { ...figure, value: roundTo(figure.value), bound: `≤ ${bound}`, isMet: figure.value <= bound }
}

/** Stands for a part that ended with an error, so that the parts after it are measured all the same. */
export function unmeasuredFigure(part: string, error: unknown): Figure {
  console.error(error)
  return { name: `${part} was not measured`, value: 0, unit: 'figures', bound: 'all', isMet: false }
}

/** The values beside a comparison: rates and times of both sides, and CPU milliseconds for each request. */
export function besides(ours: Summary, raw: Summary, rawName = 'raw'): Record<string, number> {
  const cpu = (round: Round) => roundTo(round.serverCpuMs + round.postgresCpuMs, 3)
  return {
    'ours per second': Math.round(ours.median.perSecond),
    [`${rawName} per second`]: Math.round(raw.median.perSecond),
    'ours p99 ms': roundTo(ours.median.p99Ms, 1),
    [`${rawName} p99 ms`]: roundTo(raw.median.p99Ms, 1),
    'ours CPU ms server': roundTo(ours.median.serverCpuMs, 3),
    'ours CPU ms PostgreSQL': roundTo(ours.median.postgresCpuMs, 3),
    [`${rawName} CPU ms server`]: roundTo(raw.median.serverCpuMs, 3),
    [`${rawName} CPU ms PostgreSQL`]: roundTo(raw.median.postgresCpuMs, 3),
    'CPU ours ÷ other': roundTo(cpu(ours.median) / cpu(raw.median)),
  }
}

/** The lowest and the highest ratio of single rounds. */
export const spreadOf = (ratios: number[]): string =>
  `${roundTo(Math.min(...ratios))} – ${roundTo(Math.max(...ratios))}`

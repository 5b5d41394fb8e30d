import type { ScaleState } from './use-scale.ts'

/** The load whose weight was last taken, by any field: the same package must not count as the next one. */
let lastTaken: { pounds: number; emptied: number } | undefined

/** Pounds. A smaller difference is the same package, touched. */
const sameLoad = 0.1

export const stablePounds = (scale: ScaleState): number | undefined =>
  scale.phase === 'reading' && scale.reading.state === 'stable' ? scale.reading.pounds : undefined

/** docs/product/devices.md, "Weights". */
export function isNewLoad(scale: ScaleState): boolean {
  const pounds = stablePounds(scale)
  if (pounds === undefined || scale.phase !== 'reading') return false
  if (lastTaken === undefined || scale.emptied !== lastTaken.emptied) return true
  return Math.abs(lastTaken.pounds - pounds) > sameLoad
}

/** Takes the weight of a load at rest, which is then not offered again. Undefined without one. */
export function takeLoad(scale: ScaleState): number | undefined {
  const pounds = stablePounds(scale)
  if (pounds === undefined || scale.phase !== 'reading') return undefined
  lastTaken = { pounds, emptied: scale.emptied }
  return pounds
}

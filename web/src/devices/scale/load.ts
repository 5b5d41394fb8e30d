import type { ScaleState } from './use-scale.ts'

/** The load whose weight was taken last on this page, by whichever field: a package that still lies there is not the next one. */
let lastTaken: { pounds: number; emptied: number } | undefined

/** Two packages one after the other seldom weigh the same; what differs by less is the same one that was touched. */
const sameLoad = 0.1

/** The weight that lies on the scale at rest. */
export const stablePounds = (scale: ScaleState): number | undefined =>
  scale.phase === 'reading' && scale.reading.state === 'stable' ? scale.reading.pounds : undefined

/** Says whether a load at rest is another one than that whose weight was taken last. docs/product/devices.md, "Weights". */
export function isNewLoad(scale: ScaleState): boolean {
  const pounds = stablePounds(scale)
  if (pounds === undefined || scale.phase !== 'reading') return false
  if (lastTaken === undefined || scale.emptied !== lastTaken.emptied) return true
  return Math.abs(lastTaken.pounds - pounds) > sameLoad
}

/** Takes the weight of the load at rest, which is not offered again; undefined where there is none. */
export function takeLoad(scale: ScaleState): number | undefined {
  const pounds = stablePounds(scale)
  if (pounds === undefined || scale.phase !== 'reading') return undefined
  lastTaken = { pounds, emptied: scale.emptied }
  return pounds
}

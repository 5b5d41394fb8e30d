import type { ScaleState } from './use-scale.ts'

/** A package that still lies there is not the next one, whichever field took its weight. */
let lastTaken: { pounds: number; emptied: number } | undefined

/** What differs by less is the same package, touched. */
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

/** It is not offered again; undefined where there is none. */
export function takeLoad(scale: ScaleState): number | undefined {
  const pounds = stablePounds(scale)
  if (pounds === undefined || scale.phase !== 'reading') return undefined
  lastTaken = { pounds, emptied: scale.emptied }
  return pounds
}

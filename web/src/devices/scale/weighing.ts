import { useEffect, useEffectEvent, useState } from 'react'
import { type ScaleState, useScale } from './use-scale.ts'

/** The load that a field took last, on this page. */
let lastTaken: { pounds: number; emptied: number } | undefined

/** Two packages one after the other seldom weigh the same; what differs by less is the same one that was touched. */
const sameLoad = 0.1

/** The weight that lies on the scale at rest. */
export const stablePounds = (scale: ScaleState): number | undefined =>
  scale.phase === 'reading' && scale.reading.state === 'stable' ? scale.reading.pounds : undefined

/** Whether another package lies on the scale than the one whose weight was taken last. */
function isNewLoad(scale: ScaleState, pounds: number): boolean {
  if (lastTaken === undefined) return true
  const wasEmptied = scale.phase === 'reading' && scale.emptied !== lastTaken.emptied
  return wasEmptied || Math.abs(lastTaken.pounds - pounds) > sameLoad
}

type Weighed = {
  /** The weight in the field; null for none. */
  pounds: number | null
  /** Whether the field waits for the scale now. */
  isWaiting: () => boolean
  /** Puts a weight of the scale into the field. */
  onWeight: (pounds: number) => void
}

export type WeightSource = 'scale' | 'typed'

/**
 * The scale beside a field for a weight. A field that waits, and holds nothing but what came from the scale, takes each new load once it
 * is at rest; `take` takes it whenever the user wants it, `offer` is called when the field begins to wait. What the user types over it is
 * `typed`. docs/product/devices.md, "Weights".
 */
export function useWeighing({ pounds, isWaiting, onWeight }: Weighed) {
  const scale = useScale()
  const [taken, setTaken] = useState<number>()
  const found = stablePounds(scale)
  const source: WeightSource | undefined =
    pounds === null || Number.isNaN(pounds) ? undefined : pounds === taken ? 'scale' : 'typed'

  const take = () => {
    if (found === undefined || scale.phase !== 'reading') return
    lastTaken = { pounds: found, emptied: scale.emptied }
    setTaken(found)
    onWeight(found)
  }
  const offer = () => {
    if (found === undefined || found === pounds || !isWaiting()) return
    // The scale of a package that still settles goes on; an empty field waits for the next package.
    if (source === 'scale' || (pounds === null && isNewLoad(scale, found))) take()
  }
  const offerNow = useEffectEvent((_scale: ScaleState) => offer())
  useEffect(() => offerNow(scale), [scale])
  // What was typed over is typed, also when it comes to the same again.
  useEffect(() => setTaken((before) => (before === pounds ? before : undefined)), [pounds])
  return { scale, source, take, offer }
}

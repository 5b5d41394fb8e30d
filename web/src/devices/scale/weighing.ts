import { useEffect, useEffectEvent, useState } from 'react'
import { isNewLoad, stablePounds, takeLoad } from './load.ts'
import { type ScaleState, useScale } from './use-scale.ts'

type Weighed = {
  /** The weight in the field; null for none. */
  pounds: number | null
  /** Says whether the field waits for the scale now. */
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
    const load = takeLoad(scale)
    if (load === undefined) return
    setTaken(load)
    onWeight(load)
  }
  const offer = () => {
    if (found === undefined || found === pounds || !isWaiting()) return
    // The scale of a package that still settles goes on; an empty field waits for the next package.
    if (source === 'scale' || (pounds === null && isNewLoad(scale))) take()
  }
  const offerNow = useEffectEvent((_scale: ScaleState) => offer())
  useEffect(() => offerNow(scale), [scale])
  // A weight that was typed over is typed, also when it comes to the same again.
  useEffect(() => setTaken((before) => (before === pounds ? before : undefined)), [pounds])
  return { scale, source, take, offer }
}

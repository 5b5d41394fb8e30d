import { useEffect, useEffectEvent, useState } from 'react'
import { isNewLoad, stablePounds, takeLoad } from './load.ts'
import { type ScaleState, useScale } from './use-scale.ts'

type Weighed = {
  pounds: number | null
  isWaiting: () => boolean
  onWeight: (pounds: number) => void
}

export type WeightSource = 'scale' | 'typed'

/**
 * A waiting field takes each new load at rest. `take` takes one on request; `offer` is called when the field starts to wait.
 * docs/product/devices.md, "Weights".
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
    // While a package settles, its weight is updated; an empty field waits for the next package.
    if (source === 'scale' || (pounds === null && isNewLoad(scale))) take()
  }
  const offerNow = useEffectEvent((_scale: ScaleState) => offer())
  useEffect(() => offerNow(scale), [scale])
  // A weight that was typed over counts as typed, even if the number is the same again.
  useEffect(() => setTaken((before) => (before === pounds ? before : undefined)), [pounds])
  return { scale, source, take, offer }
}

import { useEffect, useEffectEvent } from 'react'
import { isNewLoad, stablePounds, takeLoad } from '../../devices/scale/load.ts'
import { ScalePlace, ScaleTools } from '../../devices/scale/scale-line.tsx'
import { type ScaleState, useScale } from '../../devices/scale/use-scale.ts'
import { readWeight } from './entry-texts.ts'
import type { EntryDesk } from './use-entry.ts'

/** docs/product/devices.md, "Weights". */
export const EntryScale = ({ desk }: { desk: EntryDesk }) => (
  <ScalePlace>{(onSet) => <Weighing desk={desk} onSet={onSet} />}</ScalePlace>
)

function Weighing({ desk, onSet }: { desk: EntryDesk; onSet: () => void }) {
  const scale = useScale()
  const { weight } = desk.fields
  const take = () => {
    const pounds = takeLoad(scale)
    if (pounds !== undefined) desk.putWeight(pounds)
  }
  const offer = useEffectEvent((_scale?: ScaleState) => {
    const found = stablePounds(scale)
    if (found === undefined || document.activeElement !== weight.current) return
    const text = desk.read('weight')
    const { source } = desk.now.current
    if (source === 'scale' ? readWeight(text).weight !== found : text === '' && isNewLoad(scale)) take()
  })
  useEffect(() => offer(scale), [scale])
  useEffect(() => {
    const field = weight.current
    const onFocus = () => offer()
    field?.addEventListener('focus', onFocus)
    return () => field?.removeEventListener('focus', onFocus)
  }, [weight])
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <ScaleTools
        scale={scale}
        pounds={null}
        // Nothing else about a weight is said in this tone.
        source={desk.hints.weight?.tone === 'good' ? 'scale' : undefined}
        onSet={onSet}
        onTake={() => {
          take()
          desk.focus('weight')
        }}
      />
    </span>
  )
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ScalePlace, ScaleTools, StableWeight } from '../../../devices/scale/scale-line.tsx'
import { useWeighing, type WeightSource } from '../../../devices/scale/weighing.ts'
import { findField } from './field-focus.ts'
import type { PackageFields } from './package-draft.ts'

/** The scale's line writes the source here. */
export type SourceOfWeight = RefObject<WeightSource | undefined>

/** On a device without a scale, every weight was typed. */
export const sentSource = (weight: number | null, source: WeightSource | undefined): WeightSource | null =>
  weight === null ? null : (source ?? 'typed')

/** docs/product/devices.md, "Weights". */
export const WeightLine = ({ source }: { source?: SourceOfWeight | undefined }) => (
  <div className="mt-1">
    <ScalePlace>{(onSet) => <Weighing onSet={onSet} kept={source} />}</ScalePlace>
  </div>
)

function Weighing({ onSet, kept }: { onSet: () => void; kept: SourceOfWeight | undefined }) {
  const { setValue } = useFormContext<PackageFields>()
  const { dirtyFields } = useFormState<PackageFields>({ name: 'weight' })
  const pounds = useWatch<PackageFields, 'weight'>({ name: 'weight' }) ?? null
  const line = useRef<HTMLSpanElement>(null)
  const field = () => findField(line.current, 'weight')
  const { scale, source, take, offer } = useWeighing({
    pounds,
    isWaiting: () => document.activeElement === field(),
    onWeight: (weight) => setValue('weight', weight, { shouldDirty: true, shouldValidate: true }),
  })
  useEffect(() => {
    if (kept) kept.current = source
  }, [kept, source])
  const offerNow = useEffectEvent(offer)
  useEffect(() => {
    const input = findField(line.current, 'weight')
    const onFocus = () => offerNow()
    input?.addEventListener('focus', onFocus)
    return () => input?.removeEventListener('focus', onFocus)
  }, [])
  // Selects the weight, so that typing replaces it.
  const select = useEffectEvent((_pounds: number | null) => {
    if (source === 'scale' && document.activeElement === field()) field()?.select()
  })
  useEffect(() => select(pounds), [pounds])
  return (
    <span ref={line} className="flex flex-wrap items-center gap-x-2">
      <span role="status">
        {source === 'scale' ? <StableWeight /> : source === 'typed' && dirtyFields.weight && 'Escrito a mano'}
      </span>
      <ScaleTools
        scale={scale}
        pounds={pounds}
        source={source}
        onSet={onSet}
        onTake={() => {
          take()
          // The button disappears, so the field gets the focus.
          field()?.focus()
        }}
      />
    </span>
  )
}

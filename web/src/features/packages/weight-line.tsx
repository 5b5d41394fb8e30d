import type { RefObject } from 'react'
import type { WeightSource } from '../../devices/scale/weighing.ts'
import { defer } from '../../ui/feedback/defer.tsx'

/** Where the weight in the form came from; put there by the scale's line. */
export type SourceOfWeight = RefObject<WeightSource | undefined>

/** Gives the source that is sent: where no scale hangs on the device, a weight was typed. */
export const sentSource = (weight: number | null, source: WeightSource | undefined): WeightSource | null =>
  weight === null ? null : (source ?? 'typed')

/** The scale's word beside the field; its code comes after the form. */
export const WeightLine = defer(
  () => import('./weight-scale.tsx').then((module) => module.WeightScale),
  () => null,
)

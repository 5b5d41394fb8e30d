import { formatWeight } from '@casillero/shared/domain/money-format'
import {
  computeVolumetricPounds,
  type Measures,
  type PriceRules,
  toMeasures,
} from '@casillero/shared/domain/tariff-rules'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Field } from '../../ui/forms/field.tsx'
import { MeasuresInput } from '../../ui/forms/measures-input.tsx'
import type { PackageFields } from './package-draft.ts'

const sides = ['length', 'width', 'height'] as const

type MeasuresFieldProps = { rules: PriceRules | null; readOnly: boolean; className?: string }

/** Where the tariff counts volume, what they come to stands below. */
export function MeasuresField({ rules, readOnly, className }: MeasuresFieldProps) {
  const { setValue } = useFormContext<PackageFields>()
  const [length, width, height] = useWatch<PackageFields, typeof sides>({ name: sides })
  const { errors, isSubmitted } = useFormState<PackageFields>({ name: sides })
  const measures = toMeasures({ length, width, height })
  const divisor = rules?.volumetricDivisor ?? null
  const set = (next: Measures | null | undefined) => {
    // A text that is no measures is kept as one that the schema refuses.
    const kept = next === undefined ? { length: Number.NaN, width: null, height: null } : next
    for (const side of sides)
      setValue(side, kept?.[side] ?? null, { shouldDirty: true, shouldValidate: isSubmitted && side === 'height' })
  }
  const error = errors.length?.message ?? errors.width?.message ?? errors.height?.message
  const volume =
    divisor === null || measures === null
      ? undefined
      : `Volumen ${formatWeight(computeVolumetricPounds(measures, divisor))}`
  return (
    <Field label="Medidas" help={volume} error={error} className={className}>
      {(control) => (
        <MeasuresInput
          {...control}
          readOnly={readOnly}
          name="measures"
          value={Number.isNaN(length) ? null : measures}
          onChange={set}
        />
      )}
    </Field>
  )
}

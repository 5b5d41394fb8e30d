import { explainPrice, joinSteps } from '@casillero/shared/domain/price-arithmetic'
import {
  type Measures,
  needsMeasures,
  type PriceRules,
  plainRules,
  tidyRules,
} from '@casillero/shared/domain/tariff-rules'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { MeasuresInput } from '../../ui/forms/measures-input.tsx'
import type { RuleFields } from './tariff-tiers.tsx'

/** Saves nothing. */
export function TariffTrial({ rules }: { rules: PriceRules }) {
  const price = useWatch<RuleFields, 'pricePerPound'>({ name: 'pricePerPound' })
  const [weight, setWeight] = useState('')
  const [measures, setMeasures] = useState<Measures | null>(null)
  const tidy = tidyRules(rules)
  const arithmetic = explainPrice({
    weight: readAmount(weight),
    pricePerPound: Number.isFinite(price) ? Number(price) : null,
    rules: tidy ?? plainRules,
    measures,
    discountType: 'none',
    discountValue: null,
  })
  const id = useId()
  return (
    <div className="col-span-full grid grid-cols-2 items-end gap-x-4 gap-y-2 border-line border-t pt-3 sm:grid-cols-[130px_190px_1fr]">
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor={`${id}-weight`} className="font-medium text-label">
          Pruebe: peso
        </label>
        <DecimalInput id={`${id}-weight`} value={weight} onChange={setWeight} max={9_999.99} after="lbs" />
      </div>
      {needsMeasures(tidy) && (
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={`${id}-measures`} className="font-medium text-label">
            Medidas
          </label>
          <MeasuresInput id={`${id}-measures`} value={measures} onChange={(next) => setMeasures(next ?? null)} />
        </div>
      )}
      <output className="col-span-full text-right sm:col-start-3" aria-live="polite">
        {arithmetic && (
          <>
            <span className="block text-help text-muted">{joinSteps(arithmetic)}</span>
            <span className="font-semibold text-body">{arithmetic.total}</span>
          </>
        )}
      </output>
    </div>
  )
}

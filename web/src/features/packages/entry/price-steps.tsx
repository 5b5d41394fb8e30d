import type { PricedPackage } from '@casillero/shared/domain/package-price'
import { explainPrice } from '@casillero/shared/domain/price-arithmetic'
import { toMeasures } from '@casillero/shared/domain/tariff-rules'
import { useWatch } from 'react-hook-form'
import { Amount } from '../../../ui/display/amount.tsx'
import { MissingMeasures } from '../../../ui/display/missing-measures.tsx'
import type { PackageFields } from './package-draft.ts'

const names = ['weight', 'length', 'width', 'height', 'discountType', 'discountValue'] as const

type Price = Required<Pick<PricedPackage, 'pricePerPound' | 'rules'>>

export function usePriced(price: Price): PricedPackage {
  const [weight, length, width, height, discountType, discountValue] = useWatch<PackageFields, typeof names>({
    name: names,
  })
  return {
    ...price,
    weight: weight ?? null,
    measures: toMeasures({ length, width, height }),
    discountType: discountType ?? 'none',
    discountValue: discountValue ?? null,
  }
}

export function PriceSteps({ price }: { price: Price }) {
  const priced = usePriced(price)
  const steps = explainPrice(priced)
  if (steps === null) {
    const waits = price.rules?.unit === 'cubic_foot' && priced.measures === null
    return waits ? <MissingMeasures className="col-span-full justify-self-start" /> : null
  }
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line bg-surface-2 px-3 py-2 text-body tabular-nums">
      {steps.known !== '' && (
        <>
          <span className="text-muted">{steps.known}</span>
          <span className="text-muted">→</span>
        </>
      )}
      <span>{steps.charged}</span>
      {steps.lacksMeasures && <MissingMeasures />}
      <span className="ml-auto font-semibold">
        <Amount>{steps.total}</Amount>
      </span>
    </p>
  )
}

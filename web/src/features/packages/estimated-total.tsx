import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { useWatch } from 'react-hook-form'
import { Amount } from '../../ui/display/amount.tsx'
import type { PackageChoices } from './package-choices.ts'
import type { PackageFields } from './package-draft.ts'
import { findPricePerPound } from './package-tariff.ts'

type EstimatedTotalProps = { courierPackage: CourierPackage | undefined; choices: PackageChoices }

/** The price of the package as the form stands now. */
export function EstimatedTotal({ courierPackage, choices }: EstimatedTotalProps) {
  const [weight, tariffId, discountType, discountValue] = useWatch<
    PackageFields,
    ['weight', 'tariffId', 'discountType', 'discountValue']
  >({ name: ['weight', 'tariffId', 'discountType', 'discountValue'] })
  const { totalPrice } = packagePrice({
    weight: weight ?? null,
    pricePerPound: findPricePerPound(courierPackage, choices.tariffs, tariffId),
    discountType: discountType ?? 'none',
    discountValue: discountValue ?? null,
  })
  return (
    <output className="flex items-baseline gap-2 text-body text-muted">
      Total estimado
      <span className="font-semibold text-fg text-title">
        <Amount>{totalPrice === null ? '—' : formatMoney(totalPrice)}</Amount>
      </span>
    </output>
  )
}

import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { useWatch } from 'react-hook-form'
import { Amount } from '../../../ui/display/amount.tsx'
import type { PackageChoices } from '../package-choices.ts'
import type { PackageFields } from './package-draft.ts'
import { findPrice } from './package-tariff.ts'
import { usePriced } from './price-steps.tsx'

type EstimatedTotalProps = { courierPackage: CourierPackage | undefined; choices: PackageChoices }

export function EstimatedTotal({ courierPackage, choices }: EstimatedTotalProps) {
  const tariffId = useWatch<PackageFields, 'tariffId'>({ name: 'tariffId' })
  const { totalPrice } = packagePrice(usePriced(findPrice(courierPackage, choices.tariffs, tariffId)))
  return (
    <output className="flex items-baseline gap-2 text-body text-muted">
      Total estimado
      <span className="font-semibold text-fg text-title">
        <Amount>{totalPrice === null ? '—' : formatMoney(totalPrice)}</Amount>
      </span>
    </output>
  )
}

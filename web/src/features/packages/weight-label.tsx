import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatQuantity } from '@casillero/shared/domain/price-arithmetic'
import { needsMeasures, toMeasures } from '@casillero/shared/domain/tariff-rules'
import { weightText } from './package-text.ts'

/** `3.20 → 6 lbs`, `1.81 pie³`, or a note that it must be measured. */
export function WeightLabel({ courierPackage }: { courierPackage: CourierPackage }) {
  const { weight, priceRules, chargedQuantity } = courierPackage
  if (priceRules === null || weight === null) return weightText(courierPackage)
  if (needsMeasures(priceRules) && toMeasures(courierPackage) === null)
    return <span className="text-yellow-text">Falta medir</span>
  if (chargedQuantity === null || priceRules.unit === 'piece' || chargedQuantity === weight)
    return weightText(courierPackage)
  const charged = formatQuantity(chargedQuantity, priceRules.unit)
  return priceRules.unit === 'pound' ? `${weight.toFixed(2)} → ${charged}` : charged
}

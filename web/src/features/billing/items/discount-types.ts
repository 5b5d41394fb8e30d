import type { DiscountType } from '@casillero/shared/contract/packages'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { toastError } from '../../../ui/feedback/toast.tsx'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { type Discount, noDiscount } from '../form/invoice-form-state.ts'

export const isDiscountType = (value: string): value is DiscountType =>
  value === 'none' || value === 'percentage' || value === 'fixed_amount'

export const discountMax = (type: DiscountType): number => (type === 'percentage' ? 100 : maxAmount)

/** Keeps the value if the new type allows it. */
export function changeType(discount: Discount, type: DiscountType): Discount {
  if (type === 'none') return noDiscount
  if (readAmount(discount.value) <= discountMax(type)) return { ...discount, type }
  toastError('Error al actualizar descuento')
  return discount
}

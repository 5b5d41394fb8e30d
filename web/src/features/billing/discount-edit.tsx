import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMay } from '../../lib/session.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { amountRefusal, isAmount, readAmount } from '../../ui/forms/decimal-text.ts'
import { InlineEdit } from '../../ui/forms/inline-edit.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { discountText } from '../invoices/invoice-texts.ts'
import { changeType, discountMax, isDiscountType } from './discount-types.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import { type Discount, noDiscount } from './invoice-form-state.ts'

type DiscountEditProps = { row: CourierPackage; discount: Discount; dispatch: Dispatch }

/** For thumbs. */
export function DiscountEdit({ row, discount, dispatch }: DiscountEditProps) {
  const may = useMay()
  const label = `Descuento del paquete #${row.companyPackageId}`
  const keep = async (next: Discount) => {
    if (!isAmount(next.value)) {
      toastError(amountRefusal)
      return
    }
    const kept = readAmount(next.value) === 0 ? noDiscount : next
    if (kept.type === discount.type && kept.value === discount.value) return
    dispatch({ type: 'discountChanged', id: row.id, discount: kept })
    toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
  }
  if (!may('discounts.give')) return null
  return (
    <InlineEdit
      label={label}
      shown={discountText(discount.type, readAmount(discount.value)) ?? 'Ninguno'}
      caption="Descuento"
      start={discount}
      save={keep}
      className="col-span-2"
    >
      {({ draft, change }) => (
        <>
          <SelectInput
            aria-label={`Tipo de ${label.toLowerCase()}`}
            value={draft.type}
            className="min-w-0 flex-1"
            onChange={(event) => {
              if (isDiscountType(event.target.value)) change(changeType(draft, event.target.value))
            }}
          >
            <option value="none">Ninguno</option>
            <option value="percentage">%</option>
            <option value="fixed_amount">US$</option>
          </SelectInput>
          {draft.type !== 'none' && (
            <span className="w-[84px] shrink-0">
              <DecimalInput
                aria-label={`${label} en ${draft.type === 'percentage' ? 'porcentaje' : 'US$'}`}
                max={discountMax(draft.type)}
                value={draft.value}
                onChange={(value) => change({ ...draft, value })}
              />
            </span>
          )}
        </>
      )}
    </InlineEdit>
  )
}

import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useRef } from 'react'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { changeType, discountMax, isDiscountType } from './discount-types.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import type { Discount } from './invoice-form-state.ts'
import { inRow } from './package-row-parts.tsx'

type RowDiscountProps = { row: CourierPackage; discount: Discount; dispatch: Dispatch }

export function RowDiscount({ row, discount, dispatch }: RowDiscountProps) {
  const before = useRef('')
  const may = useMay()
  const name = `paquete #${row.companyPackageId}`
  const isNone = discount.type === 'none'
  const change = (next: Discount) => dispatch({ type: 'discountChanged', id: row.id, discount: next })
  if (!may('discounts.give')) return null
  return (
    <span className={cx('flex', inRow)}>
      <SelectInput
        aria-label={`Tipo de descuento del ${name}`}
        value={discount.type}
        className={cx(
          'shrink-0 [&>select]:pr-6 [&>select]:pl-2 [&>select]:text-label [&>svg]:right-1.5',
          isNone ? 'w-full' : '-mr-px w-[66px] [&>select]:rounded-r-none',
        )}
        onChange={(event) => {
          const type = event.target.value
          if (!isDiscountType(type)) return
          const next = changeType(discount, type)
          if (next !== discount && readAmount(discount.value) > 0)
            toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
          change(next)
        }}
      >
        <option value="none">Sin descuento</option>
        <option value="percentage">%</option>
        <option value="fixed_amount">US$</option>
      </SelectInput>
      {!isNone && (
        <span className="min-w-0 flex-1">
          <DecimalInput
            aria-label={`Descuento del ${name} en ${discount.type === 'percentage' ? 'porcentaje' : 'US$'}`}
            className="rounded-l-none px-2 text-label"
            max={discountMax(discount.type)}
            {...(discount.type === 'fixed_amount' ? { decimals: 2 } : {})}
            value={discount.value}
            onChange={(value) => change({ ...discount, value })}
            onFocusCapture={() => {
              before.current = discount.value
            }}
            onBlur={() => {
              if (before.current !== discount.value)
                toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
            }}
          />
        </span>
      )}
    </span>
  )
}

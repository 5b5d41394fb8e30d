import type { Currency } from '@casillero/shared/contract/currencies'
import { useId } from 'react'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { changeType, discountMax, isDiscountType } from './discount-types.ts'
import type { Discount } from './invoice-form-state.ts'

type GeneralDiscountProps = { discount: Discount; currency: Currency; onChange: (discount: Discount) => void }

export function GeneralDiscount({ discount, currency, onChange }: GeneralDiscountProps) {
  const id = useId()
  const may = useMay()
  const { discountLimit } = useSignedIn().user
  const isPercentage = discount.type === 'percentage'
  if (!may('discounts.give')) return null
  return (
    <section aria-labelledby={id}>
      <Surface className="@container/card flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <h2 id={id} className="mr-auto font-semibold text-card @max-[559px]/card:w-full">
          Descuento General
          {discountLimit != null && (
            <span className="ml-2 font-normal text-help text-muted">{`Hasta ${discountLimit} % en total`}</span>
          )}
        </h2>
        <SelectInput
          aria-label="Tipo de descuento general"
          value={discount.type}
          className="w-[140px] @max-[559px]/card:w-auto @max-[559px]/card:flex-1"
          onChange={(event) => {
            if (isDiscountType(event.target.value)) onChange(changeType(discount, event.target.value))
          }}
        >
          <option value="none">Ninguno</option>
          <option value="percentage">Porcentaje</option>
          <option value="fixed_amount">Monto fijo</option>
        </SelectInput>
        {discount.type !== 'none' && (
          <div className="w-[132px] @max-[559px]/card:w-auto @max-[559px]/card:flex-1">
            <DecimalInput
              aria-label={`Descuento general en ${isPercentage ? 'porcentaje' : currency.symbol}`}
              data-field="generalDiscount"
              max={discountMax(discount.type)}
              {...(isPercentage ? { after: '%' } : { before: currency.symbol, decimals: 2 })}
              value={discount.value}
              onChange={(value) => onChange({ ...discount, value })}
            />
          </div>
        )}
      </Surface>
    </section>
  )
}

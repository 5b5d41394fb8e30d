import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useId } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Dispatch } from './invoice-form-actions.ts'
import type { ShippingFields } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'
import { ShippingForm } from './shipping-form.tsx'

type ShippingSectionProps = {
  client: Client
  shipping: ShippingFields
  method: ShippingMethod | undefined
  methods: readonly ShippingMethod[]
  currencies: readonly Currency[]
  totals: FormTotals
  dispatch: Dispatch
}

export function ShippingSection({ shipping, totals, dispatch, ...rest }: ShippingSectionProps) {
  const id = useId()
  const { currency, shippingTotal } = totals
  const isConverted = shipping.currencyId !== '' && shipping.currencyId !== currency.id && shippingTotal > 0
  return (
    <section aria-labelledby={id}>
      <Surface className="@container/card px-4 py-1.5">
        <div className="flex items-center gap-x-3">
          <h2 id={id} className="mr-auto font-semibold text-card">
            Envío
          </h2>
          {shipping.isIncluded && (
            <span className="@max-[559px]/card:hidden text-help text-muted">Se suma antes del descuento general</span>
          )}
          <Checkbox
            label="Incluir envío"
            checked={shipping.isIncluded}
            onChange={(event) =>
              dispatch({ type: 'shippingIncluded', isIncluded: event.target.checked, currencyId: currency.id })
            }
          />
        </div>
        {shipping.isIncluded && (
          <ShippingForm
            {...rest}
            shipping={shipping}
            converted={isConverted ? `= ${formatMoney(shippingTotal, currency.symbol)} en la factura` : undefined}
            onChange={(change) => dispatch({ type: 'shippingChanged', change })}
          />
        )}
      </Surface>
    </section>
  )
}

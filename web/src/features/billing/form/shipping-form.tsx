import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { maxAmount } from '@casillero/shared/domain/max-amount'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { DefaultOptions } from './default-options.tsx'
import type { ShippingFields } from './invoice-form-state.ts'

type ShippingFormProps = {
  client: Client
  shipping: ShippingFields
  method: ShippingMethod | undefined
  methods: readonly ShippingMethod[]
  currencies: readonly Currency[]
  converted: string | undefined
  onChange: (change: Partial<ShippingFields>) => void
}

export function ShippingForm(props: ShippingFormProps) {
  const { client, shipping, method, methods, converted, onChange } = props
  const { address } = client
  return (
    <div className="grid grid-cols-2 @min-[560px]/card:grid-cols-12 gap-x-4 gap-y-3 pb-2.5">
      <Field label="Método de envío" required className="@min-[560px]/card:col-span-4 col-span-2">
        {(control) => (
          <SelectInput
            {...control}
            data-field="shippingMethod"
            value={method?.id ?? ''}
            onChange={(event) => onChange({ methodId: event.target.value })}
          >
            {method === undefined && <option value="">Seleccione un método</option>}
            <DefaultOptions items={methods} mark="Predeterminado" others="Otros métodos" text={(one) => one.name} />
          </SelectInput>
        )}
      </Field>
      <TextField
        {...props}
        name="address"
        label="Dirección de envío"
        required
        field="shippingAddress"
        maxLength={300}
        className="@min-[560px]/card:col-span-8 col-span-2"
      />
      {shipping.address === '' && address !== null && (
        <button
          type="button"
          className="@min-[560px]/card:col-span-8 col-span-2 @min-[560px]/card:col-start-5 -mt-2 min-h-6 truncate text-left font-medium text-label text-primary-text hover:underline"
          onClick={() => onChange({ address, city: client.city ?? '', department: client.department ?? '' })}
        >
          {`Usar la del cliente: ${address}`}
        </button>
      )}
      <TextField {...props} name="city" label="Ciudad" maxLength={120} className="@min-[560px]/card:col-span-3" />
      <TextField
        {...props}
        name="department"
        label="Departamento"
        maxLength={120}
        className="@min-[560px]/card:col-span-3"
      />
      <TextField
        {...props}
        name="comments"
        label="Comentarios"
        maxLength={500}
        className="@min-[560px]/card:col-span-6 col-span-2"
      />
      <PriceField {...props} />
      {converted !== undefined && (
        <p className="@min-[560px]/card:col-span-8 col-span-2 self-end text-muted tabular-nums @min-[560px]/card:leading-9">
          {converted}
        </p>
      )}
    </div>
  )
}

type FieldProps = Pick<ShippingFormProps, 'shipping' | 'onChange'>
type TextFieldProps = FieldProps & {
  name: 'address' | 'city' | 'department' | 'comments'
  label: string
  required?: boolean
  field?: string
  maxLength: number
  className: string
}

function TextField({ shipping, onChange, name, label, required, className, field, maxLength }: TextFieldProps) {
  return (
    <Field label={label} required={required} className={className}>
      {(control) => (
        <TextInput
          {...control}
          data-field={field}
          autoComplete="off"
          maxLength={maxLength}
          value={shipping[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

function PriceField({ shipping, currencies, onChange }: FieldProps & Pick<ShippingFormProps, 'currencies'>) {
  return (
    <Field label="Costo de envío" required className="@min-[560px]/card:col-span-4 col-span-2">
      {(control) => (
        <span className="flex">
          <SelectInput
            aria-label="Moneda del envío"
            data-field="shippingCurrency"
            value={shipping.currencyId}
            onChange={(event) => onChange({ currencyId: event.target.value })}
            className="-mr-px w-[86px] shrink-0 [&>select]:rounded-r-none [&>svg]:right-2.5"
          >
            {currencies.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code}
              </option>
            ))}
          </SelectInput>
          <DecimalInput
            {...control}
            data-field="shippingPrice"
            className="rounded-l-none"
            max={maxAmount}
            decimals={2}
            value={shipping.price}
            onChange={(price) => onChange({ price })}
          />
        </span>
      )}
    </Field>
  )
}

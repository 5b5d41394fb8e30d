import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { read } from '../../../lib/api.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { Surface } from '../../../ui/layout/surface.tsx'
import { fullName } from '../../client-search/client-name.ts'
import { CreditText } from '../../clients/credit-text.tsx'
import { currencyText } from '../../invoices/invoice-texts.ts'
import { DefaultOptions } from './default-options.tsx'

type ChosenClientProps = {
  client: Client
  currency: Currency | undefined
  currencies: readonly Currency[]
  onCurrency: (id: string) => void
  onClear: () => void
}

export function ChosenClient({ client, currency, currencies, onCurrency, onClear }: ChosenClientProps) {
  const account = useQuery({
    ...read('GET /api/clients/:id/account', { params: { id: client.id } }),
    enabled: client.creditLimit !== null,
  })
  return (
    <Surface className="@container/card">
      <div className="flex @max-[559px]/card:flex-col @max-[559px]/card:gap-3 px-4 py-3">
        <div className="flex min-w-0 flex-1 items-center gap-2">
          <div className="min-w-0 flex-1">
            <p className="break-words font-semibold text-body">{fullName(client)}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-2 text-muted">
              <Tag>{client.casillero}</Tag>
              <span className="tabular-nums">{formatPhone(client.phone)}</span>
            </p>
            <CreditText credit={account.data?.data.creditLine} className="mt-0.5" />
          </div>
          <IconButton
            label="Quitar cliente y empezar de nuevo"
            icon={<X size={20} aria-hidden="true" />}
            className="size-11"
            onClick={onClear}
          />
        </div>
        <div className="@min-[560px]/card:ml-3 @min-[560px]/card:w-[236px] @min-[560px]/card:border-line @min-[560px]/card:border-l @min-[560px]/card:pl-4">
          <Field label="Moneda de la factura">
            {(control) => (
              <SelectInput
                {...control}
                data-field="currency"
                shown={currency && `${currency.symbol} · ${currency.code}`}
                value={currency?.id ?? ''}
                onChange={(event) => onCurrency(event.target.value)}
              >
                {currency === undefined && <option value="">Seleccione una moneda</option>}
                <DefaultOptions items={currencies} mark="Predeterminada" others="Otras monedas" text={currencyText} />
              </SelectInput>
            )}
          </Field>
        </div>
      </div>
    </Surface>
  )
}

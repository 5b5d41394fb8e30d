import { type Currency, currencyDraft } from '@casillero/shared/contract/currencies'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue } from '../../lib/api.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { computeMargin } from './margin.ts'
import { RateHistory } from './rate-history.tsx'

type Form = z.input<typeof currencyDraft>

const Fields = createFields<Form>()

const calls = bindCatalogue('currencies')

const tabs = [
  { id: 'details', label: 'Detalles' },
  { id: 'rates', label: 'Historial de tasas' },
] as const

type CurrencyFormProps = { row: Currency | undefined; onClose: () => void }

export function CurrencyForm({ row: currency, onClose }: CurrencyFormProps) {
  const [tab, setTab] = useState<'details' | 'rates'>('details')
  const details = <CurrencyFields isBase={currency?.code === 'USD'} />

  return (
    <RecordForm
      thing="la moneda"
      calls={calls}
      texts={currency && { save: 'Actualizar Moneda', saving: 'Actualizando...', badge: currency.code }}
      row={currency}
      size="2xl"
      schema={currencyDraft}
      toValues={toFormValues}
      maySave={tab === 'details'}
      head={
        currency && <Tabs label="Moneda" tabs={tabs} current={tab} onChange={setTab} className="mb-3 px-4 md:px-5" />
      }
      onClose={onClose}
    >
      {currency === undefined ? (
        details
      ) : (
        <>
          <div hidden={tab !== 'details'}>
            <TabPanel id="details">{details}</TabPanel>
          </div>
          {tab === 'rates' && (
            <TabPanel id="rates" tabIndex={0} className="focus-visible:-outline-offset-2">
              <RateHistory currency={currency} />
            </TabPanel>
          )}
        </>
      )}
    </RecordForm>
  )
}

function CurrencyFields({ isBase }: { isBase: boolean }) {
  const symbol = useWatch<Form, 'symbol'>({ name: 'symbol' })?.trim() || 'Unidades'
  return (
    <>
      <FormSection title="Información Básica" columns="grid-cols-[104px_1fr] sm:grid-cols-[146px_1fr_146px]">
        <Fields.Text
          name="code"
          label="Código"
          required={!isBase}
          letters="capital"
          maxLength={3}
          readOnly={isBase}
          help={isBase ? 'Moneda base, no cambia' : '3 letras mayúsculas'}
        />
        <Fields.Text name="name" label="Nombre" required maxLength={60} />
        <Fields.Text name="symbol" label="Símbolo" required maxLength={10} />
      </FormSection>
      <FormSection title="Tasas de Cambio">
        <Fields.Decimal
          name="rateCompra"
          label="Tasa Compra"
          required={!isBase}
          decimals={4}
          readOnly={isBase}
          help={isBase ? baseRate : `${symbol} que paga el cliente por cada US$ 1`}
        />
        <Fields.Decimal
          name="rateVenta"
          label="Tasa Venta"
          required={!isBase}
          decimals={4}
          readOnly={isBase}
          help={isBase ? baseRate : `${symbol} que se le reconocen por cada US$ 1 que entrega`}
        />
        <MarginNote />
      </FormSection>
      <FormSection title="Efectivo">
        <Fields.Decimal
          name="cashStep"
          label="Moneda más pequeña que se entrega"
          before={symbol === 'Unidades' ? undefined : symbol}
          help="El vuelto en efectivo se redondea a ella; 0 para centavos"
        />
      </FormSection>
    </>
  )
}

const baseRate = 'La tasa de la moneda base es siempre 1'

function MarginNote() {
  const [symbol, buy, sell] = useWatch<Form, ['symbol', 'rateCompra', 'rateVenta']>({
    name: ['symbol', 'rateCompra', 'rateVenta'],
  })
  const margin = computeMargin(symbol?.trim() ?? '', buy, sell)
  return (
    <div aria-live="polite" className="sm:col-span-2">
      {margin && (
        <Note tone={margin.isValid ? 'green' : 'yellow'}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold tabular-nums">{margin.text}</span>
            <span>
              {margin.isValid ? '✓ Configuración válida' : '⚠️ La tasa de compra debe ser mayor que la de venta'}
            </span>
          </p>
        </Note>
      )}
    </div>
  )
}

function toFormValues(currency: Currency | undefined): Partial<Form> {
  if (currency === undefined) return { code: '', name: '', symbol: '', isDefault: false, cashStep: 0 }
  const { id: _, formattedRates: __, ...values } = currency
  return values satisfies WholeForm<Form>
}

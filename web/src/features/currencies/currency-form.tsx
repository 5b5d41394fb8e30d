import { type Currency, currencyDraft, type RateChange } from '@casillero/shared/contract/currencies'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { exact, minus, toWire } from '@casillero/shared/domain/money'
import { formatRate } from '@casillero/shared/domain/money-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Pager } from '../../crud/pager.tsx'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue, describeError, read } from '../../lib/api.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'

const failed = 'Error al cargar el historial de tasas'

function RateHistory({ currency }: { currency: Currency }) {
  const [page, setPage] = useState(1)
  const changes = useQuery({
    ...read('GET /api/currencies/:id/rates', {
      params: { id: currency.id },
      query: { page: String(page), limit: '10' },
    }),
    placeholderData: keepPreviousData,
    meta: { failed },
  })
  if (changes.isError) {
    return <ErrorState title={describeError(changes.error, failed)} onRetry={() => void changes.refetch()} />
  }
  if (changes.isPending) {
    return (
      <div className="grid h-40 animate-late place-items-center">
        <Spinner label="Cargando..." />
      </div>
    )
  }
  const { data, pagination } = changes.data
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<History size={20} />}
        title="No hay cambios de tasas"
        hint="Cada cambio queda aquí, con quién lo hizo y cuándo."
      />
    )
  }
  return (
    <div className="pb-5" aria-busy={changes.isPlaceholderData}>
      <ol aria-label="Historial de tasas" className="divide-y divide-line">
        {data.map((change) => (
          <Change key={change.id} change={change} symbol={currency.symbol} />
        ))}
      </ol>
      <Pager page={page} pages={pagination.pages} onPage={setPage} />
    </div>
  )
}

function Change({ change, symbol }: { change: RateChange; symbol: string }) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[1fr_auto]">
      <p className="break-words text-body">
        {change.userName}
        <span className="block text-help text-muted">
          <time dateTime={change.changedAt}>{formatDateTime(change.changedAt)}</time>
        </span>
      </p>
      <dl className="grid content-start gap-y-0.5 text-body">
        <Step label="Compra" from={formatRate(change.fromCompra, symbol)} to={formatRate(change.toCompra, symbol)} />
        <Step label="Venta" from={formatRate(change.fromVenta, symbol)} to={formatRate(change.toVenta, symbol)} />
      </dl>
    </li>
  )
}

function Step({ label, from, to }: { label: string; from: string; to: string }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="w-[56px] text-help text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">
          <Amount>{from}</Amount>
        </span>
        <ArrowRight size={14} className="shrink-0 text-muted" aria-label="a" />
        <span className={from === to ? 'text-muted' : 'font-medium'}>
          <Amount>{to}</Amount>
        </span>
      </dd>
    </div>
  )
}

type Margin = { text: string; isValid: boolean }

/** Undefined until both rates are valid. */
export function computeMargin(
  symbol: string,
  rateCompra: number | null | undefined,
  rateVenta: number | null | undefined,
): Margin | undefined {
  if (!isRate(rateCompra) || !isRate(rateVenta)) return undefined
  const margin = toWire(minus(exact(rateCompra), exact(rateVenta)))
  return { text: `Margen: ${symbol}${margin.toFixed(4)}`, isValid: margin >= 0 }
}

const isRate = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value) && value > 0

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

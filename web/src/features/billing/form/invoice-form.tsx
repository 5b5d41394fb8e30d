import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useMay, useSignedIn } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Highlight } from '../../../ui/display/highlight.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { useScanField } from '../../../ui/forms/use-scan-field.ts'
import { useHasLargeTargets, useIsAtLeast } from '../../../ui/layout/media.ts'
import { Surface } from '../../../ui/layout/surface.tsx'
import { fullName } from '../../client-search/client-name.ts'
import { findOnlyClient, searchClients } from '../../client-search/search-clients.ts'
import { countText } from '../../invoices/invoice-texts.ts'
import { OwnCharges } from '../items/charge-list.tsx'
import { changeType, discountMax, isDiscountType } from '../items/discount-types.ts'
import { PackageCard } from '../items/package-card.tsx'
import { InvoiceSummary } from '../saving/invoice-summary.tsx'
import { PaymentsSection } from '../saving/payments-section.tsx'
import { SaveButton, type SaveButtonProps, SaveNotice } from '../saving/save-button.tsx'
import { ChosenClient } from './chosen-client.tsx'
import type { InvoiceDesk } from './invoice-desk.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import type { Discount, ShippingFields } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'
import { ShippingForm } from './shipping-form.tsx'

/** Inputs at the left, their results at the right; on a narrow screen the button stays at the bottom. */
export function InvoiceForm({ desk }: { desk: InvoiceDesk }) {
  const { form, totals, isSaving, save, dispatch } = desk
  const box = useRef<HTMLFormElement>(null)
  const isTwoColumns = useIsAtLeast(box, 860)
  const saving = {
    notice: form.notice,
    disabled: totals === undefined,
    isSaving,
    onSave: () => void save('button'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save('keys')
  }
  return (
    <form
      ref={box}
      aria-label="Crear factura"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className={cx(!isTwoColumns && 'flex min-h-[calc(100dvh-170px)] flex-col gap-3')}
    >
      <div
        className={cx(
          'grid gap-3',
          isTwoColumns ? 'grid-cols-[minmax(0,1fr)_316px] items-start gap-x-5' : 'grid-cols-1',
        )}
      >
        {/* Disabled while saving, so that the sent data cannot change. */}
        <div className="grid min-w-0 grid-cols-1 gap-3" inert={isSaving}>
          <FormParts desk={desk} />
        </div>
        {isTwoColumns && (
          <div className="sticky top-[46px]">
            <InvoiceSummary form={form} totals={totals} dispatch={dispatch} saving={saving} />
          </div>
        )}
        {!isTwoColumns && form.client !== undefined && (
          <InvoiceSummary form={form} totals={totals} dispatch={dispatch} />
        )}
      </div>
      {!isTwoColumns && form.client !== undefined && <InvoiceBar totals={totals} saving={saving} />}
    </form>
  )
}

function FormParts({ desk }: { desk: InvoiceDesk }) {
  const { form, dispatch, data, currency, method, totals, choose, reset } = desk
  const { client } = form
  const mayTake = useMay()('payments.write')
  if (client === undefined) return <ClientSearch onChoose={choose} saved={desk.saved} />
  return (
    <>
      {data.retry && (
        <Note tone="red">
          <p>Error al cargar datos</p>
          <Button className="mt-2" onClick={data.retry}>
            Reintentar
          </Button>
        </Note>
      )}
      <ChosenClient
        client={client}
        currency={currency}
        currencies={data.currencies}
        onCurrency={(id) => dispatch({ type: 'currencyChosen', id })}
        onClear={reset}
      />
      {totals && (
        <ShippingSection
          client={client}
          shipping={form.shipping}
          method={method}
          methods={data.methods}
          currencies={data.currencies}
          totals={totals}
          dispatch={dispatch}
        />
      )}
      <PackageCard desk={desk} />
      {currency && form.packages.rows.length > 0 && (
        <OwnCharges
          one={null}
          rows={desk.charges.own}
          charges={data.charges}
          currency={currency}
          currencies={data.currencies}
          dispatch={dispatch}
        />
      )}
      {totals && totals.rows.length > 0 && mayTake && <PaymentsSection desk={desk} totals={totals} />}
      {currency && (
        <GeneralDiscount
          discount={form.generalDiscount}
          currency={currency}
          onChange={(discount) => dispatch({ type: 'generalDiscountChanged', discount })}
        />
      )}
    </>
  )
}

type InvoiceBarProps = { totals: FormTotals | undefined; saving: SaveButtonProps }

/** Keeps total, balance and button in sight. */
function InvoiceBar({ totals, saving }: InvoiceBarProps) {
  const money = (amount: number) => (totals === undefined ? '—' : formatMoney(amount, totals.currency.symbol))
  const count = totals?.rows.length ?? 0
  return (
    <section
      aria-label="Total de la factura"
      className="sticky bottom-0 z-10 -mx-(--gutter) mt-auto -mb-8 border-line border-t bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {saving.notice !== 'none' && (
        <div className="mb-2.5">
          <SaveNotice notice={saving.notice} />
        </div>
      )}
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 leading-tight">
          <p className="text-help text-muted">{`Total · ${countText(count, 'paquete', 'paquetes')}`}</p>
          <p aria-live="polite" className="whitespace-nowrap font-[650] text-h1 tabular-nums leading-6">
            {money(totals?.totalAmount ?? 0)}
          </p>
          {count > 0 && totals !== undefined && (
            <p aria-live="polite" className="font-medium text-[12px] tabular-nums leading-4">
              {totals.isPaid ? (
                <span className="text-green-text">
                  {totals.chosenChange ? `Vuelto ${totals.chosenChange.amounts.join(' + ')}` : '✓ Totalmente Pagado'}
                </span>
              ) : (
                <span className="text-yellow-text">{`Saldo ${money(totals.pendingTotal)}`}</span>
              )}
            </p>
          )}
        </div>
        <div className="shrink-0 [&>button]:min-h-12">
          <SaveButton {...saving} />
        </div>
      </div>
    </section>
  )
}

type GeneralDiscountProps = { discount: Discount; currency: Currency; onChange: (discount: Discount) => void }

function GeneralDiscount({ discount, currency, onChange }: GeneralDiscountProps) {
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

type ShippingSectionProps = {
  client: Client
  shipping: ShippingFields
  method: ShippingMethod | undefined
  methods: readonly ShippingMethod[]
  currencies: readonly Currency[]
  totals: FormTotals
  dispatch: Dispatch
}

function ShippingSection({ shipping, totals, dispatch, ...rest }: ShippingSectionProps) {
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

type ClientSearchProps = { onChoose: (client: Client) => void; saved: Invoice | undefined }

/** Has the cursor on arrival and after each invoice. */
function ClientSearch({ onChoose, saved }: ClientSearchProps) {
  const hasLargeTargets = useHasLargeTargets()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useScanField(input)
  useEffect(() => input.current?.focus(), [])
  return (
    <Surface className="p-4">
      <label htmlFor={id} className="mb-2 block font-semibold text-card">
        Cliente
      </label>
      <Combobox
        id={id}
        ref={input}
        field="client"
        placeholder="Buscar por nombre, casillero o teléfono..."
        from={1}
        search={searchClients}
        only={findOnlyClient}
        onChoose={onChoose}
        none="No se encontraron clientes"
        className="[--control:44px] [--type-input:16px]"
        option={(client, text) => (
          <>
            <span className="block break-words font-medium text-body">
              <Highlight text={fullName(client)} search={text} />
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-2 text-label text-muted">
              <span className="inline-flex h-5 items-center rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] tabular-nums">
                <Highlight text={client.casillero} search={text} />
              </span>
              <span className="tabular-nums">
                <Highlight text={formatPhone(client.phone)} search={text} />
              </span>
            </span>
          </>
        )}
      />
      {saved && !hasLargeTargets && (
        <p className="mt-2.5 flex items-center gap-2 text-help text-muted">
          <kbd className="rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-sans text-[12px] leading-5">
            Ctrl P
          </kbd>
          {`imprime la factura #${saved.companyInvoiceId}`}
        </p>
      )}
    </Surface>
  )
}

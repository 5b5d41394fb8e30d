import { type KeyboardEvent, useRef } from 'react'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { OwnCharges } from './charge-list.tsx'
import { ChosenClient } from './chosen-client.tsx'
import { ClientSearch } from './client-search.tsx'
import { GeneralDiscount } from './general-discount.tsx'
import { InvoiceBar } from './invoice-bar.tsx'
import type { InvoiceDesk } from './invoice-desk.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import { PackageCard } from './package-card.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { ShippingSection } from './shipping-section.tsx'

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
        {/* What is being saved is not changed meanwhile. */}
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

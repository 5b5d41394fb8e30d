import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { CollectBar, CollectSummary } from './collect-summary.tsx'
import { CollectedInvoices } from './collected-invoices.tsx'
import { CollectedPayments } from './collected-payments.tsx'
import { type CollectionForm, collectionTotals, emptyRow } from './collection-form.ts'
import type { OpenDebt } from './open-invoices.ts'
import { useCollecting } from './use-collecting.ts'

type CollectFormProps = {
  account: ClientAccount
  invoices: readonly OpenDebt[]
  currencies: readonly Currency[]
  /** The others are left out until a clerk gives them some. */
  chosen: readonly string[] | undefined
}

/** Fixes 0 for the invoices that are not chosen. */
const leaveOut = (invoices: readonly OpenDebt[], chosen: readonly string[] | undefined) =>
  new Map(invoices.flatMap(({ id }) => (chosen === undefined || chosen.includes(id) ? [] : [[id, '0'] as const])))

export function CollectForm({ account, invoices, currencies, chosen }: CollectFormProps) {
  const box = useRef<HTMLFormElement>(null)
  const isTwoColumns = useIsAtLeast(box, 860)
  const [left] = useState(() => leaveOut(invoices, chosen))
  const [form, setForm] = useState<CollectionForm>(() => {
    const first = invoices.find(({ id }) => !left.has(id))
    return {
      payments: [emptyRow(0, first?.currency.id ?? currencies[0]?.id ?? '')],
      typed: left,
      choice: undefined,
    }
  })
  const totals = collectionTotals(form, invoices, currencies)
  const { save, isSaving, isLost, isDone } = useCollecting({ form, totals, invoices, account })
  useUnsavedWork(!isDone && (totals.sent.length > 0 || form.typed !== left))
  const saving = { isSaving, isLost, onSave: () => void save() }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <form
      ref={box}
      aria-label="Cobrar"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className={cx('grid gap-3', isTwoColumns && 'grid-cols-[minmax(0,1fr)_316px] items-start gap-x-5')}
    >
      <div className="grid min-w-0 gap-3" inert={isSaving}>
        <CollectedPayments
          form={form}
          totals={totals}
          account={account}
          invoices={invoices}
          currencies={currencies}
          onChange={(payments) => setForm({ ...form, payments })}
        />
        <CollectedInvoices
          form={form}
          totals={totals}
          invoices={invoices}
          onType={(typed) => setForm({ ...form, typed })}
        />
      </div>
      <div className={isTwoColumns ? 'sticky top-[46px]' : undefined}>
        <CollectSummary
          account={account}
          totals={totals}
          invoices={invoices}
          onChoose={(choice) => setForm({ ...form, choice })}
          {...(isTwoColumns ? { saving } : {})}
        />
      </div>
      {!isTwoColumns && <CollectBar totals={totals} saving={saving} />}
    </form>
  )
}

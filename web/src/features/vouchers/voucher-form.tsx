import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { Voucher } from '@casillero/shared/contract/vouchers'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { formatDecimal } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { focusField } from '../billing/field-focus.ts'
import { CollectSummary } from '../collecting/collect-summary.tsx'
import { CollectedInvoices } from '../collecting/collected-invoices.tsx'
import { CollectedPayments } from '../collecting/collected-payments.tsx'
import { type CollectionForm, collectionTotals } from '../collecting/collection-form.ts'
import type { OpenDebt } from '../collecting/open-invoices.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { useAccepting } from './use-accepting.ts'
import { describeRepeated } from './voucher-texts.ts'

type VoucherFormProps = {
  voucher: Voucher
  account: ClientAccount
  invoices: readonly OpenDebt[]
  currencies: readonly Currency[]
  onDone: () => void
  onTaken: () => void
}

/** docs/product/vouchers.md, "Verifying". */
export function VoucherForm({ voucher, account, invoices, currencies, onDone, onTaken }: VoucherFormProps) {
  const [first] = useState<CollectionForm>(() => ({
    payments: [
      {
        key: 0,
        total: voucher.amount === null ? '' : formatDecimal(voucher.amount, 2),
        currencyId: voucher.currency?.id ?? invoices[0]?.currency.id ?? currencies[0]?.id ?? '',
        method: 'transfer',
        reference: voucher.reference ?? '',
      },
    ],
    typed: new Map(),
    choice: undefined,
  }))
  const [form, setForm] = useState(first)
  const [reason, setReason] = useState('')
  const [isRejecting, setIsRejecting] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const leave = (go: () => void) => () => {
    setIsDone(true)
    go()
  }
  const totals = collectionTotals(form, invoices, currencies)
  const parts = {
    voucher,
    form,
    totals,
    invoices,
    repeatReason: reason,
    onDone: leave(onDone),
    onTaken: leave(onTaken),
  }
  const { accept, isSaving, isRepeated } = useAccepting(parts)
  useUnsavedWork(!isDone && form !== first)
  useEffect(() => focusField('collected-0'), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void accept()
  }
  return (
    <form
      aria-label="Registrar pago"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className="grid min-w-0 gap-3"
    >
      <div className="grid min-w-0 gap-3" inert={isSaving}>
        {isRepeated && (
          <Note tone="yellow">
            <p>{voucher.repeated === null ? 'Este comprobante ya se usó.' : describeRepeated(voucher.repeated)}</p>
            <Field label="Motivo para registrarlo" className="mt-2 text-fg">
              {(control) => (
                <TextInput
                  {...control}
                  data-field="repeat-reason"
                  maxLength={200}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
          </Note>
        )}
        {invoices.length === 0 ? (
          <Note tone="yellow">No debe ninguna factura: el pago se registra cuando tenga una.</Note>
        ) : (
          <>
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
            {totals.change > 0 && (
              <CollectSummary
                account={account}
                totals={totals}
                invoices={invoices}
                onChoose={(choice) => setForm({ ...form, choice })}
              />
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="danger-quiet" disabled={isSaving} onClick={() => setIsRejecting(true)}>
          Rechazar
        </Button>
        {invoices.length > 0 && (
          <Button variant="primary" busy={isSaving} busyLabel="Registrando..." onClick={() => void accept()}>
            {isRepeated ? 'Registrar de todos modos' : 'Registrar pago'}
          </Button>
        )}
      </div>
      <p className="text-right text-help text-muted">
        {account.client.messagesAllowed
          ? 'Se le avisa por WhatsApp y el archivo queda con el pago'
          : 'No quiere mensajes; el archivo queda con el pago'}
      </p>
      {isRejecting && (
        <RejectDialog
          voucher={voucher}
          onDone={leave(onDone)}
          onTaken={leave(onTaken)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </form>
  )
}

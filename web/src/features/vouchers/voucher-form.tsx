import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { Voucher } from '@casillero/shared/contract/vouchers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { formatDecimal } from '../../ui/forms/decimal-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { focusField } from '../billing/form/field-focus.ts'
import { CollectSummary } from '../collecting/collect-summary.tsx'
import { CollectedInvoices } from '../collecting/collected-invoices.tsx'
import { CollectedPayments } from '../collecting/collected-payments.tsx'
import { collectionBody } from '../collecting/collection-body.ts'
import {
  type CollectionForm,
  type CollectionTotals,
  collectionTotals,
  firstDoubt,
  firstProblem,
} from '../collecting/collection-form.ts'
import type { OpenDebt } from '../collecting/open-invoices.ts'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { describeRepeated, rejectReasons } from './voucher-texts.ts'

type AcceptingParts = {
  voucher: Voucher
  form: CollectionForm
  totals: CollectionTotals
  invoices: readonly OpenDebt[]
  /** Null if no reason is needed. */
  repeatReason: string | null
  onDone: () => void
  /** Called if another clerk decided the voucher. */
  onTaken: () => void
}

const failed = 'Error al registrar el pago'

function refuse(sentence: string, field: string) {
  toastError(sentence)
  focusField(field)
}

/** docs/product/vouchers.md, "Verifying". */
function useAccepting({ voucher, form, totals, invoices, repeatReason, onDone, onTaken }: AcceptingParts) {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const doubted = useRef<string>(undefined)
  const [key] = useState(newIdempotencyKey)
  const [isRepeated, setIsRepeated] = useState(voucher.repeated !== null)
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      call('POST /api/vouchers/:id/accept', {
        params: { id: voucher.id },
        body: {
          ...collectionBody(form, totals, invoices, cashSessionId),
          repeatReason: isRepeated ? repeatReason : null,
        },
        headers: { 'Idempotency-Key': key },
      }),
  })

  const explain = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'voucher_repeated') {
      setIsRepeated(true)
      return refuse(error.message, 'repeat-reason')
    }
    if (error instanceof ApiError && error.code === 'voucher_decided') return onTaken()
    if (error instanceof ApiError && error.status === 0) return toastFailure(error, failed)
    toastError(describeError(error, failed))
    // Debts, the rates and the drawer may have changed meanwhile.
    await queries.invalidateQueries()
  }

  const accept = async () => {
    if (isRunning.current) return
    const problem = firstProblem(totals, invoices, form)
    if (problem !== undefined) return refuse(problem.sentence, problem.field)
    if (isRepeated && (repeatReason ?? '').trim() === '') {
      return refuse('Escriba por qué se registra otra vez', 'repeat-reason')
    }
    const doubt = invoices.length === 0 ? undefined : firstDoubt(totals)
    if (doubt !== undefined && doubted.current !== doubt) {
      doubted.current = doubt
      return refuse(doubt.replace('Cobrar', 'Registrar pago'), `collected-${totals.sent.at(-1)?.row.key ?? 0}`)
    }
    isRunning.current = true
    try {
      const { data } = await mutateAsync().finally(() => {
        isRunning.current = false
      })
      toastSuccess(`Cobro #${data.collection.companyCollectionId} registrado`)
      onDone()
    } catch (error) {
      await explain(error)
    }
  }
  return { accept, isSaving: isPending, isRepeated }
}

function startForm(voucher: Voucher, invoices: readonly OpenDebt[], currencies: readonly Currency[]): CollectionForm {
  return {
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
  }
}

type VoucherFormProps = {
  voucher: Voucher
  account: ClientAccount
  invoices: readonly OpenDebt[]
  currencies: readonly Currency[]
  onDone: () => void
  onTaken: () => void
}

function useVoucherForm({ voucher, invoices, currencies, onDone, onTaken }: VoucherFormProps) {
  const [first] = useState(() => startForm(voucher, invoices, currencies))
  const [form, setForm] = useState(first)
  const [reason, setReason] = useState('')
  const [isDone, setIsDone] = useState(false)
  const leave = (go: () => void) => () => {
    setIsDone(true)
    go()
  }
  const totals = collectionTotals(form, invoices, currencies)
  const [finish, giveUp] = [leave(onDone), leave(onTaken)]
  const accepting = useAccepting({
    voucher,
    form,
    totals,
    invoices,
    repeatReason: reason,
    onDone: finish,
    onTaken: giveUp,
  })
  useUnsavedWork(!isDone && form !== first)
  useEffect(() => focusField('collected-0'), [])
  return { form, setForm, totals, reason, setReason, ...accepting, finish, giveUp }
}

/** docs/product/vouchers.md, "Verifying". */
export function VoucherForm(props: VoucherFormProps) {
  const { voucher, account, invoices, currencies } = props
  const { form, setForm, totals, reason, setReason, accept, isSaving, isRepeated, finish, giveUp } =
    useVoucherForm(props)
  const [isRejecting, setIsRejecting] = useState(false)
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
        {isRepeated && <RepeatNote voucher={voucher} reason={reason} onChange={setReason} />}
        {invoices.length === 0 && <Note tone="yellow">No debe nada: lo que llegó queda a su favor.</Note>}
        <Collected
          form={form}
          totals={totals}
          account={account}
          invoices={invoices}
          currencies={currencies}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="danger-quiet" disabled={isSaving} onClick={() => setIsRejecting(true)}>
          Rechazar
        </Button>
        <Button variant="primary" busy={isSaving} busyLabel="Registrando..." onClick={() => void accept()}>
          {isRepeated ? 'Registrar de todos modos' : invoices.length === 0 ? 'Registrar a favor' : 'Registrar pago'}
        </Button>
      </div>
      <p className="text-right text-help text-muted">
        {account.client.messagesAllowed
          ? 'Se le avisa por WhatsApp y el archivo queda con el pago'
          : 'No quiere mensajes; el archivo queda con el pago'}
      </p>
      {isRejecting && (
        <RejectDialog voucher={voucher} onDone={finish} onTaken={giveUp} onClose={() => setIsRejecting(false)} />
      )}
    </form>
  )
}

type RepeatNoteProps = { voucher: Voucher; reason: string; onChange: (reason: string) => void }

function RepeatNote({ voucher, reason, onChange }: RepeatNoteProps) {
  return (
    <Note tone="yellow">
      <p>{voucher.repeated === null ? 'Este comprobante ya se usó.' : describeRepeated(voucher.repeated)}</p>
      <Field label="Motivo para registrarlo" className="mt-2 text-fg">
        {(control) => (
          <TextInput
            {...control}
            data-field="repeat-reason"
            maxLength={200}
            value={reason}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </Note>
  )
}

type CollectedProps = Pick<VoucherFormProps, 'account' | 'invoices' | 'currencies'> & {
  form: CollectionForm
  totals: CollectionTotals
  onChange: (change: Partial<CollectionForm>) => void
}

function Collected({ form, totals, account, invoices, currencies, onChange }: CollectedProps) {
  return (
    <>
      <CollectedPayments
        form={form}
        totals={totals}
        account={account}
        invoices={invoices}
        currencies={currencies}
        onChange={(payments) => onChange({ payments })}
      />
      {invoices.length > 0 && (
        <CollectedInvoices form={form} totals={totals} invoices={invoices} onType={(typed) => onChange({ typed })} />
      )}
      {totals.change > 0 && invoices.length > 0 && (
        <CollectSummary
          account={account}
          totals={totals}
          invoices={invoices}
          onChoose={(choice) => onChange({ choice })}
        />
      )}
    </>
  )
}

type RejectDialogProps = {
  voucher: Voucher
  onDone: () => void
  /** Called if another clerk decided the voucher. */
  onTaken: () => void
  onClose: () => void
}

/** docs/product/vouchers.md, "Verifying". */
function RejectDialog({ voucher, onDone, onTaken, onClose }: RejectDialogProps) {
  const [text, setText] = useState(rejectReasons[0]?.text ?? '')
  const chosen = rejectReasons.find((one) => one.text === text)?.reason ?? 'Otro motivo'
  return (
    <ConfirmDialog
      title={`¿Rechazar el comprobante de ${voucher.client.name}?`}
      texts={{
        confirm: 'Rechazar',
        confirming: 'Rechazando...',
        failed: 'Error al rechazar el comprobante',
      }}
      run={async () => {
        try {
          await call('POST /api/vouchers/:id/reject', { params: { id: voucher.id }, body: { reason: text } })
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'voucher_decided')) throw error
          return onTaken()
        }
        toastSuccess('Comprobante rechazado')
        onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Field label="Motivo">
          {(control) => (
            <SelectInput
              {...control}
              value={chosen}
              onChange={({ target }) => setText(rejectReasons.find((one) => one.reason === target.value)?.text ?? '')}
            >
              {rejectReasons.map(({ reason }) => (
                <option key={reason}>{reason}</option>
              ))}
              <option>Otro motivo</option>
            </SelectInput>
          )}
        </Field>
        <Field label="Lo que leerá el cliente">
          {(control) => (
            <TextArea {...control} maxLength={300} value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  )
}

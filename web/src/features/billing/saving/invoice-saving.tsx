import type { Api } from '@casillero/shared/contract/api'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { holdToasts } from '../../../ui/feedback/toast-store.ts'
import { findMissingReason } from '../../taking/change-options.ts'
import { fieldOfPackage, focusField, focusWhenReady } from '../form/field-focus.ts'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { findRefusedPackage, invoiceBody } from '../form/invoice-form-body.ts'
import { doubtUnpaid, firstDoubt, firstProblem } from '../form/invoice-form-check.ts'
import type { InvoiceForm } from '../form/invoice-form-state.ts'
import type { FormTotals } from '../form/invoice-form-totals.ts'
import type { PackageEdits } from '../items/package-edits.ts'
import { isAnswerLost, refusalText } from './refusal-text.ts'
import { useUnpaidChoice } from './unpaid-choice.ts'

type SavingParts = {
  form: InvoiceForm
  method: ShippingMethod | undefined
  totals: FormTotals | undefined
  cashSessionId: string | undefined
  edits: PackageEdits
  dispatch: Dispatch
  reset: () => void
  onSaved: (invoice: Invoice) => void
  onOpenInvoice: (id: string) => void
}

/** Saving by keys is asked about more often, because keys are hit by accident. */
export type Save = (by: 'button' | 'keys') => Promise<void>

const failed = 'Error al crear la factura'

function useExplaining({ dispatch, reset, onOpenInvoice }: SavingParts, warn: (sentence: string) => void) {
  const queries = useQueryClient()
  return async (error: unknown, sent: FormTotals) => {
    if (error instanceof ApiError && error.code === 'invoice_already_created') {
      toastSuccess(refusalText(error, failed))
      reset()
      return onOpenInvoice(error.details.invoiceId ?? '')
    }
    // The note beside the button already tells this, and stays.
    if (isAnswerLost(error)) return dispatch({ type: 'answerLost' })
    warn(refusalText(error, failed))
    if (!(error instanceof ApiError)) return
    const refusal = findRefusedPackage(error.fields, sent)
    if (refusal !== undefined) {
      dispatch({ type: 'packageRefused', id: refusal.row.id, sentence: refusal.sentence })
      focusField(fieldOfPackage(refusal.row.id))
    }
    // Loads the current rates, methods and tariffs, because the server refused the outdated ones.
    await queries.invalidateQueries()
    if (error.code === 'amounts_changed') dispatch({ type: 'amountsChanged' })
  }
}

/** docs/product/invoices.md, "Creating". */
export function useInvoiceSaving(parts: SavingParts): { save: Save; isSaving: boolean } {
  const { form, method, totals, cashSessionId, edits, dispatch, reset, onSaved } = parts
  const isRunning = useRef(false)
  const doubted = useRef<string>(undefined)
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Api['POST /api/invoices']['body']) =>
      call('POST /api/invoices', { body, headers: { 'Idempotency-Key': form.key } }),
  })

  const explainRefusal = useExplaining(parts, warn)

  const save: Save = async (by) => {
    if (isRunning.current) return
    const problem = firstProblem(form, { currency: totals?.currency, method })
    if (problem !== undefined) {
      warn(problem.sentence)
      return focusField(problem.field)
    }
    if (edits.isSaving()) return warn('Espere a que se guarde el cambio del paquete')
    if (form.client === undefined || totals === undefined) return
    const missing = findMissingReason(totals.chosenChange)
    if (missing !== undefined) {
      warn(missing.sentence)
      return focusField(missing.field)
    }
    const asks = by === 'keys' && !useUnpaidChoice.getState().isUnasked
    const doubt = (asks ? doubtUnpaid(form, totals) : undefined) ?? firstDoubt(form, totals)
    if (doubt !== undefined && doubted.current !== doubt.sentence) {
      doubted.current = doubt.sentence
      warn(doubt.sentence)
      return focusField(doubt.field)
    }
    const body = invoiceBody(form, form.client.id, method, totals, cashSessionId)
    isRunning.current = true
    const focused = document.activeElement
    dispatch({ type: 'sending' })
    try {
      // Awaits the answer only: a press during the later reload would be silently lost.
      const { data } = await mutateAsync(body).finally(() => {
        isRunning.current = false
      })
      doubted.current = undefined
      said.dismiss()
      reset()
      onSaved(data)
    } catch (error) {
      // The form was disabled while saving, so it gets the focus back.
      if (focused instanceof HTMLElement) focusWhenReady(() => focused)
      await explainRefusal(error, totals)
    }
  }
  return { save, isSaving: isPending }
}

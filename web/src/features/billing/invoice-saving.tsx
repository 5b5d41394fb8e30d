import type { Api } from '@casillero/shared/contract/api'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { holdToasts } from '../../ui/feedback/toast-store.ts'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { changeBody, findMissingReason } from '../taking/change-options.ts'
import { fieldOfPackage, focusField, focusWhenReady } from './field-focus.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import { doubtUnpaid, firstDoubt, firstProblem } from './invoice-form-check.ts'
import type { AddedCharge, InvoiceForm } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'
import type { PackageEdits } from './package-edits.ts'
import { isAnswerLost, refusalText } from './refusal-text.ts'
import { useUnpaidChoice } from './unpaid-choice.ts'

type Body = Api['POST /api/invoices']['body']

/** The amounts on the screen go along, so that the server can refuse outdated ones. */
export function invoiceBody(
  form: InvoiceForm,
  clientId: string,
  method: ShippingMethod | undefined,
  totals: FormTotals,
  cashSessionId: string | undefined,
): Body {
  const sent = form.payments.filter((payment) => readAmount(payment.total) > 0)
  const body = {
    clientId,
    currencyId: totals.currency.id,
    items: totals.rows.map(({ row, discount }, index) => ({
      itemType: 'package' as const,
      packageId: row.id,
      description: row.description,
      quantity: row.chargedQuantity ?? row.weight,
      unitPrice: row.finalPricePerPound,
      discountType: discount.type,
      discountValue: readAmount(discount.value),
      amount: totals.lines[index]?.amount ?? 0,
    })),
    charges: totals.sentCharges.flatMap(({ added }) => added ?? []).map(chargeBody),
    waivedCharges: totals.sentCharges.flatMap(({ waiver, charge, packageId }) =>
      waiver === undefined ? [] : { chargeId: charge.id, packageId, ...waiver },
    ),
    payments: sent.map((payment) => ({
      total: readAmount(payment.total),
      method: payment.method,
      reference: payment.reference,
      currencyId: payment.currencyId || totals.currency.id,
    })),
    generalDiscountType: form.generalDiscount.type,
    generalDiscountValue: readAmount(form.generalDiscount.value),
    shipping: shippingBody(form, method),
    status: 'pending',
    // Without a payment nothing goes into a drawer.
    cashSessionId: sent.length > 0 ? (cashSessionId ?? null) : null,
    ...changeBody(totals.chosenChange),
    expectedTotal: totals.totalAmount,
  }
  return body
}

const chargeBody = ({ chargeId, packageId, amount, currencyId }: AddedCharge) => ({
  chargeId,
  packageId,
  ...(amount === '' ? {} : { amount: readAmount(amount), currencyId }),
})

function shippingBody({ shipping }: InvoiceForm, method: ShippingMethod | undefined): Body['shipping'] {
  if (!shipping.isIncluded || method === undefined) return null
  return {
    shippingMethodId: method.id,
    currencyId: shipping.currencyId,
    shippingPrice: readAmount(shipping.price),
    shippingAddress: shipping.address.trim(),
    shippingCity: shipping.city,
    shippingDepartment: shipping.department,
    comments: shipping.comments,
  }
}

const lineField = /^(items|charges|waivedCharges)\.(\d+)\./

/** By the line, or the charge on it, that the fields name. */
export function findRefusedPackage(fields: Readonly<Record<string, string>>, totals: FormTotals) {
  const { rows, sentCharges } = totals
  const lists = new Map([
    ['items', rows.map(({ row }) => row.id)],
    ['charges', sentCharges.flatMap(({ added }) => (added ? [added.packageId] : []))],
    ['waivedCharges', sentCharges.flatMap(({ waiver, packageId }) => (waiver ? [packageId] : []))],
  ])
  for (const [field, sentence] of Object.entries(fields)) {
    const [, list = '', index] = lineField.exec(field) ?? []
    const id = lists.get(list)?.[Number(index)]
    const row = rows.find((one) => one.row.id === id)?.row
    if (row !== undefined) return { row, sentence }
  }
  return undefined
}

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

/** Keys are slipped on more easily than a button is pressed. */
export type Save = (by: 'button' | 'keys') => Promise<void>

const failed = 'Error al crear la factura'

/** docs/product/invoices.md, "Creating". */
export function useInvoiceSaving(parts: SavingParts): { save: Save; isSaving: boolean } {
  const { form, method, totals, cashSessionId, edits, dispatch, reset, onSaved, onOpenInvoice } = parts
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const doubted = useRef<string>(undefined)
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Api['POST /api/invoices']['body']) =>
      call('POST /api/invoices', { body, headers: { 'Idempotency-Key': form.key } }),
  })

  const explainRefusal = async (error: unknown, sent: FormTotals) => {
    if (error instanceof ApiError && error.code === 'invoice_already_created') {
      toastSuccess(refusalText(error, failed))
      reset()
      return onOpenInvoice(error.details.invoiceId ?? '')
    }
    // The note beside the button says it, and stays.
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
      // A press during the reload after a refusal would be lost without a word.
      const { data } = await mutateAsync(body).finally(() => {
        isRunning.current = false
      })
      doubted.current = undefined
      said.dismiss()
      reset()
      onSaved(data)
    } catch (error) {
      // The form was disabled meanwhile, so the focus comes back.
      if (focused instanceof HTMLElement) focusWhenReady(() => focused)
      await explainRefusal(error, totals)
    }
  }
  return { save, isSaving: isPending }
}

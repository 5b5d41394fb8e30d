import type { Api } from '@casillero/shared/contract/api'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { changeBody } from '../../taking/change-options.ts'
import type { AddedCharge, InvoiceForm } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'

type Body = Api['POST /api/invoices']['body']

/** Sends the amounts on the screen too, so that the server can refuse outdated ones. */
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

/** Finds the package by the line or charge that the refused fields name. */
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

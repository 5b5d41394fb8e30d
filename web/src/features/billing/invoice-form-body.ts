import type { Api } from '@casillero/shared/contract/api'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { readAmount } from '../../ui/forms/decimal-text.ts'
import { changeBody } from '../taking/change-options.ts'
import type { InvoiceForm } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'

type Body = Api['POST /api/invoices']['body']

/** The request body: the clerk's choices and the amounts on the screen, so that the server can refuse outdated ones. */
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

const itemField = /^items\.(\d+)\./

/** The package that a refusal is about: its fields name the line that was sent. */
export function findRefusedPackage(fields: Readonly<Record<string, string>>, totals: FormTotals) {
  for (const [field, sentence] of Object.entries(fields)) {
    const row = totals.rows[Number(itemField.exec(field)?.[1] ?? -1)]?.row
    if (row !== undefined) return { row, sentence }
  }
  return undefined
}

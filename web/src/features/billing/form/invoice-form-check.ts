import type { Currency } from '@casillero/shared/contract/currencies'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { amountRefusal, isAmount, readAmount } from '../../../ui/forms/decimal-text.ts'
import { fieldOfCharge, fieldOfPackage, fieldOfPayment } from './field-focus.ts'
import { type InvoiceForm, lacksMeasures, tickedPackages } from './invoice-form-state.ts'
import type { FormTotals } from './invoice-form-totals.ts'

export type Problem = { sentence: string; field: string }

type Chosen = { currency: Currency | undefined; method: ShippingMethod | undefined }

/** Checks in the order of the fields. docs/product/invoices.md, "Checks before creating". */
export function firstProblem(form: InvoiceForm, { currency, method }: Chosen): Problem | undefined {
  if (form.client === undefined) return { sentence: 'Debe seleccionar un cliente', field: 'client' }
  if (tickedPackages(form).length === 0) {
    return { sentence: 'Debe seleccionar al menos un paquete', field: 'packages' }
  }
  if (currency === undefined) return { sentence: 'Debe seleccionar una moneda', field: 'currency' }
  return (form.shipping.isIncluded ? shippingProblem(form, method) : undefined) ?? amountProblem(form)
}

/** A text that is not an amount is reported, never silently left out. */
function amountProblem(form: InvoiceForm): Problem | undefined {
  const { payments, isPaymentsOpen, discounts, generalDiscount, charges } = form
  const texts = [
    ...charges.map(({ key, amount }) => ({ text: amount, field: fieldOfCharge(key) })),
    ...[...discounts.values()].map(({ value }) => ({ text: value, field: 'packages' })),
    { text: generalDiscount.value, field: 'generalDiscount' },
    ...(isPaymentsOpen ? payments : []).map(({ key, total }) => ({ text: total, field: fieldOfPayment(key) })),
  ]
  const unread = texts.find(({ text }) => !isAmount(text))
  return unread && { sentence: amountRefusal, field: unread.field }
}

export function firstDoubt(form: InvoiceForm, totals: FormTotals): Problem | undefined {
  const doubts = [findUnmeasured(form), findSlip(form, totals)].filter((doubt) => doubt !== undefined)
  const [first] = doubts
  if (first === undefined) return undefined
  const sentences = doubts.map(({ sentence }) => sentence).join('. ')
  return { ...first, sentence: `${sentences}. Si es correcto, presione Crear Factura otra vez` }
}

/** Finds packages that were priced without the measures that their tariff needs. */
function findUnmeasured(form: InvoiceForm): Problem | undefined {
  const rows = tickedPackages(form).filter(lacksMeasures)
  const [row] = rows
  if (row === undefined) return undefined
  const names = rows.map(({ companyPackageId }) => `#${companyPackageId}`).join(', ')
  return { sentence: `Falta medir ${names}; el precio puede subir`, field: fieldOfPackage(row.id) }
}

function findSlip(form: InvoiceForm, totals: FormTotals): Problem | undefined {
  const open = form.isPaymentsOpen ? form.payments : []
  // A row in which nothing was entered is dropped without a question.
  const empty = open.find(({ total, reference }) => readAmount(total) <= 0 && (total + reference).trim() !== '')
  if (empty !== undefined) {
    return { sentence: 'Hay un pago sin monto, que no se guardará', field: fieldOfPayment(empty.key) }
  }
  const last = form.payments.at(-1)
  if (last === undefined || totals.change <= totals.totalAmount) return undefined
  const change = formatMoney(totals.change, totals.currency.symbol)
  return { sentence: `El vuelto sería ${change}`, field: fieldOfPayment(last.key) }
}

/**
 * Leaving the last field by keyboard can save, so an unpaid invoice is asked about once.
 * docs/product/invoices.md, "Checks before creating".
 */
export function doubtUnpaid(form: InvoiceForm, totals: FormTotals): Problem | undefined {
  if (totals.isPaid || form.payments.some((payment) => readAmount(payment.total) > 0)) return undefined
  const pending = formatMoney(totals.pendingTotal, totals.currency.symbol)
  const [row] = form.isPaymentsOpen ? form.payments : []
  return {
    sentence: `Sin pago: la factura queda pendiente por ${pending}. Si es correcto, presione Ctrl+Enter otra vez`,
    field: row ? fieldOfPayment(row.key) : 'payments',
  }
}

function shippingProblem({ shipping }: InvoiceForm, method: ShippingMethod | undefined): Problem | undefined {
  if (method === undefined) return { sentence: 'Debe seleccionar un método de envío', field: 'shippingMethod' }
  if (shipping.address.trim() === '') {
    return { sentence: 'Debe especificar la dirección de envío', field: 'shippingAddress' }
  }
  if (readAmount(shipping.price) <= 0) {
    return { sentence: 'Debe especificar un costo de envío válido', field: 'shippingPrice' }
  }
  if (shipping.currencyId === '') {
    return { sentence: 'Debe seleccionar una moneda para el envío', field: 'shippingCurrency' }
  }
  return undefined
}

/** Falls back to the company's default. */
export const findMethod = (form: InvoiceForm, methods: readonly ShippingMethod[]): ShippingMethod | undefined =>
  form.shipping.methodId === undefined
    ? methods.find((method) => method.isDefault)
    : methods.find((method) => method.id === form.shipping.methodId)

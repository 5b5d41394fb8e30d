import { type ChargeLine, totalCharge } from './charges.ts'
import { convert, convertShipping, invoiceRate, type Rates } from './currency.ts'
import { type DiscountType, discountOn } from './discount.ts'
import {
  type Amount,
  atLeastZero,
  clamp,
  type Exact,
  exact,
  isBelow,
  minus,
  roundToCents,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'
import { packagePrice } from './package-price.ts'
import type { Measures, PriceRules } from './tariff-rules.ts'

export type InvoiceLine = {
  weight: Amount | null
  pricePerPound: Amount | null
  rules?: PriceRules | null
  measures?: Measures | null
  packageDiscountType: DiscountType
  packageDiscountValue: Amount | null
  discountType: DiscountType
  discountValue: Amount | null
}

/** An amount that is not above 0 counts as 0. */
export type InvoicePayment = { total: Amount; currency: Rates }

export type InvoiceInput = {
  currency: Rates
  lines: readonly InvoiceLine[]
  charges?: readonly ChargeLine[]
  shipping?: { price: Amount; currency: Rates } | null
  generalDiscountType: DiscountType
  generalDiscountValue: Amount | null
  payments: readonly InvoicePayment[]
}

/**
 * `listPrice` (undiscounted), `unitPrice` (6 decimals), `amount` and `finalAmount` are US$ for display. Only `total`, in the invoice's
 * currency, is summed.
 */
export type LineTotals = {
  quantity: number
  listPrice: number
  unitPrice: number
  amount: number
  finalAmount: number
  total: number
}

/** In the invoice's currency; `givenTotal` was given back as cash and credit. */
export type Balance = { paidTotal: number; givenTotal: number; pendingTotal: number; isPaid: boolean }

/** `change` is still to be given back. */
export type TakenBalance = Balance & { change: number }

export type InvoiceTotals = TakenBalance & {
  lines: LineTotals[]
  charges: { total: number }[]
  /** Charges that are income, and amounts paid on the client's behalf; both are in the subtotal. */
  chargesTotal: number
  advancesTotal: number
  subtotal: number
  shippingTotal: number
  discountTotal: number
  totalAmount: number
  payments: { convertedTotal: number }[]
}

const paidBelow = exact('0.01')

function lineTotals(line: InvoiceLine, rate: Exact) {
  const { net, quantity, unitPrice, finalPricePerPound } = packagePrice({
    ...line,
    discountType: line.packageDiscountType,
    discountValue: line.packageDiscountValue,
  })
  const final = minus(net, discountOn(net, line.discountType, line.discountValue))
  const total = roundToCents(times(final, rate))
  const shown: LineTotals = {
    quantity: quantity ?? 0,
    listPrice: unitPrice ?? 0,
    unitPrice: finalPricePerPound ?? 0,
    amount: toWire(roundToCents(net)),
    finalAmount: toWire(roundToCents(final)),
    total: toWire(total),
  }
  return { total, shown }
}

function convertPayment(payment: InvoicePayment, invoiceCurrency: Rates): Exact {
  return roundToCents(atLeastZero(convert(payment.total, payment.currency, invoiceCurrency)))
}

function balance(total: Exact, paid: Exact, given: Exact): Balance {
  const missing = sum([minus(total, paid), given])
  return {
    paidTotal: toWire(paid),
    givenTotal: toWire(given),
    pendingTotal: toWire(clamp(missing, zero, total)),
    isPaid: isBelow(missing, paidBelow),
  }
}

function takenBalance(total: Exact, paid: Exact, given: Exact): TakenBalance {
  const change = atLeastZero(minus(minus(paid, given), total))
  return { ...balance(total, paid, sum([given, change])), change: toWire(change) }
}

/**
 * Shared by the clerk's summary and the server. All in the invoice's currency, except a line's US$ figures. Each line, shipping, general
 * discount, charge and payment is rounded once, half away from zero; totals add these up. Never throws.
 * docs/product/pricing-and-money.md, "Totals".
 */
export function invoiceTotals(invoice: InvoiceInput): InvoiceTotals {
  const rate = invoiceRate(invoice.currency)
  const lines = invoice.lines.map((line) => lineTotals(line, rate))
  const charges = (invoice.charges ?? []).map((line) => ({ ...line, total: totalCharge(line, invoice.currency) }))
  const addUp = (isAdvance: boolean) =>
    sum(charges.filter((line) => line.isAdvance === isAdvance).map(({ total }) => total))
  const advances = addUp(true)
  const subtotal = sum([...lines.map((line) => line.total), addUp(false), advances])
  const shipping = invoice.shipping ?? null
  const shippingTotal =
    shipping === null ? zero : atLeastZero(convertShipping(shipping.price, shipping.currency, invoice.currency))
  const gross = sum([subtotal, shippingTotal])
  const discount = roundToCents(
    discountOn(minus(gross, advances), invoice.generalDiscountType, invoice.generalDiscountValue),
  )
  const total = minus(gross, discount)
  const payments = invoice.payments.map((payment) => convertPayment(payment, invoice.currency))
  return {
    lines: lines.map((line) => line.shown),
    charges: charges.map((line) => ({ total: toWire(line.total) })),
    chargesTotal: toWire(addUp(false)),
    advancesTotal: toWire(advances),
    subtotal: toWire(subtotal),
    shippingTotal: toWire(shippingTotal),
    discountTotal: toWire(discount),
    totalAmount: toWire(total),
    ...takenBalance(total, sum(payments), zero),
    payments: payments.map((payment) => ({ convertedTotal: toWire(payment) })),
  }
}

/** The subtotal without charges, in the invoice's currency. */
export const computeFreight = (totals: Pick<InvoiceTotals, 'subtotal' | 'chargesTotal' | 'advancesTotal'>): number =>
  toWire(minus(minus(exact(totals.subtotal), exact(totals.chargesTotal)), exact(totals.advancesTotal)))

/** pending = total − (payments − given back), between 0 and the total. docs/product/pricing-and-money.md, "Totals". */
export function computeBalance(invoice: { totalAmount: Amount; paidTotal: Amount; givenTotal: Amount }): Balance {
  return balance(exact(invoice.totalAmount), exact(invoice.paidTotal), exact(invoice.givenTotal))
}

type SavedInvoice = { totalAmount: Amount; paidTotal: Amount; givenTotal: Amount }

/** Uses the rates passed in. docs/product/invoices.md, "Payments later". */
export function balanceAfterPayment(
  invoice: SavedInvoice & { currency: Rates },
  payment: InvoicePayment,
): TakenBalance & { convertedTotal: number } {
  const converted = convertPayment(payment, invoice.currency)
  const paid = sum([exact(invoice.paidTotal), converted])
  return {
    ...takenBalance(exact(invoice.totalAmount), paid, exact(invoice.givenTotal)),
    convertedTotal: toWire(converted),
  }
}

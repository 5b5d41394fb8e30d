import { invoiceRate } from './currency.ts'
import { discountOn } from './discount.ts'
import { type InvoiceInput, invoiceTotals } from './invoice-totals.ts'
import { type Amount, computePercent, type Exact, exact, isBelow, isPositive, minus, sum, times } from './money.ts'
import { type PricedPackage, packagePrice } from './package-price.ts'

/** Exact, in one currency: `own` is taken off now, `off` is all that is off then, `full` the price without any of it. */
export type TakenOff = { own: Exact; off: Exact; full: Exact }

const priceFully = (priced: PricedPackage): Exact => packagePrice({ ...priced, discountType: 'none' }).net

/** All of a price that is not known yet. */
export function computePackageDiscount(priced: PricedPackage): TakenOff {
  if (priced.discountType === 'none') return { own: exact(0), off: exact(0), full: exact(0) }
  const off = exact(priced.discountValue)
  return { own: off, off, full: priced.discountType === 'percentage' ? exact(100) : priceFully(priced) }
}

/** A waived one has what it would have come to as its total. */
export type ChargeTaken = { total: Amount; fullTotal: Amount | null; isWaived: boolean; isAdvance: boolean }

const computeWaived = ({ total, fullTotal, isWaived }: ChargeTaken): Exact =>
  isWaived ? exact(total) : fullTotal === null ? exact(0) : minus(exact(fullTotal), exact(total))

/**
 * In its currency. Rows, general discount and lowered charges are the user's own; what its packages have already is off too. Money paid for
 * the client is no part; the general discount is not rounded, because a percentage at the limit would be above it.
 * docs/product/permissions.md, "Discounts".
 */
export function computeInvoiceDiscount(invoice: InvoiceInput, charges: readonly ChargeTaken[]): TakenOff {
  const rate = invoiceRate(invoice.currency)
  const lines = invoice.lines.map((line) => {
    const priced = { ...line, discountType: line.packageDiscountType, discountValue: line.packageDiscountValue }
    const [gross, { net }] = [priceFully(priced), packagePrice(priced)]
    return {
      gross: times(gross, rate),
      before: times(minus(gross, net), rate),
      own: times(discountOn(net, line.discountType, line.discountValue), rate),
    }
  })
  const shippingTotal = exact(invoiceTotals(invoice).shippingTotal)
  const waived = charges.map(computeWaived)
  const income = charges.filter(({ isAdvance }) => !isAdvance)
  const base = sum([
    ...lines.map(({ gross, before, own }) => minus(minus(gross, before), own)),
    ...income.filter(({ isWaived }) => !isWaived).map(({ total }) => exact(total)),
    shippingTotal,
  ])
  const general = discountOn(base, invoice.generalDiscountType, invoice.generalDiscountValue)
  const own = sum([...lines.map((line) => line.own), ...waived, general])
  return {
    own,
    off: sum([own, ...lines.map((line) => line.before)]),
    full: sum([
      ...lines.map(({ gross }) => gross),
      ...income.map(({ total, fullTotal }) => exact(fullTotal ?? total)),
      shippingTotal,
    ]),
  }
}

/** In percent of the full price; null is no limit, and taking nothing off passes. */
export const exceedsLimit = ({ own, off, full }: TakenOff, limit: number | null): boolean =>
  limit !== null && isPositive(own) && isBelow(computePercent(full, exact(limit)), off)

/** An amount within the limit before, whose price falls. One that was above it is another user's, and stays. */
export const risesAbove = (before: TakenOff, after: TakenOff, limit: number | null): boolean =>
  exceedsLimit(after, limit) && !exceedsLimit(before, limit)

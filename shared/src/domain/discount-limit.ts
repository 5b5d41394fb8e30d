import { invoiceRate } from './currency.ts'
import { discountOn } from './discount.ts'
import { type InvoiceInput, invoiceTotals } from './invoice-totals.ts'
import { type Amount, computePercent, type Exact, exact, isBelow, isPositive, minus, sum, times } from './money.ts'
import { type PricedPackage, packagePrice } from './package-price.ts'

/** Exact amounts in one currency: `own` is taken off now, `off` is the whole discount, `full` the undiscounted price. */
export type TakenOff = { own: Exact; off: Exact; full: Exact }

const priceFully = (priced: PricedPackage): Exact => packagePrice({ ...priced, discountType: 'none' }).net

/** While the price is unknown, a fixed discount counts as all of it. */
export function computePackageDiscount(priced: PricedPackage): TakenOff {
  if (priced.discountType === 'none') return { own: exact(0), off: exact(0), full: exact(0) }
  const off = exact(priced.discountValue)
  return { own: off, off, full: priced.discountType === 'percentage' ? exact(100) : priceFully(priced) }
}

/** `total` of a waived charge is what it would have been. */
export type ChargeTaken = { total: Amount; fullTotal: Amount | null; isWaived: boolean; isAdvance: boolean }

const computeWaived = ({ total, fullTotal, isWaived }: ChargeTaken): Exact =>
  isWaived ? exact(total) : fullTotal === null ? exact(0) : minus(exact(fullTotal), exact(total))

/**
 * In the invoice's currency. Discounts on rows, the general discount and lowered charges are the user's own. The packages' earlier
 * discounts count in `off` too; amounts paid on the client's behalf do not count. The general discount is not rounded, because a percentage
 * at the limit would exceed it. docs/product/permissions.md, "Discounts".
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

/** `limit` is in percent of the full price; null is no limit. A user who takes nothing off passes. */
export const exceedsLimit = ({ own, off, full }: TakenOff, limit: number | null): boolean =>
  limit !== null && isPositive(own) && isBelow(computePercent(full, exact(limit)), off)

/** True if a discount exceeds the limit only now, as when the price falls. One that was above it before is another user's, and stays. */
export const risesAbove = (before: TakenOff, after: TakenOff, limit: number | null): boolean =>
  exceedsLimit(after, limit) && !exceedsLimit(before, limit)

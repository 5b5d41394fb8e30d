import {
  type Amount,
  divideRounded,
  type Exact,
  exact,
  isPositive,
  minus,
  roundToCents,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'

/** The amount that one invoice took for packages of a consignment: the sum of their lines, and the whole invoice before its discount. */
export type InvoicedPart = {
  currencyId: string
  rateCompra: Amount
  lines: Amount
  /** Lines and shipping of the whole invoice. */
  gross: Amount
  /** The general discount of the whole invoice, of which the lines bear their share. */
  discount: Amount
}

/** The money of a consignment; `margin` is null while there is no cost, `marginPerPound` also while no pound is invoiced. */
export type Reconciled = {
  invoiced: { currencyId: string; total: number; usd: number }[]
  invoicedUsd: number
  costsUsd: number
  margin: number | null
  marginPerPound: number | null
}

const readRate = (rate: Amount): Exact => {
  const value = exact(rate)
  return isPositive(value) ? value : exact(1)
}

/** The share of the lines after the general discount, as a dividend over the invoice's gross. */
function computeShare({ lines, gross, discount }: InvoicedPart): { dividend: Exact; gross: Exact } {
  const whole = exact(gross)
  return isPositive(whole)
    ? { dividend: times(exact(lines), minus(whole, exact(discount))), gross: whole }
    : { dividend: zero, gross: exact(1) }
}

function addUpAmounts(part: InvoicedPart): { total: Exact; usd: Exact } {
  const { dividend, gross } = computeShare(part)
  return {
    total: divideRounded(dividend, gross, 2, 'halfAwayFromZero'),
    usd: divideRounded(dividend, times(gross, readRate(part.rateCompra)), 2, 'halfAwayFromZero'),
  }
}

/**
 * A cost in US$: ÷ the rateCompra of the day on which it was entered, rounded once to cents.
 * docs/product/shipments.md, "Reconciliation".
 */
export function costInDollars(amount: Amount, rateCompra: Amount): number {
  return toWire(divideRounded(exact(amount), readRate(rateCompra), 2, 'halfAwayFromZero'))
}

/**
 * Computes the price that a carrier asks for its pounds, in its currency, rounded once to cents.
 * docs/product/shipments.md, "Reconciliation".
 */
export function carrierCost(billedWeight: Amount, pricePerPound: Amount): number {
  return toWire(roundToCents(times(exact(billedWeight), exact(pricePerPound))))
}

/**
 * The money of a consignment: what was invoiced of its packages by currency, and as US$ at each invoice's own rateCompra; the costs
 * in US$; the margin, in all and for each invoiced pound. Each invoice's share is rounded once to cents in each currency, totals are
 * sums of those. Never throws.
 * docs/product/shipments.md, "Reconciliation".
 */
export function reconcile(input: {
  invoices: readonly InvoicedPart[]
  costs: readonly { usd: Amount }[]
  invoicedWeight: Amount
}): Reconciled {
  const parts = input.invoices.map((part) => ({ currencyId: part.currencyId, ...addUpAmounts(part) }))
  const invoiced = [...Map.groupBy(parts, ({ currencyId }) => currencyId)].map(([currencyId, some]) => ({
    currencyId,
    total: toWire(sum(some.map(({ total }) => total))),
    usd: toWire(sum(some.map(({ usd }) => usd))),
  }))
  const invoicedUsd = sum(parts.map(({ usd }) => usd))
  const costsUsd = sum(input.costs.map(({ usd }) => exact(usd)))
  const margin = input.costs.length === 0 ? null : minus(invoicedUsd, costsUsd)
  const pounds = exact(input.invoicedWeight)
  return {
    invoiced,
    invoicedUsd: toWire(invoicedUsd),
    costsUsd: toWire(costsUsd),
    margin: margin && toWire(margin),
    marginPerPound: margin && isPositive(pounds) ? toWire(divideRounded(margin, pounds, 2, 'halfAwayFromZero')) : null,
  }
}

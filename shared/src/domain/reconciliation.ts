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

/** `lines`: the sum of the invoice's lines in this consignment. */
export type InvoicedPart = {
  currencyId: string
  rateCompra: Amount
  lines: Amount
  /** What the general discount is of: lines, charges and shipping, without advances. */
  gross: Amount
  /** The invoice's general discount, shared by its lines. */
  discount: Amount
}

/** `margin` is null without costs; `marginPerPound` also without invoiced pounds. */
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

/** The lines' share after the general discount, as a dividend over the invoice's gross. */
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

/** Divides by the day's rateCompra, rounded once to cents. docs/product/shipments.md, "Reconciliation". */
export function costInDollars(amount: Amount, rateCompra: Amount): number {
  return toWire(divideRounded(exact(amount), readRate(rateCompra), 2, 'halfAwayFromZero'))
}

/** In the carrier's currency, rounded once to cents. docs/product/shipments.md, "Reconciliation". */
export function carrierCost(billedWeight: Amount, pricePerPound: Amount): number {
  return toWire(roundToCents(times(exact(billedWeight), exact(pricePerPound))))
}

/**
 * Income per currency, and in US$ at each invoice's own rateCompra. Costs are in US$, the margin in total and per invoiced pound. Each
 * share is rounded once to cents. Never throws. docs/product/shipments.md, "Reconciliation".
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

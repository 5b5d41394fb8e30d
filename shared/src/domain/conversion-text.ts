import { convert, type Rates } from './currency.ts'
import { lazy } from './lazy.ts'
import { type Amount, divideRounded, type Exact, exact, isPositive, roundToCents, times, toWire } from './money.ts'
import { formatMoney } from './money-format.ts'

type Named = Rates & { symbol: string }

const rateFormat = lazy(() => new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 4 }))

/** ` ÷ 36.80 × 1.10`; the factor 1 of US$ is left out. docs/product/pricing-and-money.md, "Conversion". */
export function conversionSteps(from: Rates, to: Rates): string {
  const divided = from.code === 'USD' ? '' : ` ÷ ${rateFormat().format(Number(from.rateCompra))}`
  const multiplied = to.code === 'USD' ? '' : ` × ${rateFormat().format(Number(to.rateVenta))}`
  return divided + multiplied
}

const longFormat = lazy(() => new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 12 }))

/** Returns the shortest rate, of four to twelve decimals, at which every amount gives its value. */
export function findShownRate(rate: Amount, sums: readonly { amount: Amount; value: Amount }[]): number {
  const fits = (shown: Exact) =>
    sums.every(({ amount, value }) => toWire(roundToCents(times(exact(amount), shown))) === toWire(exact(value)))
  for (let places = 4; places < 12; places += 1) {
    const shown = divideRounded(exact(rate), exact(1), places, 'halfAwayFromZero')
    if (fits(shown)) return toWire(shown)
  }
  return toWire(divideRounded(exact(rate), exact(1), 12, 'halfAwayFromZero'))
}

/** A rate as people read it, with two to twelve places. */
export const formatShownRate = (rate: number): string => longFormat().format(rate)

/**
 * Shows the rate that was actually used if today's rates give another amount: an invoice does not store rates of later days. Empty if
 * nothing is converted. docs/product/pricing-and-money.md, "Conversion".
 */
export function convertedSteps(payment: { total: Amount; convertedTotal: Amount; currency: Rates }, to: Rates): string {
  const { total, convertedTotal, currency } = payment
  if (currency.code === to.code) return ''
  const counted = toWire(exact(convertedTotal))
  if (toWire(convert(total, currency, to)) === counted) return conversionSteps(currency, to)
  const quotient = divideRounded(exact(convertedTotal), exact(total), 12, 'halfAwayFromZero')
  const rate = findShownRate(quotient.toString(), [{ amount: total, value: convertedTotal }])
  return ` × ${formatShownRate(rate)}`
}

/** `US$ 10.00 × 36.40 = C$ 364.00`. Null if nothing is converted. docs/product/pricing-and-money.md, "Conversion". */
export function conversionText(amount: Amount, from: Named, to: Named): string | null {
  if (from.code === to.code || !isPositive(exact(amount))) return null
  const given = formatMoney(toWire(exact(amount)), `${from.symbol} `)
  return `${given}${conversionSteps(from, to)} = ${formatMoney(toWire(convert(amount, from, to)), `${to.symbol} `)}`
}

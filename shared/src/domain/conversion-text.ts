import { convert, type Rates } from './currency.ts'
import { lazy } from './lazy.ts'
import { type Amount, exact, isPositive, toWire } from './money.ts'
import { formatMoney } from './money-format.ts'

type Named = Rates & { symbol: string }

const rateFormat = lazy(() => new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 4 }))

/**
 * The conversion's two steps as people read them, ` ÷ 36.80 × 1.10`; a dollar is left out because it counts 1.
 * docs/product/pricing-and-money.md, "Conversion".
 */
export function conversionSteps(from: Rates, to: Rates): string {
  const divided = from.code === 'USD' ? '' : ` ÷ ${rateFormat().format(Number(from.rateCompra))}`
  const multiplied = to.code === 'USD' ? '' : ` × ${rateFormat().format(Number(to.rateVenta))}`
  return divided + multiplied
}

/**
 * The sum that a payment's row shows, `US$ 10.00 × 36.40 = C$ 364.00`: the amount in its own
 * currency, the rates of the general conversion, and what it counts in the invoice's. Null when there is nothing to convert.
 * docs/product/pricing-and-money.md, "Conversion".
 */
export function conversionText(amount: Amount, from: Named, to: Named): string | null {
  if (from.code === to.code || !isPositive(exact(amount))) return null
  const given = formatMoney(toWire(exact(amount)), `${from.symbol} `)
  return `${given}${conversionSteps(from, to)} = ${formatMoney(toWire(convert(amount, from, to)), `${to.symbol} `)}`
}

import { lazy } from './lazy.ts'
import { type PriceUnit, priceSuffixes } from './price-units.ts'

const missing = '—'

const esNi = (minDigits: number, maxDigits: number) =>
  lazy(() => new Intl.NumberFormat('es-NI', { minimumFractionDigits: minDigits, maximumFractionDigits: maxDigits }))

const twoDecimals = esNi(2, 2)
const fourDecimals = esNi(4, 4)
const upToSixDecimals = esNi(2, 6)

/** Omits the sign of a value that is shown as 0.00. */
function formatSigned(format: () => Intl.NumberFormat, amount: number, symbol: string): string {
  if (!Number.isFinite(amount)) return missing
  const digits = format().format(Math.abs(amount))
  return `${amount < 0 && /[1-9]/.test(digits) ? '−' : ''}${symbol}${digits}`
}

/** `C$1,234.50` or `−C$128.10`, in es-NI format. `—` if not a number. docs/product/pricing-and-money.md, "Formats". */
export function formatMoney(amount: number, symbol = 'US$'): string {
  return formatSigned(twoDecimals, amount, symbol)
}

/**
 * A rate or a margin with four decimals and the currency's symbol: `C$36.8000`. docs/product/pricing-and-money.md, "Formats".
 */
export function formatRate(rate: number, symbol: string): string {
  return formatSigned(fourDecimals, rate, symbol)
}

const fourDecimalsOrMore = esNi(4, 12)

/** A rate with four decimals, or as many more as it has: `0.071111`. docs/product/pricing-and-money.md, "Formats". */
export function formatLongRate(rate: number): string {
  return formatSigned(fourDecimalsOrMore, rate, '')
}

/** A weight in pounds with two decimals: `12.25 lbs`. `—` for no number. docs/product/pricing-and-money.md, "Formats". */
export function formatWeight(pounds: number): string {
  const weight = formatSigned(twoDecimals, pounds, '')
  return weight === missing ? missing : `${weight} lbs`
}

export function formatTariffPrice(price: number, unit: PriceUnit): string {
  const money = formatMoney(price)
  return money === missing ? missing : `${money}${priceSuffixes[unit]}`
}

/**
 * Shows all decimals (2 to 6), so that price × weight gives the line's amount. `—` if not a number.
 * docs/product/pricing-and-money.md, "Formats".
 */
export function formatUnitPrice(price: number, symbol = 'US$'): string {
  return formatSigned(upToSixDecimals, price, symbol)
}

/** Of points alone two make it sure. */
const commaGroups = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/
const pointGroups = /^-?\d{1,3}(\.\d{3})+(,\d*)$|^-?\d{1,3}(\.\d{3}){2,}$/

function dropGroups(typed: string): string {
  if (commaGroups.test(typed)) return typed.replaceAll(',', '')
  return pointGroups.test(typed) ? typed.replaceAll('.', '').replace(',', '.') : typed.replace(',', '.')
}

/** `12.5`, `1,234.50`, `1.234,50`, `1,000,000`. Null when empty, NaN when it is no number, which a schema refuses. */
export function parseDecimal(text: string): number | null {
  const typed = text.replace(/[\s\p{DI}]/gu, '')
  if (typed === '') return null
  // The comma groups thousands in Nicaragua; anywhere else it can only be a decimal one.
  const plain = dropGroups(typed)
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** `1.234` is none: it may be a thousand and more, or one and a little. */
export function isAmount(text: string): boolean {
  const amount = parseDecimal(text)
  return amount === null || Number(amount.toFixed(2)) === amount
}

/** 0 for none, and for what `isAmount` refuses. */
export const readAmount = (text: string): number => (isAmount(text) ? (parseDecimal(text) ?? 0) : 0)

/** For what `isAmount` does not take. */
export const amountRefusal = 'Escriba el monto así: 1234.50'

/** Without groups; empty for none. */
export function formatDecimal(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined || Number.isNaN(value) ? '' : value.toFixed(decimals)
}

const starts = [
  /^\d*([.,]\d{0,2})?$/,
  // The last group may still be typed.
  /^\d{1,3}(,\d{3})*(,\d{0,3}|\.\d{0,2})?$/,
  /^\d{1,3}(\.\d{3})*(\.\d{0,3}|,\d{0,2})?$/,
]

/** From 0 to `max`, with at most two decimals. */
export function isDecimalStart(text: string, max: number): boolean {
  const typed = text.trim()
  if (!starts.some((start) => start.test(typed))) return false
  const amount = parseDecimal(typed) ?? 0
  return Number.isNaN(amount) || amount <= max
}

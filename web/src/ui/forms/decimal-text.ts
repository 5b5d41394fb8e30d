/** With points alone, two groups are needed to be sure that they separate thousands. */
const commaGroups = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/
const pointGroups = /^-?\d{1,3}(\.\d{3})+(,\d*)$|^-?\d{1,3}(\.\d{3}){2,}$/

function dropGroups(typed: string): string {
  if (commaGroups.test(typed)) return typed.replaceAll(',', '')
  return pointGroups.test(typed) ? typed.replaceAll('.', '').replace(',', '.') : typed.replace(',', '.')
}

/** `12.5`, `1,234.50`, `1.234,50`, `1,000,000`. Null if empty; NaN if not a number, which a schema refuses. */
export function parseDecimal(text: string): number | null {
  const typed = text.replace(/[\s\p{DI}]/gu, '')
  if (typed === '') return null
  // In Nicaragua a comma separates thousands; elsewhere in the number it can only mark decimals.
  const plain = dropGroups(typed)
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** False for `1.234`, which may mean over a thousand or just over one. */
export function isAmount(text: string): boolean {
  const amount = parseDecimal(text)
  return amount === null || Number(amount.toFixed(2)) === amount
}

/** Returns 0 if empty, or if `isAmount` refuses the text. */
export const readAmount = (text: string): number => (isAmount(text) ? (parseDecimal(text) ?? 0) : 0)

/** Shown if `isAmount` is false. */
export const amountRefusal = 'Escriba el monto así: 1234.50'

/** Without thousands separators; empty for null. */
export function formatDecimal(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined || Number.isNaN(value) ? '' : value.toFixed(decimals)
}

const starts = [
  /^\d*([.,]\d{0,2})?$/,
  // The last group may be incomplete while typing.
  /^\d{1,3}(,\d{3})*(,\d{0,3}|\.\d{0,2})?$/,
  /^\d{1,3}(\.\d{3})*(\.\d{0,3}|,\d{0,2})?$/,
]

/** True if the text can become an amount from 0 to `max` with two decimals. */
export function isDecimalStart(text: string, max: number): boolean {
  const typed = text.trim()
  if (!starts.some((start) => start.test(typed))) return false
  const amount = parseDecimal(typed) ?? 0
  return Number.isNaN(amount) || amount <= max
}

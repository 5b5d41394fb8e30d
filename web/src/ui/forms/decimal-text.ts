/**
 * Reads an amount as people type it: `12.5`, `1,234.50`, `12,5`. Null when empty, NaN when it is no number, so that a
 * schema says so under the field.
 */
export function parseDecimal(text: string): number | null {
  const typed = text.replace(/\s/g, '')
  if (typed === '') return null
  // The comma groups thousands in Nicaragua; anywhere else it can only be a decimal one.
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** A number as it stands in an input: with `decimals` decimals and without groups; empty for none. */
export function formatDecimal(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined || Number.isNaN(value) ? '' : value.toFixed(decimals)
}

/** Whether what is typed so far can become an amount from 0 to `max` with at most two decimals. */
export function isDecimalStart(text: string, max: number): boolean {
  const typed = text.trim()
  if (!/^(\d*([.,]\d{0,2})?|\d{1,3}(,\d{3})+(\.\d{0,2})?)$/.test(typed)) return false
  const amount = parseDecimal(typed) ?? 0
  return Number.isNaN(amount) || amount <= max
}

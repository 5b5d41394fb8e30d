import type { TrackingCode } from './carrier-number.ts'
import { findNumbers } from './numbers-in-text.ts'

/** Shorter numbers are phones, prices or dates. */
const fewestDigits = 8
const shortest = 10
const shortestNumber = 12
const longest = 40

const cedula = /^\d{3}-?\d{6}-?\d{4}[A-Z]$/

/** True for a carrier's format, or letters with many digits. */
function isPlausible({ tracking, carrier }: TrackingCode): boolean {
  const isNumber = /^\d+$/.test(tracking)
  if (tracking.length < (isNumber ? shortestNumber : shortest) || tracking.length > longest) return false
  if (carrier !== null) return true
  const hasForm = /^[A-Z\d-]+$/.test(tracking) && !isNumber && !cedula.test(tracking)
  return hasForm && tracking.replace(/\D/g, '').length >= fewestDigits
}

/** Among other words, numbers of unknown carriers need letters and eight digits. docs/product/auto-answers.md, "Un tracking". */
export function listNamedTrackings(text: string): string[] {
  const numbers = findNumbers(text)
  const isAlone = /^\s*\d{12,34}\s*$/.test(text)
  return numbers.filter((number) => isAlone || isPlausible(number)).map(({ tracking }) => tracking)
}

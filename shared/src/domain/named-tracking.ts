import type { TrackingCode } from './carrier-number.ts'
import { findNumbers } from './numbers-in-text.ts'

/** Fewer are a phone, a price or a date. */
const fewestDigits = 8
const shortest = 10
const shortestNumber = 12
const longest = 40

const cedula = /^\d{3}-?\d{6}-?\d{4}[A-Z]$/

/** A carrier's form, or letters and many digits. */
function isPlausible({ tracking, carrier }: TrackingCode): boolean {
  const isNumber = /^\d+$/.test(tracking)
  if (tracking.length < (isNumber ? shortestNumber : shortest) || tracking.length > longest) return false
  if (carrier !== null) return true
  const hasForm = /^[A-Z\d-]+$/.test(tracking) && !isNumber && !cedula.test(tracking)
  return hasForm && tracking.replace(/\D/g, '').length >= fewestDigits
}

/** Numbers of no known carrier need letters and eight digits beside other words. docs/product/auto-answers.md, "Un tracking". */
export function listNamedTrackings(text: string): string[] {
  const numbers = findNumbers(text)
  const isAlone = /^\s*\d{12,34}\s*$/.test(text)
  return numbers.filter((number) => isAlone || isPlausible(number)).map(({ tracking }) => tracking)
}

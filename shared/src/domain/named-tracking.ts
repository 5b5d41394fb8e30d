import { readTracking } from './tracking-code.ts'

/** Fewer digits than this are a phone, a price or a date. */
const fewestDigits = 8
const shortest = 10
const shortestNumber = 12
const longest = 40

const cedula = /^\d{3}-?\d{6}-?\d{4}[A-Z]$/

/** Gives the number in a piece of text where it looks like one of a carrier: by its form, or by letters and many digits. */
function readPlausible(piece: string): string | undefined {
  const { tracking, carrier } = readTracking(piece)
  const isNumber = /^\d+$/.test(tracking)
  if (tracking.length < (isNumber ? shortestNumber : shortest) || tracking.length > longest) return undefined
  if (carrier !== null) return tracking
  const hasForm = /^[A-Z\d-]+$/.test(tracking) && !isNumber && !cedula.test(tracking)
  return hasForm && tracking.replace(/\D/g, '').length >= fewestDigits ? tracking : undefined
}

/** Lists the longest rows of pieces that hold digits, since people write a number in groups. */
function listGroups(pieces: readonly string[]): string[] {
  const groups: string[][] = [[]]
  for (const piece of pieces) {
    if (/\d/.test(piece)) groups.at(-1)?.push(piece)
    else groups.push([])
  }
  return groups.filter((group) => group.length > 1).map((group) => group.join(' '))
}

/**
 * Finds the tracking number that a message names: it alone, or among other words. Numbers of no known carrier need letters and eight
 * digits beside other words; a message with two numbers names none.
 * docs/product/auto-answers.md, "Un tracking".
 */
export function findNamedTracking(text: string): string | undefined {
  const whole = text.trim()
  const alone = /^\d{12,34}$/.test(whole) ? readTracking(whole).tracking : readPlausible(whole)
  if (alone !== undefined) return alone
  const pieces = whole.split(/\s+/).map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  const inGroups = listGroups(pieces).flatMap((group) => {
    const { tracking, carrier } = readTracking(group)
    return carrier === null ? [] : [tracking]
  })
  const found = new Set(inGroups.length > 0 ? inGroups : pieces.flatMap((piece) => readPlausible(piece) ?? []))
  const [first] = found
  return found.size === 1 ? first : undefined
}

import { divideRounded, type Exact, exact, toWire } from '@casillero/shared/domain/money'

export type ScaleMessage =
  | { kind: 'weight'; pounds: number; mark: 'stable' | 'moving' | 'none' }
  | { kind: 'over' | 'under' }
  /** Follows a weight in an answer to `W`, or stands alone where a moving scale gives none. */
  | { kind: 'status' }

/** A pound is 0.45359237 kg by definition. */
const unitsInPound: Record<string, Exact> = {
  lb: exact(1),
  lbs: exact(1),
  oz: exact(16),
  kg: exact('0.45359237'),
  g: exact('453.59237'),
}

const weight = '([+-]?)\\s*(\\d{1,6}(?:\\.\\d{1,4})?|\\.\\d{1,4})\\s*,?\\s*(lbs?|oz|kg|g)'

/** `ST,GS,+ 3.45lb`; some put the scale's number before it, some no comma after `GS`. */
const marked = /^(?:\d{2})?(ST|US|OL|UL)\s*,\s*(.*)$/i
const markedWeight = new RegExp(`^(?:(?:GS|NT)\\s*,?\\s*)?${weight}$`, 'i')

/** ` 3.45lb`, which says neither rest nor motion; a question mark behind it means motion. */
const bareWeight = new RegExp(`^${weight}(?:\\s+(?:GS?|NT?))?\\s*(\\?)?$`, 'i')

/** Makers disagree on what the first byte says of motion, so it is not looked at. */
const status = /^S?[0-?]([0-?])[0-?]?$/

/** Rounded once. docs/product/devices.md, "Scale". */
function readPounds([sign, digits, unit]: readonly (string | undefined)[]): number {
  const units = unitsInPound[unit?.toLowerCase() ?? ''] ?? exact(1)
  return toWire(divideRounded(exact(`${sign === '-' ? '-' : ''}${digits}`), units, 2, 'halfAwayFromZero'))
}

function readMarked(mark: string, rest: string): ScaleMessage | undefined {
  if (mark === 'OL') return { kind: 'over' }
  if (mark === 'UL') return { kind: 'under' }
  const found = markedWeight.exec(rest)
  if (found === null) return undefined
  return { kind: 'weight', pounds: readPounds(found.slice(1)), mark: mark === 'ST' ? 'stable' : 'moving' }
}

function readStatus(second: string): ScaleMessage {
  const bits = second.charCodeAt(0)
  if ((bits & 2) > 0) return { kind: 'over' }
  return (bits & 1) > 0 ? { kind: 'under' } : { kind: 'status' }
}

/** Undefined for a line of no known form, such as one without a unit. */
export function readScaleLine(line: string): ScaleMessage | undefined {
  const text = line.trim()
  const [, mark, rest] = marked.exec(text) ?? []
  if (mark !== undefined && rest !== undefined) return readMarked(mark.toUpperCase(), rest)
  const bare = bareWeight.exec(text)
  if (bare !== null)
    return { kind: 'weight', pounds: readPounds(bare.slice(1)), mark: bare[4] === undefined ? 'none' : 'moving' }
  const [, second] = status.exec(text) ?? []
  return second === undefined ? undefined : readStatus(second)
}

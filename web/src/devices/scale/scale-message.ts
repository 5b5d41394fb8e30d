import { divideRounded, type Exact, exact, toWire } from '@casillero/shared/domain/money'

/** A line of a scale; `mark` is its word on the load: at rest, in motion, or nothing. */
export type ScaleMessage =
  | { kind: 'weight'; pounds: number; mark: 'stable' | 'moving' | 'none' }
  | { kind: 'over' | 'under' }
  /** The bytes that follow a weight in an answer to `W`, or stand alone where a moving scale gives no weight. */
  | { kind: 'status' }

/** The units in one pound, exactly: by definition a pound is 0.45359237 kg. */
const unitsInPound: Record<string, Exact> = {
  lb: exact(1),
  lbs: exact(1),
  oz: exact(16),
  kg: exact('0.45359237'),
  g: exact('453.59237'),
}

const weight = '([+-]?)\\s*(\\d{1,6}(?:\\.\\d{1,4})?|\\.\\d{1,4})\\s*,?\\s*(lbs?|oz|kg|g)'

/** `ST,GS,+  3.45lb`: state, gross or net, sign, weight, unit; some put the number of the scale before it, some no comma after `GS`. */
const marked = /^(?:\d{2})?(ST|US|OL|UL)\s*,\s*(.*)$/i
const markedWeight = new RegExp(`^(?:(?:GS|NT)\\s*,?\\s*)?${weight}$`, 'i')

/** `   3.45lb`, the answer to `W`, or a line that says neither rest nor motion; a question mark behind it means motion. */
const bareWeight = new RegExp(`^${weight}(?:\\s+(?:GS?|NT?))?\\s*(\\?)?$`, 'i')

/** Two bytes, now and then three, from `0` to `?`. Makers disagree on what the first one says of motion, so it is not looked at. */
const status = /^S?[0-?]([0-?])[0-?]?$/

/** Pounds with two decimals, rounded once. docs/product/devices.md, "Scale". */
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

/** Reads one whole line; undefined where it is of no form that is known, such as one without a unit. docs/product/devices.md, "Scale". */
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

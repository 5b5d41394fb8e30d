import pg from 'pg'

// Doubles represent amounts exactly at their scale; `domain/money` computes with exact decimals.
const wireTypes = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])

/** Ends of the parts of `2026-11-24 08:20:37.824114+00`. */
const [dateEnd, secondsEnd, millisecondsEnd] = [10, 19, 23]

/** Reads PostgreSQL's text of a UTC time; cutting is far cheaper than a Date or a pattern. */
function instant(text: string): string {
  // Years with more digits, or before our era, have their separators elsewhere.
  if (text[dateEnd] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString()
  const time = text.slice(dateEnd + 1, Math.min(millisecondsEnd, text.length - 3))
  const fraction = text[secondsEnd] === '.' ? '' : '.'
  return `${text.slice(0, dateEnd)}T${time}${fraction.padEnd(millisecondsEnd - dateEnd - 1 - time.length, '0')}Z`
}

/** Takes a type's number; returns the reader of PostgreSQL's text. */
export const chooseReader = (oid: number): ((value: string) => unknown) =>
  wireTypes.get(oid) ?? pg.types.getTypeParser(oid, 'text')

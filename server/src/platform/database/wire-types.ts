import pg from 'pg'

// A double represents amounts exactly at their scale; `domain/money` computes with them as exact decimals.
const wireTypes = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])

const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** Converts PostgreSQL's text of a UTC time to ISO 8601 with milliseconds; slicing the text is far cheaper than a Date. */
function instant(text: string): string {
  const parts = utcTimestamp.exec(text)
  if (!parts) return new Date(text).toISOString()
  const [, date, time, fraction = ''] = parts
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** Gives the function that reads a value of a type from PostgreSQL's text. */
export const readerOf = (oid: number): ((value: string) => unknown) =>
  wireTypes.get(oid) ?? pg.types.getTypeParser(oid, 'text')

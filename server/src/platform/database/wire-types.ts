import pg from 'pg'

// Amounts fit a double exactly at their scale and are only ever calculated with as exact decimals, see domain/money.
const wireTypes = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, (value) => value],
  [pg.types.builtins.TIMESTAMPTZ, instant],
])

const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** ISO 8601 with milliseconds from what PostgreSQL writes in UTC; taking the text apart is far cheaper than a Date. */
function instant(text: string): string {
  const parts = utcTimestamp.exec(text)
  if (!parts) return new Date(text).toISOString()
  const [, date, time, fraction = ''] = parts
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** How a value of that type is read from the text that PostgreSQL sends. */
export const readers = (oid: number): ((value: string) => unknown) =>
  wireTypes.get(oid) ?? pg.types.getTypeParser(oid, 'text')

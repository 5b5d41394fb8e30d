import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** The value's name, by its placeholder. */
const slotNames = new WeakMap<object, string>()

function slotsFor<Values extends object>(): Values {
  const slots = new Map<string, object>()
  const handler: ProxyHandler<object> = {
    get(_, name) {
      const slot = slots.get(String(name)) ?? {}
      slots.set(String(name), slot)
      slotNames.set(slot, String(name))
      return slot
    },
  }
  // Every property is a placeholder, which the builder only passes on as a parameter.
  return new Proxy({}, handler) as Values
}

function fill(parameter: unknown, values: object): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter
  const name = slotNames.get(parameter)
  return name === undefined ? parameter : Reflect.get(values, name)
}

async function runFilled<Row>(
  db: Db,
  built: CompiledQuery<Row>,
  valueFor: (parameter: unknown) => unknown,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...built, parameters: built.parameters.map(valueFor) })
  return rows
}

/**
 * Builds once per variant, because for busy calls building costs more than running.
 * @param build may only pass its `values` on as parameters; `variant` may change the text
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, values: Values, variant: number) => Compilable<Row>,
): (db: Db, values: Values, variant?: number) => Promise<Row[]> {
  const built = new Map<number, CompiledQuery<Row>>()
  return async (db, values, variant = 0) => {
    const known = built.get(variant) ?? build(db, slotsFor<Values>(), variant).compile()
    built.set(variant, known)
    return await runFilled(db, known, (parameter) => fill(parameter, values))
  }
}

/** Stands for one value of one row. */
class Cell {
  readonly row: number
  readonly name: string

  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}

// Longer texts cost more memory than building them again costs time.
const maxKeptRows = 10

/**
 * Builds once for each number of rows and set of columns. Rows of a call have the same columns, each with a value.
 * @param build may put values of its own beside those of a row
 */
export function prepareInsert<Values extends object, Row>(
  build: (db: Db, rows: Values[]) => Compilable<Row>,
): (db: Db, rows: Values[]) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>()
  return async (db, rows) => {
    if (rows.length > maxKeptRows) return (await db.executeQuery(build(db, rows).compile())).rows
    const names = Object.keys(rows[0] ?? {})
    // A column missing in the first row would be left out silently.
    const odd = rows.findIndex((row) => Object.keys(row).length !== names.length)
    if (odd !== -1) throw new Error(`Row ${odd} has other columns`)
    const key = `${rows.length} ${names}`
    // Every property is a placeholder, which the builder only passes on as a parameter.
    const cells = (_: Values, row: number) =>
      Object.fromEntries(names.map((name) => [name, new Cell(row, name)])) as Values
    const known = built.get(key) ?? build(db, rows.map(cells)).compile()
    built.set(key, known)
    return await runFilled(db, known, (parameter) => {
      if (!(parameter instanceof Cell)) return parameter
      const value = Reflect.get(rows[parameter.row] ?? {}, parameter.name)
      if (value === undefined) throw new Error(`Row ${parameter.row} has no ${parameter.name}`)
      return value
    })
  }
}

import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Placeholders for the values of a statement while it is built, by the name of the value. */
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
  // Every property is a placeholder; the builder only passes them on as parameters.
  return new Proxy({}, handler) as Values
}

function fill(parameter: unknown, values: object): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter
  const name = slotNames.get(parameter)
  return name === undefined ? parameter : Reflect.get(values, name)
}

/**
 * Prepares a statement that is built once for each variant and then only filled with values: for the busiest calls, where
 * building a long statement costs the server more than running it.
 *
 * @param build may hand its `values` on as parameters and do nothing else with them; `variant` may change the text
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, values: Values, variant: number) => Compilable<Row>,
): (db: Db, values: Values, variant?: number) => Promise<Row[]> {
  const built = new Map<number, CompiledQuery<Row>>()
  return async (db, values, variant = 0) => {
    const known = built.get(variant) ?? build(db, slotsFor<Values>(), variant).compile()
    built.set(variant, known)
    const parameters = known.parameters.map((parameter) => fill(parameter, values))
    const { rows } = await db.executeQuery<Row>({ ...known, parameters })
    return rows
  }
}

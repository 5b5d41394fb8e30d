export type Path = (string | number)[]

/** Lists the paths of the values of a sample, its containers included. */
export function listPlaces(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...entries.flatMap(([key, inner]) => listPlaces(inner, [...path, key]))]
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

/** Copies a sample with another value at a path. */
export function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(whole) ? [...whole] : { ...Object(whole) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

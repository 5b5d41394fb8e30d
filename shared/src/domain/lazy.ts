/** Defers creation: an `Intl` format costs a slow phone some milliseconds. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

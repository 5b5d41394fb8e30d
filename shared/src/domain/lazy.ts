/** Makes a value at its first use: a format of `Intl` costs a slow phone some milliseconds, for which the start of a page must not wait. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

/**
 * Anonymous requests for a key share one query. The answer is not cached.
 * @param ask gets the key; when it fails, all its callers fail
 */
export function singleFlight<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key) => {
    const known = underWay.get(key)
    if (known) return known
    const answer = ask(key).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

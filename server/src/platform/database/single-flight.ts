/**
 * Lets all who ask for the same at the same time share one answer: what strangers may ask for costs the database one question
 * at a time, however many ask. Nothing is kept; whoever asks after the answer is asking anew.
 *
 * @param ask gets the key; when it fails, all who wait fail with it
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

/** A blurred picture in between does not count. */
const awayMs = 1_500

/**
 * The returned function takes the codes of a picture and when it was read, and gives those that came into view. The time counts from the
 * first picture without a code: a slow phone takes seconds for one.
 */
export function watchCodes(): (codes: readonly string[], now: number) => string[] {
  const missedSince = new Map<string, number | undefined>()
  return (codes, now) => {
    const shown = new Set(codes.filter((code) => code !== ''))
    const arrived = [...shown].filter((code) => !missedSince.has(code))
    for (const code of shown) missedSince.set(code, undefined)
    for (const [code, since = now] of missedSince) {
      if (now - since > awayMs) missedSince.delete(code)
      else if (!shown.has(code)) missedSince.set(code, since)
    }
    return arrived
  }
}

/** A code that pictures lack for so long has left the camera: a blurred one in between does not count. */
const awayMs = 1_500

/**
 * Watches the pictures of a camera: the returned function takes the codes of the next picture and when it was read, and gives those that
 * came into it. The time counts from the first picture without a code, because a slow phone takes seconds to read a single one.
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

/** Milliseconds that a test waits for a state: a slow machine reaches it late, and a wait for one that never comes still ends. */
export const longestWaitMs = 10 * 60_000

/** The same in a browser, where a story that is red shows what it waited for before its own time is over. */
export const longestSightMs = longestWaitMs / 5

const firstPauseMs = 5
const longestPauseMs = 100

/**
 * Waits until a condition holds, checking it ever less often, because a check costs what others wait for; throws when it has not come to
 * `what` by then.
 */
export async function waitUntil(
  isSo: () => Promise<unknown> | unknown,
  longestMs = longestWaitMs,
  what = 'that',
): Promise<void> {
  const end = performance.now() + longestMs
  let pauseMs = firstPauseMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never came to ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(pauseMs * 1.3, longestPauseMs)
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { throttle } from '../../../platform/database/throttle.ts'

/** Each rest is as long as the piece of work before it, so a call gets half of the time. */
const rest = { times: 1, mostMs: 100 }
/** Then the call rests no more, so that it is answered before the browser gives up. */
const restingMs = 2_500

/** Later others still come between two pieces. */
export function createCallThrottle(): (from: number) => Promise<void> {
  const until = performance.now() + restingMs
  return async (from) => {
    if (from < until) await throttle(from, rest)
    else await nextTurn()
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { throttle } from '../../../platform/database/throttle.ts'

/** Half of the time is the call's. */
const rest = { times: 1, mostMs: 100 }
/** The time after which a call rests no more, so that it is answered before the browser gives up. */
const restingMs = 2_500

/** Creates what rests after each piece of the work of one call; later the others still come between two pieces. */
export function createCallThrottle(): (from: number) => Promise<void> {
  const until = performance.now() + restingMs
  return async (from) => {
    if (from < until) await throttle(from, rest)
    else await nextTurn()
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { throttle } from '../../../platform/database/throttle.ts'

/** Rests as long as the work before it, so that a call gets half of the time. */
const rest = { times: 1, mostMs: 100 }
/** Milliseconds. After that the call no longer rests, so that the browser gets its answer in time. */
const restingMs = 2_500

/** Even then others may run between two pieces. */
export function createCallThrottle(): (from: number) => Promise<void> {
  const until = performance.now() + restingMs
  return async (from) => {
    if (from < until) await throttle(from, rest)
    else await nextTurn()
  }
}

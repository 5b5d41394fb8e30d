import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** In milliseconds from the call's begin: a second less than a browser waits, so that its user reads the refusal. */
export const longestAbsenceMs = 9_000
const probeMs = 200

export type Absence = {
  isAway(): boolean
  /** Throws `unavailable` at `until`, an instant of `performance.now()`. */
  waitForReturn(until: number): Promise<void>
  /** How long a call goes on waiting for its turn behind those that wait for PostgreSQL; 0 when its wait is over. */
  extendTurn(waitedMs: number): number
}

/**
 * One probe asks for all calls that wait: each for itself would be a storm on a server that is just starting.
 * @param probe rejects while PostgreSQL takes no connections that may write
 * @param turnMs the time that a call may wait for its turn in ordinary times
 */
export function createAbsence(probe: () => Promise<void>, turnMs: number): Absence {
  let waiting = 0
  let returnedAt = Number.NEGATIVE_INFINITY
  let back: Promise<void> | undefined

  async function watch(): Promise<void> {
    while (waiting > 0) {
      const isBack = await probe().then(
        () => true,
        () => false,
      )
      if (isBack) {
        returnedAt = performance.now()
        return
      }
      await pause(probeMs)
    }
  }

  return {
    isAway: () => back !== undefined,
    async waitForReturn(until) {
      waiting += 1
      back ??= watch().finally(() => {
        back = undefined
      })
      const isOver = new AbortController()
      const late = pause(Math.max(0, until - performance.now()), 'late' as const, { signal: isOver.signal })
      late.catch(() => {})
      try {
        if ((await Promise.race([back, late])) === 'late') throw new AppError('unavailable', { retryAfterSeconds: 2 })
      } finally {
        isOver.abort()
        waiting -= 1
      }
    },
    extendTurn(waitedMs) {
      const left = longestAbsenceMs - waitedMs
      const more = back ? probeMs : returnedAt + turnMs - performance.now()
      return Math.max(0, Math.min(left, more))
    },
  }
}

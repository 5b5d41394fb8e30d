import { createFairShare } from '../database/fair-share.ts'
import { throttle } from '../database/throttle.ts'

/** Two thirds of the time in which a company's files are made one after the other. */
const rest = { times: 2, mostMs: 50 }

/** Makes a file in the turn of its company. */
export type FileTurns = <T>(company: string, make: () => Promise<T>) => Promise<T>

/**
 * Creates the turns in which files are read and drawn: a company's one after the other, so that its other calls come between many of
 * them, and the second thread is there for other companies. After a file, which its caller has by then, the company rests.
 */
export function createFileTurns(): FileTurns {
  const files = createFairShare({ maxConcurrent: 1, maxQueued: 40, maxWaitMs: 6_000 })
  return async <T>(company: string, make: () => Promise<T>) => {
    const made = Promise.withResolvers<T>()
    const inTurn = async () => {
      const from = performance.now()
      made.resolve(await make())
      await throttle(from, rest)
    }
    files.runInTurn(company, inTurn).catch(made.reject)
    return await made.promise
  }
}

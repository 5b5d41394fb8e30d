import { AppError } from './errors.ts'

export type ShareLimits = {
  /** Pieces of work that one company may have under way at once. */
  most: number
  /** Further ones that may wait for their turn; beyond that they are refused at once. */
  longestQueue: number
  /** Milliseconds that one may wait. */
  patienceMs: number
  /** What whoever cannot wait is told; left out, that the server is busy. */
  refusal?: () => AppError
}

type Waiter = { go: () => void; timer: NodeJS.Timeout }
type Line = { busy: number; waiting: Set<Waiter> }

const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

/**
 * Gives each company (by any name of it) its share, so that whoever keeps the database busy waits for themselves and the
 * others find a connection. Runs `work` in its turn; throws `refusal` to whom the queue is too long.
 */
export function createFairShare({ most, longestQueue, patienceMs, refusal = notNow }: ShareLimits) {
  // Holds who is here now, and nobody else: a name costs nothing once its work is done.
  const lines = new Map<string, Line>()

  /** A promise for whoever has to wait; nothing for whoever may go on. */
  function enter(company: string): Promise<void> | undefined {
    const line = lines.get(company)
    if (!line) {
      lines.set(company, { busy: 1, waiting: new Set() })
      return undefined
    }
    if (line.busy < most) {
      line.busy += 1
      return undefined
    }
    if (line.waiting.size >= longestQueue) throw refusal()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(waiter)
        reject(refusal())
      }, patienceMs)
      const waiter: Waiter = { go: resolve, timer }
      line.waiting.add(waiter)
    })
  }

  function leave(company: string): void {
    const line = lines.get(company)
    if (!line) return
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      clearTimeout(next.timer)
      next.go()
    } else if (line.busy > 1) line.busy -= 1
    else lines.delete(company)
  }

  return async <T>(company: string, work: () => Promise<T>): Promise<T> => {
    const turn = enter(company)
    if (turn) await turn
    try {
      return await work()
    } finally {
      leave(company)
    }
  }
}

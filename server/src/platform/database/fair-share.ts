import { AppError } from '../errors.ts'

export type ShareLimits = {
  /** Pieces of work that one company may have under way at once. */
  most: number
  /** Further ones that may wait for their turn; beyond that they are refused at once. */
  longestQueue: number
  /** Pieces of work, under way and waiting, of all companies together; when there are more, each may have an equal part of them. */
  mostInAll?: number
  /** Milliseconds that one may wait. */
  patienceMs: number
  /** The error for a caller that cannot wait; left out, that the server is busy. */
  refusal?: () => AppError
}

type Waiter = { go: () => void; timer: NodeJS.Timeout }
type Line = { busy: number; waiting: Set<Waiter> }

const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

/** Runs `work` in the turn of its company; throws the refusal to whom the queue is too long. */
export type FairShare = {
  inTurn<T>(company: string, work: () => Promise<T>): Promise<T>
  /** Whether there is room for one more of a company, which is asked for only where that depends on it. */
  admits(company: () => string | null): boolean
}

/**
 * Gives each company (by any name of it) its share, so that a busy company waits for itself and the others
 * find a connection. However many come, what is let in stays below twice `mostInAll` or, where more companies than that
 * come at once, one for each of them.
 */
export function createFairShare(limits: ShareLimits): FairShare {
  const { most, longestQueue, mostInAll = Number.POSITIVE_INFINITY, patienceMs, refusal = notNow } = limits
  // Holds only companies with work under way, so that a name costs nothing once its work is done.
  const lines = new Map<string, Line>()
  let inAll = 0

  function admits(company: () => string | null): boolean {
    if (inAll < mostInAll) return true
    const line = lines.get(company() ?? '')
    return !line || line.busy + line.waiting.size < mostInAll / lines.size
  }

  /** A promise for a caller that has to wait; undefined for one that may go on. */
  function enter(company: string): Promise<void> | undefined {
    if (!admits(() => company)) throw refusal()
    const line = lines.get(company)
    if (!line) {
      lines.set(company, { busy: 1, waiting: new Set() })
      inAll += 1
      return undefined
    }
    if (line.busy < most) {
      line.busy += 1
      inAll += 1
      return undefined
    }
    if (line.waiting.size >= longestQueue) throw refusal()
    inAll += 1
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(waiter)
        inAll -= 1
        reject(refusal())
      }, patienceMs)
      const waiter: Waiter = { go: resolve, timer }
      line.waiting.add(waiter)
    })
  }

  function leave(company: string): void {
    const line = lines.get(company)
    if (!line) return
    inAll -= 1
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      clearTimeout(next.timer)
      next.go()
    } else if (line.busy > 1) line.busy -= 1
    else lines.delete(company)
  }

  return {
    admits,
    async inTurn(company, work) {
      const turn = enter(company)
      if (turn) await turn
      try {
        return await work()
      } finally {
        leave(company)
      }
    },
  }
}

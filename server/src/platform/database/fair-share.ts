import { AppError } from '../errors.ts'

export type ShareLimits = {
  /** Pieces of work of one company that may run at once. */
  maxConcurrent: number
  /** Pieces of work of one company that may wait for their turn; those beyond it are refused at once. */
  maxQueued: number
  /** Pieces of work, running and waiting, of all companies together; beyond it each company may have an equal part of them. */
  maxTotal?: number
  /** Milliseconds that a piece of work may wait. */
  maxWaitMs: number
  /** Gives the milliseconds by which a wait of so many goes on after all; left out: none. */
  extendTurn?: (waitedMs: number) => number
  /** Makes the error of a refusal; by default `unavailable`. */
  refusal?: () => AppError
}

type Waiter = { go: () => void; timer: NodeJS.Timeout }
type Queue = { busy: number; waiting: Set<Waiter> }

const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

export type FairShare = {
  /** Runs `work` in the turn of its company; throws the refusal when the queue or the wait is too long. */
  runInTurn<T>(company: string, work: () => Promise<T>): Promise<T>
  /** Says whether one more piece of work of a company would be let in; the company is only asked for where that depends on it. */
  admits(company: () => string | null): boolean
}

/**
 * A bulkhead: gives each company (by any name of it) its share, so that a busy company waits for itself and the others find a
 * connection. Under any load, what is let in stays below twice `maxTotal` or, with more companies than that at once, one for
 * each of them.
 */
export function createFairShare(limits: ShareLimits): FairShare {
  const { maxConcurrent, maxQueued, maxTotal = Number.POSITIVE_INFINITY, maxWaitMs, refusal = notNow } = limits
  const { extendTurn = () => 0 } = limits
  // Holds only companies with work under way, so that a name costs nothing once its work is done.
  const queues = new Map<string, Queue>()
  let total = 0

  function admits(company: () => string | null): boolean {
    if (total < maxTotal) return true
    const queue = queues.get(company() ?? '')
    return !queue || queue.busy + queue.waiting.size < maxTotal / queues.size
  }

  /** Gives a promise to a caller that has to wait; undefined to one that may go on. */
  function enter(company: string): Promise<void> | undefined {
    if (!admits(() => company)) throw refusal()
    const queue = queues.get(company)
    if (!queue) {
      queues.set(company, { busy: 1, waiting: new Set() })
      total += 1
      return undefined
    }
    if (queue.busy < maxConcurrent) {
      queue.busy += 1
      total += 1
      return undefined
    }
    if (queue.waiting.size >= maxQueued) throw refusal()
    total += 1
    return new Promise((resolve, reject) => {
      const begun = performance.now()
      const end = () => {
        const moreMs = extendTurn(performance.now() - begun)
        if (moreMs > 0) {
          waiter.timer = setTimeout(end, moreMs)
          return
        }
        queue.waiting.delete(waiter)
        total -= 1
        reject(refusal())
      }
      const waiter: Waiter = { go: resolve, timer: setTimeout(end, maxWaitMs) }
      queue.waiting.add(waiter)
    })
  }

  function leave(company: string): void {
    const queue = queues.get(company)
    if (!queue) return
    total -= 1
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      clearTimeout(next.timer)
      next.go()
    } else if (queue.busy > 1) queue.busy -= 1
    else queues.delete(company)
  }

  return {
    admits,
    async runInTurn(company, work) {
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

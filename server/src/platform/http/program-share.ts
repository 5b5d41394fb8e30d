import { hashToken } from '../auth/session.ts'
import { createFairShare } from '../database/fair-share.ts'
import { AppError } from '../errors.ts'

type ProgramLimits = {
  /** Calls that a token may make at once after a rest. */
  burst: number
  /** Calls a second that a token may make for ever. */
  perSecond: number
  /** Calls of one company's programs that may be served at once: the rest of its share is for people. */
  maxConcurrent: number
}

const defaultLimits: ProgramLimits = { burst: 100, perSecond: 10, maxConcurrent: 3 }
const maxRemembered = 10_000

type Bucket = { left: number; at: number }

/**
 * Gives programs a share of their own: each token so many calls a second, `too_many_calls` beyond them, and all programs of a company
 * together a few at once, in a queue that answers `unavailable` where it is too long. So a program in a loop costs people no answer.
 */
export function createProgramShare(limits: Partial<ProgramLimits> = {}, now = () => performance.now()) {
  const { burst, perSecond, maxConcurrent } = { ...defaultLimits, ...limits }
  const share = createFairShare({ maxConcurrent, maxQueued: 40, maxWaitMs: 6_000 })
  const buckets = new Map<string, Bucket>()

  /** A bucket that is full again says the same as none. */
  function forgetFull(): void {
    for (const [name, { left, at }] of buckets) {
      if (left + ((now() - at) / 1000) * perSecond >= burst) buckets.delete(name)
    }
    // All are in use: made-up tokens must not cost memory without end.
    if (buckets.size >= maxRemembered) buckets.clear()
  }

  function take(token: string): void {
    // The memory of a process holds no token longer than its call.
    const name = hashToken(token).toString('base64')
    const at = now()
    const { left, at: since } = buckets.get(name) ?? { left: burst, at }
    const filled = Math.min(burst, left + ((at - since) / 1000) * perSecond)
    if (filled < 1) {
      throw new AppError('too_many_calls', { retryAfterSeconds: Math.max(1, Math.ceil((1 - filled) / perSecond)) })
    }
    if (!buckets.has(name) && buckets.size >= maxRemembered) forgetFull()
    buckets.set(name, { left: filled - 1, at })
  }

  return {
    /** Throws `too_many_calls` or `unavailable`. */
    async run<T>({ token, company }: { token: string; company: string }, work: () => Promise<T>): Promise<T> {
      take(token)
      return await share.runInTurn(company, work)
    },
  }
}

import { sql } from 'kysely'
import { hashToken } from '../auth/session.ts'
import type { Database } from '../database/database.ts'
import { createFairTurns } from '../database/fair-turns.ts'
import { AppError } from '../errors.ts'

type ProgramLimits = {
  /** Calls at once after a rest. */
  burst: number
  /** Calls in the long run. */
  perSecond: number
  /** Parallel calls; the rest of the company's share is for people. */
  maxConcurrent: number
}

/** Counts for all servers; returns the seconds to wait, or 0. */
export type CountCall = (hash: Buffer, limits: Pick<ProgramLimits, 'burst' | 'perSecond'>) => Promise<number>

/** Counts in the database, for all servers. */
export const countCallIn =
  (database: Pick<Database, 'withoutCompany'>): CountCall =>
  (hash, { burst, perSecond }) =>
    database.withoutCompany(async (db) => {
      const { rows } = await sql<{ seconds: number }>`
        select take_token_call(${hash}, ${burst}, ${perSecond}) as seconds`.execute(db)
      return rows[0]?.seconds ?? 0
    }, {})

const defaultLimits: ProgramLimits = { burst: 100, perSecond: 10, maxConcurrent: 3 }
const tooMany = (retryAfterSeconds: number) => new AppError('too_many_calls', { retryAfterSeconds })
const maxRemembered = 10_000

type Bucket = { left: number; at: number }

/**
 * Limits each token's rate (`too_many_calls`), and the parallel calls of a company's programs (`unavailable` if their queue is too long). A
 * server's own count refuses first, which costs no statement.
 */
export function createProgramShare(
  countCall: CountCall,
  limits: Partial<ProgramLimits> = {},
  now = () => performance.now(),
) {
  const { burst, perSecond, maxConcurrent } = { ...defaultLimits, ...limits }
  const share = createFairTurns({ maxOfCompany: maxConcurrent, maxQueuedOfCompany: 40, maxWaitMs: 6_000 })
  const buckets = new Map<string, Bucket>()

  /** A full bucket equals none. */
  function forgetFull(): void {
    for (const [name, { left, at }] of buckets) {
      if (left + ((now() - at) / 1000) * perSecond >= burst) buckets.delete(name)
    }
    // All are in use: made-up tokens must not fill the memory.
    if (buckets.size >= maxRemembered) buckets.clear()
  }

  function take(hash: Buffer): void {
    const name = hash.toString('base64')
    const at = now()
    const { left, at: since } = buckets.get(name) ?? { left: burst, at }
    const filled = Math.min(burst, left + ((at - since) / 1000) * perSecond)
    if (filled < 1) {
      throw tooMany(Math.max(1, Math.ceil((1 - filled) / perSecond)))
    }
    if (!buckets.has(name) && buckets.size >= maxRemembered) forgetFull()
    buckets.set(name, { left: filled - 1, at })
  }

  return {
    /** Throws `too_many_calls`, `unavailable`. */
    async run<T>({ token, company }: { token: string; company: string }, work: () => Promise<T>): Promise<T> {
      // No token stays in memory longer than its call.
      const hash = hashToken(token)
      take(hash)
      return await share.run({ company, rank: 'staff', origin: hash.toString('base64') }, async () => {
        const seconds = await countCall(hash, { burst, perSecond })
        if (seconds > 0) throw tooMany(seconds)
        return await work()
      })
    },
  }
}

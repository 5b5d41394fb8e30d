import type { Job } from './worker.ts'

type Outbox<Claimed, Outcome> = {
  name: string
  everyMs: number
  /** Parallel sends. */
  lanes: number
  /** Runs in a transaction of its own. */
  claim: () => Promise<Claimed | undefined>
  /** Runs outside transactions; undefined if it is not sent after all. */
  send: (claimed: Claimed) => Promise<Outcome | undefined>
  /** Writes nothing if the row was decided meanwhile. */
  record: (claimed: Claimed, outcome: Outcome) => Promise<void>
}

/**
 * Claims, sends and records in lanes. Nothing is kept in memory: a row whose sender was killed is decided when its lease ends. While there
 * is nothing to send, one lane asks for all.
 */
export function outboxJobs<Claimed, Outcome>(outbox: Outbox<Claimed, Outcome>): Job[] {
  const { name, everyMs, lanes, claim, send, record } = outbox
  let idleUntil = 0

  async function claimInTurn(): Promise<Claimed | undefined> {
    if (performance.now() < idleUntil) return undefined
    idleUntil = performance.now() + everyMs
    const claimed = await claim()
    if (claimed) idleUntil = 0
    return claimed
  }

  const lane: Job = {
    name,
    everyMs,
    async run() {
      const claimed = await claimInTurn()
      if (!claimed) return false
      const outcome = await send(claimed)
      if (outcome !== undefined) await record(claimed, outcome)
      return true
    },
  }
  return Array.from({ length: lanes }, () => lane)
}

/** Varies by up to a fifth, so that tasks that failed together are not retried together. */
export const spread = (ms: number): number => ms * (0.8 + Math.random() * 0.4)

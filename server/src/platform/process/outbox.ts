import type { Job } from './worker.ts'

type Outbox<Claimed, Outcome> = {
  name: string
  everyMs: number
  /** At once. */
  lanes: number
  /** In a transaction of its own. */
  claim: () => Promise<Claimed | undefined>
  /** While no transaction is open; undefined where it is not sent after all. */
  send: (claimed: Claimed) => Promise<Outcome | undefined>
  /** Unless the row was decided meanwhile. */
  record: (claimed: Claimed, outcome: Outcome) => Promise<void>
}

/**
 * Claim, send, record, in lanes. Nothing is in memory: a row whose sender was killed is decided by the end of its lease. While there is
 * nothing to send, one lane asks in the name of all.
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

/** Up to a fifth shorter or longer, so that what failed together is not tried again together. */
export const spread = (ms: number): number => ms * (0.8 + Math.random() * 0.4)

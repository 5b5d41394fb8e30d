import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Job } from '../../platform/process/worker.ts'
import type { Gateway, GatewayEvent } from '../../platform/whatsapp/gateway.ts'

type Parts = {
  database: Database
  gateway: Gateway
  everyMs: number
  receive: (db: Db, event: GatewayEvent) => Promise<void>
  reporter: {
    reportFailure(error: unknown, job: string, companyId: string): unknown
    reportSuccess(job: string, companyId: string): void
  }
}

type Missed = { company_id: string; session_name: string; since: string }

/**
 * The gateway repeats events for only a few minutes. An interrupted reading is repeated, and each message is stored once.
 * docs/product/conversations.md, "What is kept".
 */
export function createMissedJob({ database, gateway, everyMs, receive, reporter }: Parts): Job {
  const missed: Job = {
    name: 'whatsapp missed',
    everyMs,
    async run() {
      const claimed = await database.withoutCompany(
        async (db) => (await sql<Missed>`select * from claim_missed()`.execute(db)).rows[0],
      )
      if (!claimed) return false
      const { company_id: companyId, session_name: name, since } = claimed
      try {
        const messages = await gateway.listMessages(name, new Date(since))
        // Staff's answers go first, so that answered questions neither wait nor get an automatic answer.
        for (const { isOwn, ...message } of messages.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))) {
          const id = `missed_${message.messageId}`.slice(0, 100)
          const event = { id, kind: isOwn ? 'written' : 'incoming', ...message } as const
          await database.asUser({ companyId, userId: '' }, (db) => receive(db, event))
        }
        await database.withoutCompany((db) => sql`select finish_missed(${companyId}, ${since})`.execute(db))
        reporter.reportSuccess(missed.name, companyId)
      } catch (error) {
        reporter.reportFailure(error, missed.name, companyId)
      }
      return true
    },
  }
  return missed
}

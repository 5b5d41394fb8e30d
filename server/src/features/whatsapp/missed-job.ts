import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { type Job, runForEach } from '../../platform/process/worker.ts'
import type { Gateway, GatewayEvent, ReadMessages } from '../../platform/whatsapp/gateway.ts'

type Parts = {
  database: Database
  gateway: Gateway
  everyMs: number
  /** True for a message of a client that no other event brought. */
  receive: (db: Db, event: GatewayEvent) => Promise<boolean>
  reporter: {
    reportFailure(error: unknown, job: string, companyId: string): unknown
    reportSuccess(job: string, companyId: string): void
  }
}

type ChatEvent = Extract<GatewayEvent, { kind: 'written' | 'incoming' }>

/** Milliseconds. An event may still be on its way. */
const laggardMs = 2 * 60_000
const mostTries = 3
/** A minute apart at least, as `claim_missed` has it: what the gateway fails to list, and a list that it does not give to its end. */
const mostTriesOfGap = 10
const mostTriesOfList = 24 * 60
const withoutContent = { name: null, text: '', kindOfMessage: 'contact', seconds: null, file: null } as const

type Missed = { company_id: string; session_name: string; since: string }

/**
 * The gateway repeats events for only a few minutes. An interrupted reading is repeated, and each message is stored once.
 * docs/product/conversations.md, "What is kept".
 */
export function createMissedJob({ database, gateway, everyMs, receive, reporter }: Parts): Job {
  const failures = new Map<string, number>()
  const unread = new Map<string, number>()

  /** One message must not stop all others: at the last try it is kept without its content, and then left out. */
  async function keep(companyId: string, event: ChatEvent): Promise<boolean> {
    const key = `${companyId} ${event.id}`
    const tries = (failures.get(key) ?? 0) + 1
    const isLast = tries === mostTries
    try {
      const kept = isLast ? { ...event, ...withoutContent } : event
      if (tries > mostTries) return false
      return await database.asUser({ companyId, userId: '' }, (db) => receive(db, kept))
    } catch (error) {
      failures.set(key, tries)
      throw error
    }
  }

  /** What was read is kept all the same; what cannot be read is given up at last, so that the place moves on. */
  function noteUnread(companyId: string, since: string, failure: ReadMessages['failure']): void {
    const tries = (unread.get(companyId) ?? 0) + 1
    if (failure && tries < (failure.isOver ? mostTriesOfList : mostTriesOfGap)) {
      unread.set(companyId, tries)
      throw failure.error
    }
    unread.delete(companyId)
    if (!failure) {
      reporter.reportSuccess(missed.name, companyId)
      return
    }
    const message = `Messages since ${since} could not be read ${tries} times and are given up`
    const reason = 'Hay mensajes que la pasarela no pudo entregar'
    reporter.reportFailure(
      Object.assign(new Error(message, { cause: failure.error }), { reason }),
      missed.name,
      companyId,
    )
  }

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
        const { messages, failure } = await gateway.listMessages(name, new Date(since))
        // Staff's answers go first, so that answered questions neither wait nor get an automatic answer.
        let hasUnheard = false
        const ordered = messages.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
        await runForEach(ordered, async ({ isOwn, ...message }) => {
          const id = `missed_${message.messageId}`.slice(0, 100)
          const event = { id, kind: isOwn ? 'written' : 'incoming', ...message } as const
          const isNew = await keep(companyId, event)
          hasUnheard ||= isNew && Date.parse(message.at) < Date.now() - laggardMs
        })
        noteUnread(companyId, since, failure)
        await database.withoutCompany((db) =>
          sql`select finish_missed(${companyId}, ${since}, ${hasUnheard})`.execute(db),
        )
      } catch (error) {
        reporter.reportFailure(error, missed.name, companyId)
      }
      return true
    },
  }
  return missed
}

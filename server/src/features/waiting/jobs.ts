import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Job, runForEach } from '../../platform/process/worker.ts'
import { notifyWaiting } from '../messages/notify/notify-waiting.ts'
import { listDue } from './queries.ts'

/** Milliseconds, and reminders of one company in one round; the queue paces what leaves. */
const usual = { everyMs: 600_000, mostAtOnce: 100 }

/**
 * Each runs in a transaction behind the lock of a user's press, so that two servers make one message.
 * docs/product/packages.md, "Por retirar".
 */
export function remindingJob(database: Database, { everyMs, mostAtOnce } = usual): Job {
  /** Clients of a company whose reminder was not written in the last round: the others go before them. */
  const unreminded = new Map<string, string[]>()

  async function remindCompany(companyId: string): Promise<void> {
    const inCompany = <T>(run: (db: Db) => Promise<T>) => database.asUser({ companyId, userId: '' }, run)
    const due = await inCompany((db) => listDue(db, { most: mostAtOnce, last: unreminded.get(companyId) ?? [] }))
    const failed: string[] = []
    unreminded.set(companyId, failed)
    await runForEach(due, async (id) => {
      await inCompany((db) => notifyWaiting(db, id)).catch((error: unknown) => {
        failed.push(id)
        // A refusal is no failure: the next round tries again.
        if (!(error instanceof AppError)) throw error
      })
    })
  }

  return {
    name: 'waiting reminders',
    everyMs,
    async run() {
      const companies = await database.withoutCompany(
        async (db) => (await sql<{ company_id: string }>`select * from list_reminding_companies()`.execute(db)).rows,
      )
      await runForEach(companies, ({ company_id: companyId }) => remindCompany(companyId))
      return false
    },
  }
}

import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job } from '../../platform/process/worker.ts'
import { notifyWaiting } from '../messages/notify/notify-waiting.ts'
import { listDue } from './queries.ts'

const tenMinutes = 600_000
/** Reminders of one company in one round; the queue paces what leaves. */
const mostAtOnce = 100

/** A refusal is no failure: the next round tries again. */
async function remind(db: Db, clientId: string): Promise<void> {
  await notifyWaiting(db, clientId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

/**
 * Each runs in a transaction behind the lock of a user's press, so that two servers make one message.
 * docs/product/packages.md, "Por retirar".
 */
export const remindingJob = (database: Database, everyMs = tenMinutes): Job => ({
  name: 'waiting reminders',
  everyMs,
  async run() {
    const companies = await database.withoutCompany(
      async (db) => (await sql<{ company_id: string }>`select * from list_reminding_companies()`.execute(db)).rows,
    )
    for (const { company_id: companyId } of companies) {
      const inCompany = <T>(run: (db: Db) => Promise<T>) => database.asUser({ companyId, userId: '' }, run)
      const due = await inCompany((db) => listDue(db, mostAtOnce))
      for (const id of due) await inCompany((db) => remind(db, id))
    }
    return false
  },
})

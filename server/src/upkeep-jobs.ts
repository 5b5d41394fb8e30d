import { sql } from 'kysely'
import { rereadingJob } from './features/packages/save/reread-trackings.ts'
import type { Database } from './platform/database/database.ts'
import { type Job, runForEach } from './platform/process/worker.ts'

/** Runs hourly. */
const sweep = (database: Database): Job => ({
  name: 'sweep',
  everyMs: 60 * 60 * 1000,
  async run() {
    const { rows } = await database.withoutCompany((db) =>
      sql<{ step: string }>`select unnest(list_sweeps()) as step`.execute(db),
    )
    await runForEach(rows, async ({ step }) => {
      await database.withoutCompany((db) => sql`select sweep_expired(${step})`.execute(db))
    })
    return false
  },
})

/** One table a turn, so that locks are short. */
const analyzing = (database: Database): Job => ({
  name: 'analyze',
  everyMs: 60 * 1000,
  async run() {
    const { rows } = await database.withoutCompany((db) =>
      sql<{ isDone: boolean }>`select analyze_grown_table() as "isDone"`.execute(db),
    )
    return rows[0]?.isDone === true
  },
})

export const upkeepJobs = (database: Database, say: (line: string) => void): Job[] => [
  sweep(database),
  analyzing(database),
  rereadingJob(database, say),
]

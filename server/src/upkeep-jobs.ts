import { sql } from 'kysely'
import { rereadingJob } from './features/packages/save/reread-trackings.ts'
import { analyzeUncounted } from './platform/database/analyze-uncounted.ts'
import type { Database } from './platform/database/database.ts'
import type { Job } from './platform/process/worker.ts'

/** Runs hourly. */
const sweep = (database: Database): Job => ({
  name: 'sweep',
  everyMs: 60 * 60 * 1000,
  async run() {
    await database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
    return false
  },
})

/** Runs at the start, and hourly, because a failover forgets the counts too. */
const analysing = (ownerUrl: string): Job => ({
  name: 'analysing',
  everyMs: 60 * 60 * 1000,
  async run() {
    await analyzeUncounted(ownerUrl)
    return false
  },
})

export const upkeepJobs = (database: Database, ownerUrl: string, say: (line: string) => void): Job[] => [
  sweep(database),
  analysing(ownerUrl),
  rereadingJob(database, say),
]

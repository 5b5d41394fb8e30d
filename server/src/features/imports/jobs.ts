import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/process/worker.ts'
import { advanceImport } from './write-chunk.ts'
import type { InCompany } from './write-rows.ts'

type Running = { company_id: string; id: string; run_by: string }

/**
 * Writes the loads that are under way, of each company some rows in turn. Two servers take turns behind the lock of the load.
 * docs/product/imports.md, "Loading".
 */
export const importingJob = (database: Database, everyMs = 1_000): Job => ({
  name: 'imports',
  everyMs,
  async run() {
    const running = await database.withoutCompany(
      async (db) => (await sql<Running>`select * from list_running_imports()`.execute(db)).rows,
    )
    let isMore = false
    for (const { company_id: companyId, id, run_by: userId } of running) {
      const inCompany: InCompany = (run, maxMs) =>
        database.asUser({ companyId, userId, ...(maxMs === undefined ? {} : { maxMs }) }, run)
      isMore = (await advanceImport(inCompany, id)) || isMore
    }
    return isMore
  },
})

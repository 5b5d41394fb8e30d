import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Job } from '../../../platform/process/worker.ts'
import { advanceImport } from './write-chunk.ts'
import { type Cursor, type InCompany, startCursor } from './write-rows.ts'

type Running = { company_id: string; id: string; run_by: string }

/** docs/product/imports.md, "Loading". */
export function importingJob(database: Database, everyMs = 1_000): Job {
  const cursors = new Map<string, Cursor>()

  async function advance({ company_id: companyId, id, run_by: userId }: Running): Promise<boolean> {
    const inCompany: InCompany = (run, maxMs) =>
      database.asUser({ companyId, userId, ...(maxMs === undefined ? {} : { maxMs }) }, run)
    const cursor = cursors.get(id) ?? startCursor()
    cursors.set(id, cursor)
    return await advanceImport(inCompany, id, cursor)
  }

  return {
    name: 'imports',
    everyMs,
    async run() {
      const running = await database.withoutCompany(
        async (db) => (await sql<Running>`select * from list_running_imports()`.execute(db)).rows,
      )
      for (const id of cursors.keys()) if (!running.some((load) => load.id === id)) cursors.delete(id)
      let isMore = false
      for (const load of running) isMore = (await advance(load)) || isMore
      return isMore
    },
  }
}

import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type Job, runForEach } from '../../../platform/process/worker.ts'
import { advanceImport } from './write-chunk.ts'
import { type Cursor, type InCompany, startCursor } from './write-rows.ts'
import { endBroken } from './write-whole.ts'

type Running = { company_id: string; id: string; run_by: string }

/** Milliseconds. A load that fails is tried again for some twenty minutes, ever more rarely. */
const longestRestMs = 60_000
const mostFailures = 25

/** docs/product/imports.md, "Loading". */
export function importingJob(database: Database, everyMs = 1_000): Job {
  const turns = new Map<string, { cursor: Cursor; failures: number; nextMs: number }>()

  async function advance({ company_id: companyId, id, run_by: userId }: Running): Promise<boolean> {
    const inCompany: InCompany = (run, maxMs) =>
      database.asUser({ companyId, userId, ...(maxMs === undefined ? {} : { maxMs }) }, run)
    const turn = turns.get(id) ?? { cursor: startCursor(), failures: 0, nextMs: 0 }
    turns.set(id, turn)
    if (performance.now() < turn.nextMs) return false
    try {
      const isMore = await advanceImport(inCompany, id, turn.cursor)
      turn.failures = 0
      return isMore
    } catch (error) {
      turn.failures += 1
      turn.nextMs = performance.now() + Math.min(everyMs * 2 ** turn.failures, longestRestMs)
      if (turn.failures >= mostFailures) await inCompany((db) => endBroken(db, id))
      throw error
    }
  }

  return {
    name: 'imports',
    everyMs,
    async run() {
      const running = await database.withoutCompany(
        async (db) => (await sql<Running>`select * from list_running_imports()`.execute(db)).rows,
      )
      for (const id of turns.keys()) if (!running.some((load) => load.id === id)) turns.delete(id)
      let isMore = false
      await runForEach(running, async (load) => {
        isMore = (await advance(load)) || isMore
      })
      return isMore
    },
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { UndoWindow } from './kind.ts'

/** Said if undoing would restore a reference to what was deleted. */
export const isGone = 'lo que tenía antes ya no existe'

/** Selects written rows in the order of the file. */
export const selectWritten = (importId: string, { limit }: Pick<UndoWindow, 'limit'>): RawBuilder<unknown> =>
  sql`select row_number, target, target_version, outcome, before, shown, plan, done_at from import_rows
    where import_id = ${importId} and state = 'done' and target_version is not null order by row_number limit ${limit}`

type Table = 'clients' | 'tariffs' | 'statuses' | 'currencies'

/** Takes share locks, so that none of it is deleted meanwhile. `rows` selects it. */
export async function holdFormer(
  db: Db,
  rows: RawBuilder<unknown>,
  columns: Partial<Record<Table, string[]>>,
): Promise<void> {
  for (const [table, names] of Object.entries(columns)) {
    await sql`select from ${sql.table(table)}
      where id in (select (n.before ->> c.name)::uuid from (${rows}) n, unnest(${names}::text[]) as c (name))
      order by id for key share`.execute(db)
  }
}

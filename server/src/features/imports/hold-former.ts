import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Why a row stays that would get back what was deleted since. */
export const isGone = 'lo que tenía antes ya no existe'

type Table = 'clients' | 'tariffs' | 'statuses' | 'currencies'

/**
 * Takes share locks on what rows of a load had before, by the columns that named it, so that none of it is deleted while they get it
 * back. `rows` selects them.
 */
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

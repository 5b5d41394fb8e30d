import { createHash } from 'node:crypto'
import type { PairedValue } from '@casillero/shared/contract/imports'
import { headingKey } from '@casillero/shared/domain/import-columns'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** What the columns of a file are for, and what values mean that name nothing. */
export type Layout = { mapping: (string | null)[]; paired: PairedValue[] }

/** What files with the same headings have in common, however they are written. */
const layoutKey = (headings: readonly string[]): string =>
  createHash('sha256').update(headings.map(headingKey).join('\n')).digest('hex')

export function findLayout(db: Db, kind: ImportKind, headings: readonly string[]): Promise<Layout | undefined> {
  return db
    .selectFrom('import_layouts')
    .select(sql<Layout['mapping']>`mapping`.as('mapping'))
    .select(sql<PairedValue[]>`paired`.as('paired'))
    .where('kind', '=', kind)
    .where('headings', '=', layoutKey(headings))
    .executeTakeFirst()
}

export async function rememberLayout(
  db: Db,
  kind: ImportKind,
  headings: readonly string[],
  layout: Layout,
): Promise<void> {
  const values = { mapping: JSON.stringify(layout.mapping), paired: JSON.stringify(layout.paired) }
  await db
    .insertInto('import_layouts')
    .values({ kind, headings: layoutKey(headings), ...values })
    .onConflict((on) => on.columns(['company_id', 'kind', 'headings']).doUpdateSet(values))
    .execute()
}

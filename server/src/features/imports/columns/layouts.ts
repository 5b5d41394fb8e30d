import { createHash } from 'node:crypto'
import type { PairedValue } from '@casillero/shared/contract/import-columns'
import { headingKey } from '@casillero/shared/domain/import-columns'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Chosen, openChoice } from './chosen-columns.ts'

/** Includes the meaning given to unknown values. */
export type Layout = { columns: Chosen[]; paired: PairedValue[] }

type Kept = { mapping: (string | null)[]; paired: PairedValue[]; readings: Omit<Chosen, 'field'>[] }

/** Files with the same headings share a layout. */
const layoutKey = (headings: readonly string[]): string =>
  createHash('sha256').update(headings.map(headingKey).join('\n')).digest('hex')

export async function findLayout(db: Db, kind: ImportKind, headings: readonly string[]): Promise<Layout | undefined> {
  const kept = await db
    .selectFrom('import_layouts')
    .select([
      sql<Kept['mapping']>`mapping`.as('mapping'),
      sql<Kept['paired']>`paired`.as('paired'),
      sql<Kept['readings']>`readings`.as('readings'),
    ])
    .where('kind', '=', kind)
    .where('headings', '=', layoutKey(headings))
    .executeTakeFirst()
  if (!kept) return undefined
  const columns = kept.mapping.map((field, column) => {
    const chosen = openChoice(field)
    return { ...chosen, ...(chosen.dates === null ? kept.readings[column] : {}), field: chosen.field }
  })
  return { columns, paired: kept.paired }
}

export async function rememberLayout(
  db: Db,
  kind: ImportKind,
  headings: readonly string[],
  layout: Layout,
): Promise<void> {
  const values = {
    mapping: JSON.stringify(layout.columns.map(({ field }) => field)),
    readings: JSON.stringify(layout.columns.map(({ dates, decimals }) => ({ dates, decimals }))),
    paired: JSON.stringify(layout.paired),
  }
  await db
    .insertInto('import_layouts')
    .values({ kind, headings: layoutKey(headings), ...values })
    .onConflict((on) => on.columns(['company_id', 'kind', 'headings']).doUpdateSet(values))
    .execute()
}

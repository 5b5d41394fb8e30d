import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { ImportOutcome, ImportRow } from '@casillero/shared/contract/imports'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'
import type { Plan } from './kind.ts'

type RowQuery = {
  page?: number | undefined
  limit?: number | undefined
  kind?: ImportOutcome | 'refused' | 'kept' | undefined
}

export async function listRows(
  db: Db,
  importId: string,
  query: RowQuery,
): Promise<{ data: ImportRow[]; pagination: Pagination }> {
  const page = toPage({ page: 1, ...query })
  const { kind } = query
  const column = kind === 'refused' || kind === 'kept' ? sql`state` : sql`outcome`
  const rows = db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where(sql<boolean>`outcome is not null`)
    .$if(kind !== undefined, (all) => all.where(sql<boolean>`${column} = ${kind ?? ''}`))
  const found = await rows
    .select(['row_number as row'])
    .select([
      sql<ImportOutcome>`outcome`.as('outcome'),
      sql<ImportRow['state']>`state`.as('state'),
      sql<Plan['shown']>`shown`.as('shown'),
      sql<ImportRow['problems']>`problems`.as('problems'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .orderBy('row_number')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const counted = await pageWithTotal(page, found, () =>
    rows.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: counted.data.map(({ shown, ...row }) => ({ ...row, ...shown })), pagination: counted.pagination }
}

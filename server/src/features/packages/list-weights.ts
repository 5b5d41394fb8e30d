import type { WeightChange } from '@casillero/shared/contract/package-weights'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { getPackage } from './queries.ts'

/** docs/product/packages.md, "History". */
export async function listWeights(db: Db, id: string): Promise<WeightChange[]> {
  await getPackage(db, id)
  return await db
    .selectFrom('audit_entries')
    .select(['at as date', 'user_name as userName'])
    .select([
      sql<number | null>`(before ->> 'weight')::numeric`.as('from'),
      sql<number | null>`(after ->> 'weight')::numeric`.as('to'),
    ])
    .where('entity', '=', 'packages')
    .where('action', '=', 'update')
    .where('entity_id', '=', id)
    .where('target_company', 'is', null)
    .where(sql<boolean>`after ? 'weight'`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import { moveCounter } from '../../../platform/database/counters.ts'
import type { Db } from '../../../platform/database/database.ts'
import { lockPackage, refuseInvoiced } from '../queries.ts'

/** Deletes locked packages; their numbers are never used again. */
export async function deletePackages(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('packages').set({ deleted_at: sql`app_now()` }).where('id', '=', matchAny(ids)).execute()
  await moveCounter(db, 'package', { rows: -ids.length })
}

/** Deletes a package that is on no live invoice. */
export async function removePackage(db: Db, id: string): Promise<null> {
  await lockPackage(db, id)
  await refuseInvoiced(db, id)
  await deletePackages(db, [id])
  return null
}

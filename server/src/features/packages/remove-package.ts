import { softDelete } from '../../platform/database/catalogue.ts'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockPackage, refuseInvoiced } from './queries.ts'

/** Deletes a package that is on no live invoice; its number is never used again. */
export async function removePackage(db: Db, id: string): Promise<null> {
  await lockPackage(db, id)
  await refuseInvoiced(db, id)
  await softDelete(db, 'packages', id)
  await decrementCount(db, 'package')
  return null
}

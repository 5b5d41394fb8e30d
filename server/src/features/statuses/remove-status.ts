import { softDelete } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getStatus, isStatusInUse, listStatuses, lockStatus, placeStatuses } from './queries.ts'

/** Deletes a status without packages that has no role and is not the final one. docs/product/catalogues.md, "Statuses". */
export async function removeStatus(db: Db, id: string): Promise<null> {
  await lockCompany(db)
  await lockStatus(db, id)
  const status = await getStatus(db, id)
  if (await isStatusInUse(db, id)) throw new AppError('status_in_use')
  if (status.role) throw new AppError('status_has_role')
  if (status.isFinalStatus) throw new AppError('final_status_required')
  await softDelete(db, 'statuses', id)
  await placeStatuses(
    db,
    (await listStatuses(db)).map((left) => left.id),
  )
  return null
}

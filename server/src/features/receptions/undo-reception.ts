import { type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { unrestricted } from '@casillero/shared/domain/permissions'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { takeOut } from '../consignments/consign-packages.ts'
import { holdConsignment, requireOpen } from '../consignments/hold-consignment.ts'
import { lockPackage } from '../packages/queries.ts'
import { removePackage } from '../packages/save/remove-package.ts'
import { updatePackage } from '../packages/save/save-packages.ts'

function lockReception(db: Db, id: string) {
  return db
    .selectFrom('receptions')
    .select([
      'package_id as packageId',
      'package_version as packageVersion',
      'earlier',
      'consignment_id as consignmentId',
      'received_by as receivedBy',
      'undone_at as undoneAt',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const findPlace = (db: Db, packageId: string) =>
  db
    .selectFrom('consignment_packages')
    .select('consignment_id as consignmentId')
    .where('package_id', '=', packageId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Null if the package was new. */
const earlierDraft = (earlier: unknown): PackageDraft | null => (earlier === null ? null : packageDraft.parse(earlier))

/** A second call returns the same answer. docs/product/reception.md, "Undoing". */
export async function undoReception(db: Db, id: string, session: Session): Promise<null> {
  const reception = await lockReception(db, id)
  if (!reception) throw new AppError('not_found')
  if (reception.receivedBy !== session.userId && session.userType !== 'admin') throw new AppError('forbidden')
  if (reception.undoneAt !== null) return null
  const { packageId, consignmentId } = reception
  // Consignments are always locked before their packages.
  if (consignmentId !== null) requireOpen(await holdConsignment(db, consignmentId))
  const current = await lockPackage(db, packageId)
  const place = await findPlace(db, packageId)
  const earlier = earlierDraft(reception.earlier)
  const isElsewhere =
    consignmentId === null ? earlier === null && place !== undefined : place?.consignmentId !== consignmentId
  if (current.version !== reception.packageVersion || isElsewhere) {
    throw new AppError('undo_of_changed', { values: { number: current.companyPackageId } })
  }
  if (consignmentId !== null) await takeOut(db, consignmentId, [packageId])
  if (earlier === null) await removePackage(db, packageId)
  // The user's rights do not apply, because only the reception's own changes are undone.
  else await updatePackage(db, packageId, earlier, { ...session, ...unrestricted })
  await db
    .updateTable('receptions')
    .set({ undone_by: sql`current_user_id()`, undone_at: sql`app_now()` })
    .where('id', '=', id)
    .execute()
  return null
}

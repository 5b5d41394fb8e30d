import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { sql } from 'kysely'
import { requireRight } from '../../platform/auth/require-right.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { findStatus, holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff, type KeptPrice } from '../tariffs/queries.ts'
import {
  changedPackageValues,
  choosePrice,
  computeDraftDiscount,
  computeKeptDiscount,
  keepMeasures,
  keepsPrice,
} from './package-values.ts'
import { getPackage, lockPackage, refuseInvoiced } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'
import { requireDiscount, requireKeptDiscount } from './require-discount.ts'

type Locked = Awaited<ReturnType<typeof lockPackage>>

/** The tariff that a draft newly assigns. Throws for one that cannot be given, as the same tariff with another method. */
async function holdNewTariff(db: Db, draft: PackageDraft, current: Locked): Promise<KeptPrice | null> {
  if (!draft.tariffId || keepsPrice(draft, current)) return null
  if (draft.tariffId === current.tariffId) throw fieldError('tariff_type_mismatch', 'tariffId')
  return await holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId')
}

const measured = ['weight', 'length', 'width', 'height'] as const

/**
 * Throws what `requireRight` does for another weight or measure of a package that was received, what `requireDiscount` does for another
 * discount, and what `requireKeptDiscount` does for the same one.
 */
function refuseChanges(session: Session, draft: PackageDraft, current: Locked, price: KeptPrice): void {
  const isReceived = current.weight !== null
  if (isReceived && measured.some((field) => (draft[field] ?? null) !== current[field]))
    requireRight(session, 'weights.change')
  const taken = computeDraftDiscount(draft, price)
  if (draft.discountType !== current.discountType || draft.discountValue !== current.discountValue)
    requireDiscount(session, taken, 'discountValue')
  else requireKeptDiscount(session, computeKeptDiscount(current), taken, 'discountValue')
}

/**
 * Changes a package that is on no live invoice. Throws `package_changed` when `version` is not the current one, and what `refuseChanges` does.
 * docs/product/packages.md, "Editing packages".
 */
export async function updatePackage(
  db: Db,
  id: string,
  sent: PackageDraft & { weightSource?: WeightSource },
  session: Session,
): Promise<CourierPackage> {
  const current = await lockPackage(db, id)
  if (sent.version !== undefined && sent.version !== current.version) throw new AppError('package_changed')
  await refuseInvoiced(db, id)
  const draft = keepMeasures(sent, current)
  const tariff = await holdNewTariff(db, draft, current)
  const client = draft.clientId && draft.clientId !== current.clientId ? await holdOwner(db, draft.clientId) : null
  const clientId = client?.id ?? draft.clientId
  refuseChanges(session, draft, current, choosePrice(draft, current, tariff))
  const isNewStatus = draft.statusId !== current.statusId
  const status = isNewStatus && draft.statusId ? await holdStatus(db, draft.statusId) : null
  await db
    .updateTable('packages')
    .set({
      ...changedPackageValues(
        { ...draft, clientId },
        current,
        { client, tariff },
        // A form that says nothing of the source has the weight from hands.
        draft.weightSource ?? 'typed',
      ),
      updated_at: sql`app_now()`,
    })
    .where('id', '=', id)
    .execute()
  if (isNewStatus) {
    const from = current.statusId ? ((await findStatus(db, current.statusId)) ?? null) : null
    await recordStatusChange(db, {
      packages: [{ id, from }],
      to: status,
      userName: session.userName,
      comment: null,
      isNotified: true,
    })
  }
  return await getPackage(db, id)
}

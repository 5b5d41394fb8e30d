import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { findStatus, holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff } from '../tariffs/queries.ts'
import { ownerSearchText, packageValues } from './package-values.ts'
import { getPackage, lockPackage, refuseInvoiced } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'

type Locked = Awaited<ReturnType<typeof lockPackage>>

/**
 * Gives the price of a newly assigned tariff; a package that keeps its tariff keeps its price, even if the tariff has changed
 * since.
 */
async function pricePerPoundFor(db: Db, draft: PackageDraft, current: Locked): Promise<number | null> {
  if (!draft.tariffId) return null
  const isSame = draft.tariffId === current.tariffId
  if (isSame && draft.shippingMethod === current.shippingMethod) return current.pricePerPound
  if (isSame) throw fieldError('tariff_type_mismatch', 'tariffId')
  const tariff = await holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId')
  return tariff.pricePerPound
}

/**
 * Changes a package that is on no live invoice. Throws `package_changed` when `version` is not the current one.
 * docs/product/packages.md, "Editing packages".
 */
export async function updatePackage(
  db: Db,
  id: string,
  draft: PackageDraft & { weightSource?: WeightSource },
  { userName }: Session,
): Promise<CourierPackage> {
  const current = await lockPackage(db, id)
  if (draft.version !== undefined && draft.version !== current.version) throw new AppError('package_changed')
  await refuseInvoiced(db, id)
  const pricePerPound = await pricePerPoundFor(db, draft, current)
  const client = draft.clientId && draft.clientId !== current.clientId ? await holdOwner(db, draft.clientId) : null
  const clientId = client?.id ?? draft.clientId
  const isNewClient = clientId !== current.clientId
  const isNewStatus = draft.statusId !== current.statusId
  const status = isNewStatus && draft.statusId ? await holdStatus(db, draft.statusId) : null
  await db
    .updateTable('packages')
    .set({
      ...packageValues({ ...draft, clientId }, current.companyPackageId, pricePerPound),
      updated_at: sql`app_now()`,
      // A form that says nothing of the source has the weight from hands.
      ...(draft.weight === current.weight
        ? {}
        : { weight_source: draft.weight === null ? null : (draft.weightSource ?? 'typed') }),
      // Of a package that keeps its client the text of a client's new name stays.
      ...(isNewClient || clientId === null
        ? { client_search_text: ownerSearchText(client, draft.clientPackageName) }
        : {}),
    })
    .where('id', '=', id)
    .execute()
  if (isNewStatus) {
    const from = current.statusId ? ((await findStatus(db, current.statusId)) ?? null) : null
    await recordStatusChange(db, { packages: [{ id, from }], to: status, userName, comment: null, isNotified: true })
  }
  return await getPackage(db, id)
}

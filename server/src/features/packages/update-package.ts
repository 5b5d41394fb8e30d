import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { findStatus, holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff, type KeptPrice, noPrice } from '../tariffs/queries.ts'
import { keepMeasures, ownerSearchText, packageValues } from './package-values.ts'
import { getPackage, lockPackage, refuseInvoiced } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'

type Locked = Awaited<ReturnType<typeof lockPackage>>

/**
 * Gives the price and the rules of a newly assigned tariff; a package that keeps its tariff keeps them, even if the tariff has changed
 * since.
 */
async function choosePrice(db: Db, draft: PackageDraft, current: Locked): Promise<KeptPrice> {
  if (!draft.tariffId) return noPrice
  const isSame = draft.tariffId === current.tariffId
  if (isSame && draft.shippingMethod === current.shippingMethod) {
    return { pricePerPound: current.pricePerPound, rules: current.priceRules }
  }
  if (isSame) throw fieldError('tariff_type_mismatch', 'tariffId')
  return await holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId')
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
  const price = await choosePrice(db, draft, current)
  const client = draft.clientId && draft.clientId !== current.clientId ? await holdOwner(db, draft.clientId) : null
  const clientId = client?.id ?? draft.clientId
  const isNewClient = clientId !== current.clientId
  const isNewStatus = draft.statusId !== current.statusId
  const status = isNewStatus && draft.statusId ? await holdStatus(db, draft.statusId) : null
  await db
    .updateTable('packages')
    .set({
      ...packageValues(keepMeasures({ ...draft, clientId }, current), current.companyPackageId, price),
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

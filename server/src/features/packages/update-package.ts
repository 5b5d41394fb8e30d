import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { clientSearchText, holdClient } from '../clients/queries.ts'
import { findStatus, holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff } from '../tariffs/queries.ts'
import { packageValues } from './package-values.ts'
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
  draft: PackageDraft,
  { userName }: Session,
): Promise<CourierPackage> {
  const current = await lockPackage(db, id)
  if (draft.version !== undefined && draft.version !== current.version) throw new AppError('package_changed')
  await refuseInvoiced(db, id)
  const pricePerPound = await pricePerPoundFor(db, draft, current)
  const isNewClient = draft.clientId !== current.clientId
  const client = isNewClient && draft.clientId ? await holdClient(db, draft.clientId) : null
  const isNewStatus = draft.statusId !== current.statusId
  const status = isNewStatus && draft.statusId ? await holdStatus(db, draft.statusId) : null
  await db
    .updateTable('packages')
    .set({
      ...packageValues(draft, current.companyPackageId, pricePerPound),
      updated_at: sql`app_now()`,
      ...(isNewClient ? { client_search_text: client ? clientSearchText(client) : '' } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (isNewStatus) {
    const from = current.statusId ? ((await findStatus(db, current.statusId)) ?? null) : null
    await recordStatusChange(db, { packages: [{ id, from }], to: status, userName, comment: null, isNotified: true })
  }
  return await getPackage(db, id)
}

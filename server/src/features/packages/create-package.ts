import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { initialComment } from '@casillero/shared/domain/status-history'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { holdOwner } from '../clients/queries.ts'
import { holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff, noPrice } from '../tariffs/queries.ts'
import { computeDraftDiscount, newPackageValues } from './package-values.ts'
import { getPackage } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'
import { requireDiscount } from './require-discount.ts'

/** A package with what is known of its label and of its weight on arrival. */
export type Arrival = PackageDraft & { labelCode?: string | null; weightSource?: WeightSource | null | undefined }

/**
 * Receives a package; client, weight, tariff and status may still be unknown. Throws what `requireDiscount` does.
 * docs/product/packages.md, "Receiving".
 */
export async function createPackage(db: Db, draft: Arrival, session: Session): Promise<CourierPackage> {
  const [client, tariff, status] = await Promise.all([
    draft.clientId ? holdOwner(db, draft.clientId) : null,
    draft.tariffId ? holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId') : null,
    draft.statusId ? holdStatus(db, draft.statusId) : null,
  ])
  requireDiscount(session, computeDraftDiscount(draft, tariff ?? noPrice), 'discountValue')
  const { userName } = session
  const { number, id } = await takeNumber(db, 'package')
  const arrival = { to: status, userName, comment: initialComment, isNotified: draft.shouldNotifyStorage }
  // The statements are sent in one packet and run in this order.
  const [, , created] = await Promise.all([
    db
      .insertInto('packages')
      .values({
        id,
        ...newPackageValues(draft, { client, tariff }, { ...draft, number }),
      })
      .execute(),
    status && recordStatusChange(db, { packages: [{ id, from: null }], ...arrival }),
    getPackage(db, id),
  ])
  return created
}

import { randomBytes } from 'node:crypto'
import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { initialComment } from '@casillero/shared/domain/status-history'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { holdOwner } from '../clients/queries.ts'
import { holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff, noPrice } from '../tariffs/queries.ts'
import { ownerSearchText, packageValues } from './package-values.ts'
import { getPackage } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'

/** A package with what is known of its label and of its weight on arrival. */
export type Arrival = PackageDraft & { labelCode?: string | null; weightSource?: WeightSource | null | undefined }

/** Receives a package; client, weight, tariff and status may still be unknown. docs/product/packages.md, "Receiving". */
export async function createPackage(db: Db, draft: Arrival, { userName }: Session): Promise<CourierPackage> {
  const [client, tariff, status] = await Promise.all([
    draft.clientId ? holdOwner(db, draft.clientId) : null,
    draft.tariffId ? holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId') : null,
    draft.statusId ? holdStatus(db, draft.statusId) : null,
  ])
  const { number, id } = await takeNumber(db, 'package')
  const arrival = { to: status, userName, comment: initialComment, isNotified: draft.shouldNotifyStorage }
  // The statements are sent in one packet and run in this order.
  const [, , created] = await Promise.all([
    db
      .insertInto('packages')
      .values({
        id,
        company_package_id: number,
        label_code: draft.labelCode ?? makeLabelCode(randomBytes(5)),
        ...packageValues({ ...draft, clientId: client?.id ?? null }, number, tariff ?? noPrice),
        weight_source: draft.weight === null ? null : (draft.weightSource ?? null),
        client_search_text: ownerSearchText(client, draft.clientPackageName),
      })
      .execute(),
    status && recordStatusChange(db, { packages: [{ id, from: null }], ...arrival }),
    getPackage(db, id),
  ])
  return created
}

import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import { initialComment } from '@casillero/shared/domain/status-history'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { clientSearchText, holdClient } from '../clients/queries.ts'
import { holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff } from '../tariffs/queries.ts'
import { packageValues } from './package-values.ts'
import { getPackage } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'

/** Receives a package; client, weight, tariff and status may still be unknown. docs/product/packages.md, "Receiving". */
export async function createPackage(db: Db, draft: PackageDraft, { userName }: Session): Promise<CourierPackage> {
  const [client, tariff, status] = await Promise.all([
    draft.clientId ? holdClient(db, draft.clientId) : null,
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
        ...packageValues(draft, number, tariff?.pricePerPound ?? null),
        client_search_text: client ? clientSearchText(client) : '',
      })
      .execute(),
    status && recordStatusChange(db, { packages: [{ id, from: null }], ...arrival }),
    getPackage(db, id),
  ])
  return created
}

import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import { initialComment } from '@casillero/shared/domain/status-history'
import { takeNumber } from '../../platform/counters.ts'
import type { Db, Session } from '../../platform/database.ts'
import { clientSearchText, holdClient } from '../clients/queries.ts'
import { holdStatus } from '../statuses/queries.ts'
import { holdAssignableTariff } from '../tariffs/queries.ts'
import { packageValues } from './package-values.ts'
import { getPackage } from './queries.ts'
import { recordStatusChange } from './record-status-change.ts'

/** Receives a package; client, weight, tariff and status may still be unknown (product, "Packages"). */
export async function createPackage(db: Db, draft: PackageDraft, { userName }: Session): Promise<CourierPackage> {
  const [client, tariff, status] = await Promise.all([
    draft.clientId ? holdClient(db, draft.clientId) : null,
    draft.tariffId ? holdAssignableTariff(db, draft.tariffId, draft.shippingMethod, 'tariffId') : null,
    draft.statusId ? holdStatus(db, draft.statusId) : null,
  ])
  const number = await takeNumber(db, 'package')
  const { id } = await db
    .insertInto('packages')
    .values({
      company_package_id: number,
      ...packageValues(draft, number, tariff?.pricePerPound ?? null),
      client_search_text: client ? clientSearchText(client) : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status) {
    const isTold = draft.shouldNotifyStorage
    const comment = initialComment
    await recordStatusChange(db, { packages: [{ id, from: null }], to: status, userName, comment, isTold })
  }
  return await getPackage(db, id)
}

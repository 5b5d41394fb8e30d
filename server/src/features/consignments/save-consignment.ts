import type { Consignment, ConsignmentDraft } from '@casillero/shared/contract/consignments'
import { searchText } from '@casillero/shared/domain/search-text'
import { requireVersion, softDelete } from '../../platform/database/catalogue.ts'
import { decrementCount, takeNumber } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getConsignment } from './consignment-view.ts'
import { lockConsignment, requireNotClosed, requireOpen } from './hold-consignment.ts'
import { holdShipmentStatus } from './move-consigned.ts'

const toValues = (draft: ConsignmentDraft, number: number) => ({
  shipping_method: draft.shippingMethod,
  guide: draft.guide,
  carrier: draft.carrier,
  note: draft.note,
  departs_on: draft.departsAt,
  expected_on: draft.expectedAt,
  search_text: searchText(number, draft.guide, draft.carrier),
})

export async function createConsignment(db: Db, draft: ConsignmentDraft): Promise<Consignment> {
  const { number, id } = await takeNumber(db, 'consignment')
  await db
    .insertInto('consignments')
    .values({ id, company_consignment_id: number, ...toValues(draft, number), ...(await selectPlanned(db, draft)) })
    .execute()
  return await getConsignment(db, id)
}

async function isFilled(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('consignment_packages')
    .select('package_id')
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const filled = (number: number) => new AppError('shipment_has_packages', { values: { number } })

/** Throws `reference_not_found`, `status_not_of_shipment`. */
async function selectPlanned(db: Db, { sendStatusId }: ConsignmentDraft) {
  if (sendStatusId === null) return {}
  return { planned_status_id: (await holdShipmentStatus(db, sendStatusId, 'sendStatusId')).id }
}

/** Throws `stale`, `shipment_closed`, `shipment_has_packages`. */
export async function updateConsignment(db: Db, id: string, draft: ConsignmentDraft): Promise<Consignment> {
  const current = await lockConsignment(db, id)
  requireVersion(draft, current)
  requireNotClosed(current)
  if (draft.shippingMethod !== current.shippingMethod && (await isFilled(db, id))) throw filled(current.number)
  await db
    .updateTable('consignments')
    .set({ ...toValues(draft, current.number), ...(await selectPlanned(db, draft)) })
    .where('id', '=', id)
    .execute()
  return await getConsignment(db, id)
}

export async function removeConsignment(db: Db, id: string): Promise<null> {
  const current = await lockConsignment(db, id)
  requireOpen(current)
  if (await isFilled(db, id)) throw filled(current.number)
  await softDelete(db, 'consignments', id)
  await decrementCount(db, 'consignment')
  return null
}

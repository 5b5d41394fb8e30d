import type { ArrivalAnswer, ArrivalDraft, ArrivalResult } from '@casillero/shared/contract/consignments'
import { nameMethod } from '@casillero/shared/domain/method-word'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { insertConsigned, takeOut } from './consign-packages.ts'
import { getConsigned } from './consigned-packages.ts'
import { type HeldConsignment, holdConsignment, requireNotClosed, requireSent } from './hold-consignment.ts'
import { holdTarget, moveConsigned } from './move-consigned.ts'
import { findScanned, lockScanned, type Scanned } from './scanned-package.ts'

type Arrival = { result: ArrivalResult; one: Scanned | undefined }

/** Marks a package as seen once, even if two clerks scan it at once; a lost one is found again. */
async function see(
  db: Db,
  { id, state }: HeldConsignment,
  packageId: string,
  weight: number | null,
): Promise<ArrivalResult> {
  const row = db
    .updateTable('consignment_packages')
    .where('consignment_id', '=', id)
    .where('package_id', '=', packageId)
    .where('removed_at', 'is', null)
  const seen = await row
    .set({
      seen_by: sql`current_user_id()`,
      seen_at: sql`app_now()`,
      lost_by: null,
      lost_at: null,
      lost_reason: null,
      is_weighed_for_good: state === 'closed',
      ...(weight === null ? {} : { arrival_weight: weight }),
    })
    .where('seen_at', 'is', null)
    .returning('package_id')
    .executeTakeFirst()
  if (seen) return 'expected'
  if (weight !== null) await row.set({ arrival_weight: weight }).execute()
  return 'repeated'
}

function refuseHanded({ companyPackageId, companyHandoverId }: Scanned): void {
  if (companyHandoverId === null) return
  throw new AppError('package_handed_over', { values: { number: companyPackageId, handover: companyHandoverId } })
}

/** A package that arrived in another consignment, or is in a closed one, stays there. */
async function addExtra(db: Db, consignment: HeldConsignment, one: Scanned, weight: number | null): Promise<void> {
  requireNotClosed(consignment)
  refuseHanded(one)
  if (one.shippingMethod !== consignment.shippingMethod) {
    throw new AppError('shipment_method_mismatch', {
      values: {
        number: one.companyPackageId,
        method: nameMethod(one.shippingMethod),
        other: nameMethod(consignment.shippingMethod),
      },
      details: { packageId: one.id },
    })
  }
  if (one.consignmentId !== null) {
    if (one.isSeen) {
      throw new AppError('package_arrived', {
        values: { number: one.companyPackageId, shipment: one.companyShipmentId ?? 0 },
      })
    }
    requireNotClosed(await holdConsignment(db, one.consignmentId))
    await takeOut(db, one.consignmentId, [one.id])
  }
  await insertConsigned(db, consignment.id, [one.id], { isExtra: true, arrivalWeight: weight })
}

async function place(db: Db, id: string, draft: ArrivalDraft): Promise<Arrival & { consignment: HeldConsignment }> {
  const weight = draft.weight ?? null
  const named = await findScanned(db, draft, id)
  const otherId = draft.move && named?.consignmentId !== id ? (named?.consignmentId ?? undefined) : undefined
  const consignment = await holdConsignment(db, id, otherId)
  requireSent(consignment)
  const one = named && (await lockScanned(db, named.id))
  if (!one) return { result: 'unknown', one: undefined, consignment }
  if (one.consignmentId === id) {
    if (weight !== null) requireNotClosed(consignment)
    return { result: await see(db, consignment, one.id, weight), one, consignment }
  }
  if (one.consignmentId !== null && one.consignmentId !== otherId) return { result: 'other_shipment', one, consignment }
  await addExtra(db, consignment, one, weight)
  return { result: 'extra', one, consignment }
}

/** After the end of the arrival, a late package follows the others to their status. */
async function follow(db: Db, { consignment, one }: Arrival & { consignment: HeldConsignment }, session: Session) {
  if (!one || consignment.receivedStatusId === null) return
  const to = await holdTarget(db, null, consignment.receivedStatusId)
  await moveConsigned(db, [one.id], { to, comment: `Llegada del embarque #${consignment.number}`, session })
}

/** docs/product/shipments.md, "Arrival". */
export async function arrive(db: Db, id: string, draft: ArrivalDraft, session: Session): Promise<ArrivalAnswer> {
  const arrival = await place(db, id, draft)
  const { result, one } = arrival
  await db
    .insertInto('consignment_scans')
    .values({ consignment_id: id, code: readTracking(draft.code).tracking, result, package_id: one?.id ?? null })
    .execute()
  if (result === 'expected' || result === 'extra') await follow(db, arrival, session)
  const other =
    result === 'other_shipment' && one?.consignmentId && one.companyShipmentId !== null
      ? { id: one.consignmentId, companyShipmentId: one.companyShipmentId, isClosed: one.isShipmentClosed }
      : undefined
  return {
    result,
    ...(one ? { package: await getConsigned(db, one.id) } : {}),
    ...(other ? { shipment: other } : {}),
  }
}

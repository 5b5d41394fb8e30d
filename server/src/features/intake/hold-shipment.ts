import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { nameMethod } from '@casillero/shared/domain/method-word'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { type HeldConsignment, holdConsignment, requireOpen } from '../consignments/hold-consignment.ts'
import { listScanned, type Scanned } from '../consignments/scanned-package.ts'

/** Locks the consignment before its packages; undefined if it is gone. */
export const findShipment = async (db: Db, id: string): Promise<HeldConsignment | undefined> =>
  await holdConsignment(db, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })

/**
 * Checks that a package may join a locked consignment; one already in it passes. Throws `reference_not_found`, `shipment_not_open`,
 * `package_in_shipment`, `package_handed_over` and `shipment_other_method`.
 */
export function requireFitting(
  shipment: HeldConsignment | undefined,
  shippingMethod: ShippingKind,
  place?: Scanned | undefined,
): void {
  if (!shipment) throw fieldError('reference_not_found', 'shipmentId')
  if (place?.consignmentId === shipment.id) return
  requireOpen(shipment)
  if (place && place.companyShipmentId !== null)
    throw new AppError('package_in_shipment', {
      values: { number: place.companyPackageId, shipment: place.companyShipmentId },
    })
  if (place && place.companyHandoverId !== null)
    throw new AppError('package_handed_over', {
      values: { number: place.companyPackageId, handover: place.companyHandoverId },
    })
  if (shipment.shippingMethod !== shippingMethod)
    throw fieldError('shipment_other_method', 'shipmentId', {
      number: shipment.number,
      method: nameMethod(shippingMethod),
      other: nameMethod(shipment.shippingMethod),
    })
}

/** Locks an open consignment that a package is to join. Throws as `requireFitting`. */
export async function holdShipment(
  db: Db,
  { shipmentId, shippingMethod }: { shipmentId: string; shippingMethod: ShippingKind },
): Promise<HeldConsignment> {
  const shipment = await findShipment(db, shipmentId)
  requireFitting(shipment, shippingMethod)
  if (!shipment) throw fieldError('reference_not_found', 'shipmentId')
  return shipment
}

/** Places by package id. */
export type Places = ReadonlyMap<string, Scanned>

export const listPlaces = async (db: Db, ids: string[]): Promise<Places> =>
  new Map((await listScanned(db, ids)).map((one) => [one.id, one]))

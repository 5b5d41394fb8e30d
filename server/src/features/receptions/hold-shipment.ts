import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { nameMethod } from '@casillero/shared/domain/method-word'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { type HeldConsignment, holdConsignment, requireOpen } from '../consignments/hold-consignment.ts'

/**
 * Holds the open consignment that a package is to go into, before the package is locked. Throws `reference_not_found`,
 * `shipment_not_open` and `shipment_other_method`.
 */
export async function holdShipment(
  db: Db,
  { shipmentId, shippingMethod }: { shipmentId: string; shippingMethod: ShippingKind },
): Promise<HeldConsignment> {
  const consignment = await holdConsignment(db, shipmentId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found'
      ? fieldError('reference_not_found', 'shipmentId')
      : error
  })
  requireOpen(consignment)
  if (consignment.shippingMethod !== shippingMethod) {
    throw fieldError('shipment_other_method', 'shipmentId', {
      number: consignment.number,
      method: nameMethod(shippingMethod),
      other: nameMethod(consignment.shippingMethod),
    })
  }
  return consignment
}

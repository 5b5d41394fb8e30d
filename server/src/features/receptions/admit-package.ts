import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Db, Session } from '../../platform/database/database.ts'
import { insertConsigned } from '../consignments/consign-packages.ts'
import { type Arrival, createPackage } from '../packages/create-package.ts'
import { getPackage } from '../packages/queries.ts'
import { holdShipment } from './hold-shipment.ts'

/** Receives a package, into an open consignment where one is named. docs/product/packages.md, "Receiving". */
export async function admitPackage(
  db: Db,
  { shipmentId, ...draft }: Arrival & { shipmentId: string | null },
  session: Session,
): Promise<CourierPackage> {
  if (shipmentId === null) return await createPackage(db, draft, session)
  const consignment = await holdShipment(db, { shipmentId, shippingMethod: draft.shippingMethod })
  const { id } = await createPackage(db, draft, session)
  await insertConsigned(db, consignment.id, [id])
  return await getPackage(db, id)
}

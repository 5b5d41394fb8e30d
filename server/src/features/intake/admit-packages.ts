import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Numbers } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import type { Saved } from '../../platform/database/save-rows.ts'
import { insertConsigned } from '../consignments/consign-packages.ts'
import {
  type Arrival,
  type Author,
  addPackages,
  changePackages,
  createPackage,
  type PackageChange,
} from '../packages/save/save-packages.ts'
import { lockPackages } from '../packages/status/change-status.ts'
import { findShipment, listPlaces, type Places, requireFitting } from './hold-shipment.ts'

type Where = { shipmentId: string | null; numbers?: Numbers }

/** Adds saved packages to a consignment; those already in it stay. */
async function join(db: Db, shipmentId: string, saved: readonly Saved[], places?: Places): Promise<void> {
  const ids = saved.flatMap((one) => ('refusal' in one ? [] : [one.id]))
  const others = ids.filter((id) => places?.get(id)?.consignmentId !== shipmentId)
  if (others.length > 0) await insertConsigned(db, shipmentId, others)
}

/** Receives packages, into an open consignment where one is named. Refused with what `requireFitting` and `addPackages` refuse with. */
export async function admitPackages(
  db: Db,
  arrivals: readonly Arrival[],
  author: Author,
  { shipmentId, numbers }: Where,
): Promise<Saved[]> {
  if (shipmentId === null) return await addPackages(db, arrivals, author, numbers)
  const shipment = await findShipment(db, shipmentId)
  const fitting = arrivals.map((one) => ({ ...one, check: () => requireFitting(shipment, one.shippingMethod) }))
  const saved = await addPackages(db, fitting, author, numbers)
  await join(db, shipmentId, saved)
  return saved
}

/** Changes packages that are known, and puts them into an open consignment. Refused as `admitPackages` and `changePackages`. */
export async function admitKnown(
  db: Db,
  changes: readonly PackageChange[],
  author: Author,
  shipmentId: string,
): Promise<Saved[]> {
  // Consignments are always locked before their packages.
  const shipment = await findShipment(db, shipmentId)
  const ids = changes.map(({ id }) => id)
  await lockPackages(db, ids)
  const places = await listPlaces(db, ids)
  const fitting = changes.map((one) => ({
    ...one,
    check: ({ shippingMethod }: Pick<Arrival, 'shippingMethod'>) =>
      requireFitting(shipment, shippingMethod, places.get(one.id)),
  }))
  const saved = await changePackages(db, fitting, author, { isWhole: false })
  await join(db, shipmentId, saved, places)
  return saved
}

/** Receives one package and notifies its client. Throws what `admitPackages` refuses with. docs/product/packages.md, "Receiving". */
export const admitPackage = (
  db: Db,
  { shipmentId, ...arrival }: Arrival & { shipmentId: string | null },
  session: Session,
): Promise<CourierPackage> =>
  createPackage(db, arrival, session, (one) => admitPackages(db, [one], session, { shipmentId }))

import type { Db } from '../../platform/database/database.ts'
import { insertConsigned } from '../consignments/consign-packages.ts'
import { type HeldConsignment, holdConsignment } from '../consignments/hold-consignment.ts'
import { listScanned, type Scanned } from '../consignments/scanned-package.ts'
import type { PackagePlan } from './package-plan.ts'

type Shipment = Pick<HeldConsignment, 'id' | 'number' | 'shippingMethod' | 'state'>

/** The place of a package in the shipment of its file, with the preview's words for it, or the reason why it has none. */
export type Joining = { joins: string | null; texts: string[] } | { problem: string }

const methods = { aereo: 'aéreo', maritimo: 'marítimo' } as const

/** Finds the place of a package, known or new, whose file is given a shipment. docs/product/imports.md, "Columns". */
export function joinShipment(
  shipment: Shipment | undefined,
  method: 'aereo' | 'maritimo',
  place?: Pick<Scanned, 'consignmentId' | 'companyShipmentId' | 'companyHandoverId'>,
): Joining {
  if (!shipment || place?.consignmentId === shipment.id) return { joins: null, texts: [] }
  if (shipment.state !== 'open') return { problem: `el embarque #${shipment.number} ya se envió` }
  if (place?.companyShipmentId) return { problem: `el paquete ya va en el embarque #${place.companyShipmentId}` }
  if (place?.companyHandoverId) return { problem: `el paquete ya se entregó (entrega #${place.companyHandoverId})` }
  if (method !== shipment.shippingMethod)
    return {
      problem: `el embarque #${shipment.number} es ${methods[shipment.shippingMethod]} y el paquete es ${methods[method]}`,
    }
  return { joins: shipment.id, texts: [`Embarque #${shipment.number}`] }
}

/** Converts the joining to the shipment in the plan of a package. */
export const toShipment = (joining: Extract<Joining, { joins: unknown }>): { shipmentId?: string } =>
  joining.joins === null ? {} : { shipmentId: joining.joins }

/** The shipment of a file as it is now, held against being sent; undefined where it is gone. */
export const findShipment = async (db: Db, id: string): Promise<Shipment | undefined> =>
  await holdConsignment(db, id).catch(() => undefined)

/** Where packages are, by their ids. */
export async function findPlaces(db: Db, ids: string[]): Promise<Map<string, Scanned>> {
  return new Map((await listScanned(db, ids)).map((one) => [one.id, one]))
}

/** The shipment that rows are put into: it is held before their packages are locked, as everywhere. */
export type HeldShipment = { id: string; found: Shipment | undefined }

export async function holdShipment(db: Db, rows: readonly { plan: PackagePlan }[]): Promise<HeldShipment | undefined> {
  const id = rows.map(({ plan }) => plan.shipmentId).find((one) => one !== undefined)
  return id === undefined ? undefined : { id, found: await findShipment(db, id) }
}

/** Why a row cannot be put into its shipment any more. */
export function shipmentRefusal(
  { plan }: { plan: PackagePlan },
  shipment: HeldShipment | undefined,
  method: 'aereo' | 'maritimo',
  place?: Scanned,
): string | undefined {
  if (plan.shipmentId === undefined) return undefined
  if (!shipment?.found) return 'El embarque ya no existe'
  const joining = joinShipment(shipment.found, method, place)
  return 'problem' in joining ? `Embarque: ${joining.problem}` : undefined
}

/** Puts packages that were written into their shipment; those that are in it already stay. */
export async function joinWritten(db: Db, shipment: HeldShipment | undefined, ids: string[]): Promise<void> {
  if (shipment === undefined || ids.length === 0) return
  const places = await findPlaces(db, ids)
  await insertConsigned(
    db,
    shipment.id,
    ids.filter((id) => places.get(id)?.consignmentId !== shipment.id),
  )
}

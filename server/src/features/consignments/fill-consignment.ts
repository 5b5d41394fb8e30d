import type { Consignment, ScanAnswer } from '@casillero/shared/contract/consignments'
import { nameMethod } from '@casillero/shared/domain/method-word'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { lockPackages } from '../packages/status/change-status.ts'
import { insertConsigned, takeOut } from './consign-packages.ts'
import { getConsigned } from './consigned-packages.ts'
import { getConsignment } from './consignment-view.ts'
import { type HeldConsignment, holdConsignment, requireOpen } from './hold-consignment.ts'
import { findScanned, listScanned, lockScanned, type Scanned, type ScannedCode } from './scanned-package.ts'

/** Adds all or none; those already in it stay. The error names the place of the first that cannot be added. */
export async function consignPackages(db: Db, consignment: HeldConsignment, packageIds: string[]): Promise<void> {
  const { id } = consignment
  const ids = [...new Set(packageIds)]
  const locked = new Set((await lockPackages(db, ids)).map((one) => one.id))
  const facts = new Map((await listScanned(db, ids)).map((one) => [one.id, one]))
  for (const [index, packageId] of packageIds.entries()) {
    const one = facts.get(packageId)
    const field = `packageIds.${index}`
    if (!one || !locked.has(packageId)) throw fieldError('reference_not_found', field)
    const { companyPackageId: number, companyShipmentId: shipment, companyHandoverId: handover } = one
    if (one.consignmentId === id) continue
    if (shipment !== null) throw fieldError('package_in_shipment', field, { number, shipment })
    if (handover !== null) throw fieldError('package_handed_over', field, { number, handover })
    if (one.shippingMethod !== consignment.shippingMethod)
      throw fieldError('shipment_method_mismatch', field, {
        number,
        method: nameMethod(one.shippingMethod),
        other: nameMethod(consignment.shippingMethod),
      })
  }
  await insertConsigned(
    db,
    id,
    ids.filter((packageId) => facts.get(packageId)?.consignmentId !== id),
  )
}

/** docs/product/shipments.md, "Filling". */
export async function addPackages(db: Db, id: string, packageIds: string[]): Promise<Consignment> {
  const consignment = await holdConsignment(db, id)
  requireOpen(consignment)
  await consignPackages(db, consignment, packageIds)
  return await getConsignment(db, id)
}

/** Throws `shipment_not_open`, and `reference_not_found` for a package that is not in it. */
export async function removePackages(db: Db, id: string, packageIds: string[]): Promise<Consignment> {
  requireOpen(await holdConsignment(db, id))
  const taken = new Set(await takeOut(db, id, [...new Set(packageIds)]))
  const absent = packageIds.findIndex((packageId) => !taken.has(packageId))
  if (absent >= 0) throw fieldError('reference_not_found', `packageIds.${absent}`)
  return await getConsignment(db, id)
}

const describeOther = ({ consignmentId, companyShipmentId }: Scanned) =>
  consignmentId === null || companyShipmentId === null ? undefined : { id: consignmentId, companyShipmentId }

async function shown(db: Db, result: ScanAnswer['result'], one: Scanned): Promise<ScanAnswer> {
  const other = describeOther(one)
  return { result, package: await getConsigned(db, one.id), ...(other ? { shipment: other } : {}) }
}

/** Throws if the other list was sent, because such a list is locked. */
async function leaveOther(db: Db, one: Scanned): Promise<void> {
  if (one.consignmentId === null) return
  requireOpen(await holdConsignment(db, one.consignmentId))
  await takeOut(db, one.consignmentId, [one.id])
}

/**
 * Writes only if the outcome is `added`. `move` takes the package out of another open consignment. docs/product/shipments.md, "Filling".
 */
export async function scanInto(
  db: Db,
  id: string,
  { move, ...scan }: ScannedCode & { move: boolean },
): Promise<ScanAnswer> {
  const named = await findScanned(db, scan, id)
  const otherId = move && named?.consignmentId !== id ? (named?.consignmentId ?? undefined) : undefined
  const consignment = await holdConsignment(db, id, otherId)
  requireOpen(consignment)
  const one = named && (await lockScanned(db, named.id))
  if (!one) return { result: 'unknown' }
  if (one.consignmentId === id) return await shown(db, 'repeated', one)
  if (one.companyHandoverId !== null) {
    throw new AppError('package_handed_over', {
      values: { number: one.companyPackageId, handover: one.companyHandoverId },
    })
  }
  if (one.shippingMethod !== consignment.shippingMethod) return await shown(db, 'wrong_method', one)
  if (one.consignmentId !== null && one.consignmentId !== otherId) return await shown(db, 'other_shipment', one)
  await leaveOther(db, one)
  await insertConsigned(db, id, [one.id])
  return { result: 'added', package: await getConsigned(db, one.id) }
}

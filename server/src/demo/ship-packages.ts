import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Status } from '@casillero/shared/contract/statuses'
import { arrive } from '../features/consignments/arrive.ts'
import { closeConsignment } from '../features/consignments/close-consignment.ts'
import { getConsignment } from '../features/consignments/consignment-view.ts'
import { addPackages } from '../features/consignments/fill-consignment.ts'
import { receiveConsignment } from '../features/consignments/receive-consignment.ts'
import { createConsignment } from '../features/consignments/save-consignment.ts'
import { saveCosts } from '../features/consignments/save-costs.ts'
import { sendConsignment } from '../features/consignments/send-consignment.ts'
import type { Db, Session } from '../platform/database/database.ts'
import type { Counter } from './draft-invoice.ts'
import type { Stage } from './plan.ts'
import type { PlannedShipment } from './plan-shipments.ts'
import type { Deed } from './write-history.ts'

type Ways = {
  findPackage: (index: number) => CourierPackage
  statusOf: (stage: Stage) => Status
  counter: Counter
}

const pricePerPound = { aereo: 2.1, maritimo: 0.85 }

/** The carrier's bill: a little more than what left, its price for a pound, customs in US$ and the haul in C$. */
async function enterCosts(db: Db, id: string, planned: PlannedShipment, { dollars, cordobas }: Counter) {
  const { weight, version } = await getConsignment(db, id)
  const draft = {
    billedWeight: Math.ceil(weight * 1.005 * 2) / 2,
    costs: [
      { id: null, concept: 'Agente', currencyId: dollars.id, pricePerPound: pricePerPound[planned.shippingMethod] },
      { id: null, concept: 'Manejo en aduana', currencyId: dollars.id, amount: 45 },
      { id: null, concept: 'Acarreo', currencyId: cordobas.id, amount: 920 },
    ],
    version,
  }
  await saveCosts(db, id, draft)
}

/** The deeds of a planned shipment: it is opened, filled, sent, scanned as it arrives, reconciled and closed, as far as it came. */
export function shipmentDeeds(planned: PlannedShipment, { findPackage, statusOf, counter }: Ways): Deed[] {
  const { shippingMethod, guide, carrier, note, openAt, sentAt, expectedOn, arrivedAt, closedAt, missing, extra } =
    planned
  let id = ''
  const open = async (db: Db) => {
    const dates = { departsAt: null, expectedAt: expectedOn }
    const draft = { shippingMethod, guide, carrier, note, ...dates, sendStatusId: null, version: undefined }
    id = (await createConsignment(db, draft)).id
    const packageIds = planned.packages.map((index) => findPackage(index).id)
    if (packageIds.length > 0) await addPackages(db, id, packageIds)
  }
  const scan = async (db: Db, session: Session) => {
    const seen = planned.packages.filter((index) => index !== missing)
    for (const index of extra === null ? seen : [...seen, extra]) {
      const { companyPackageId, weight } = findPackage(index)
      const isWeighed = weight !== null && index % 3 === 0
      const code = `#${companyPackageId}`
      await arrive(
        db,
        id,
        { code, isScanned: false, move: false, weight: isWeighed ? Number((weight + 0.05).toFixed(2)) : null },
        session,
      )
    }
    await receiveConsignment(db, id, statusOf('customs').id, session)
  }
  const deeds: Deed[] = [{ at: openAt, by: 'warehouse', run: open }]
  if (sentAt) {
    const send = async (db: Db, session: Session) => sendConsignment(db, id, statusOf('transit').id, session)
    deeds.push({ at: sentAt, by: 'warehouse', run: send })
  }
  if (arrivedAt) deeds.push({ at: arrivedAt, by: 'clerk', run: scan })
  if (closedAt) {
    const close = async (db: Db, session: Session) => {
      await enterCosts(db, id, planned, counter)
      await closeConsignment(db, id, session)
    }
    deeds.push({ at: closedAt, by: 'admin', run: close })
  }
  return deeds
}

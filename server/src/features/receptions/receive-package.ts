import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { ReceptionDraft, ReceptionResult } from '@casillero/shared/contract/receptions'
import { initialStatus } from '@casillero/shared/domain/package-choice'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { holdOwner } from '../clients/queries.ts'
import { consignPackages } from '../consignments/fill-consignment.ts'
import { admitPackage } from '../intake/admit-packages.ts'
import { holdShipment } from '../intake/hold-shipment.ts'
import { getPackage, lockPackage } from '../packages/queries.ts'
import { toDraft } from '../packages/save/kept-package.ts'
import { updatePackage } from '../packages/save/save-packages.ts'
import { fillAnnounced } from '../prealerts/fill-announced.ts'
import { listStatuses } from '../statuses/queries.ts'
import { openTariffChoice } from '../tariffs/hold-tariffs.ts'
import { findKnownPackage } from './known-package.ts'

export type Reception = { result: ReceptionResult; receptionId: string | null; package: CourierPackage }

/** If two clerks scan a code at once, the second finds what the first saved. */
async function lockCode(db: Db, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${code} received by `} || current_company(), 0))`.execute(
    db,
  )
}

const blank = {
  warehouseTracking: null,
  description: null,
  contents: null,
  provider: null,
  comments: null,
  discountType: 'none' as const,
  discountValue: 0,
  shouldNotifyStorage: true,
}

const findInitialStatusId = async (db: Db): Promise<string | null> => initialStatus(await listStatuses(db))?.id ?? null

async function create(db: Db, draft: ReceptionDraft, session: Session): Promise<CourierPackage> {
  const { again: _, tariffId, ...own } = draft
  const statusId = await findInitialStatusId(db)
  // Without a named tariff, it follows from method and client.
  const arrival = { ...blank, ...own, statusId, ...(tariffId === null ? {} : { tariffId }) }
  return await admitPackage(db, await fillAnnounced(db, arrival), session)
}

/** Keeps what was known of the package, and refuses another client's. */
async function fill(db: Db, earlier: CourierPackage, draft: ReceptionDraft, session: Session): Promise<CourierPackage> {
  const { client, companyPackageId: number } = earlier
  if (client !== null && draft.clientId !== null && draft.clientId !== client.id) {
    throw fieldError('package_announced', 'clientId', { number, casillero: client.casillero })
  }
  const { shippingMethod, weight, weightSource, length, width, height } = draft
  const clientId = earlier.clientId ?? draft.clientId
  const own = earlier.shippingMethod === shippingMethod && earlier.clientId === clientId ? earlier.tariffId : null
  const tariffId = draft.tariffId ?? own ?? (await chooseTariff(db, shippingMethod, clientId))
  const statusId = earlier.statusId ?? (await findInitialStatusId(db))
  const clientPackageName = earlier.clientPackageName ?? draft.clientPackageName
  const measures = length == null ? {} : { length, width, height }
  const known = { ...toDraft(earlier), ...measures }
  const filled = { ...known, shippingMethod, clientId, tariffId, statusId, clientPackageName, weight, weightSource }
  return await updatePackage(db, earlier.id, await fillAnnounced(db, filled), session)
}

/** Chooses the tariff of an announced package that has none, if the caller names none. */
async function chooseTariff(
  db: Db,
  shippingMethod: ReceptionDraft['shippingMethod'],
  clientId: string | null,
): Promise<string | null> {
  const client = clientId === null ? null : await holdOwner(db, clientId)
  return (await openTariffChoice(db))(shippingMethod, client)
}

async function noteReception(
  db: Db,
  { id, version }: CourierPackage,
  { earlier, shipmentId }: { earlier: CourierPackage | null; shipmentId: string | null },
): Promise<string> {
  const noted = await db
    .insertInto('receptions')
    .values({
      package_id: id,
      package_version: version,
      earlier: earlier && JSON.stringify(toDraft(earlier)),
      consignment_id: shipmentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return noted.id
}

/**
 * Gives an announced package its weight. Returns one received before as it is, unless `again` says that it is another with the same
 * tracking. docs/product/reception.md, "What a scan finds".
 */
export async function receivePackage(db: Db, draft: ReceptionDraft, session: Session): Promise<Reception> {
  const { tracking } = readTracking(draft.tracking)
  await lockCode(db, tracking)
  const known = draft.again ? undefined : await findKnownPackage(db, draft.tracking)
  const repeated = async (id: string): Promise<Reception> => ({
    result: 'repeated',
    receptionId: null,
    package: await getPackage(db, id),
  })
  if (known?.isReceived) return await repeated(known.id)
  const { shipmentId } = draft
  if (known === undefined) {
    const created = await create(db, draft, session)
    const receptionId = await noteReception(db, created, { earlier: null, shipmentId })
    return { result: 'created', receptionId, package: created }
  }
  // Consignments are always locked before their packages.
  const consignment =
    shipmentId === null ? null : await holdShipment(db, { shipmentId, shippingMethod: draft.shippingMethod })
  // An edit may have given it a weight meanwhile.
  if ((await lockPackage(db, known.id)).weight !== null) return await repeated(known.id)
  const earlier = await getPackage(db, known.id)
  const filled = await fill(db, earlier, draft, session)
  const isNewThere = consignment !== null && earlier.shipment?.id !== consignment.id
  if (isNewThere) await consignPackages(db, consignment, [known.id])
  const receptionId = await noteReception(db, filled, { earlier, shipmentId: isNewThere ? consignment.id : null })
  return { result: 'filled', receptionId, package: isNewThere ? await getPackage(db, known.id) : filled }
}

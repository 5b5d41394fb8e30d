import type { Handover, HandoverDraft } from '@casillero/shared/contract/handovers'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { holdClient } from '../clients/queries.ts'
import { notifyMoves, writeMoves } from '../packages/write-moves.ts'
import { finishPickup } from './coming-clients.ts'
import { type HandedPackage, holdHandedPackages } from './handover-packages.ts'
import { getHandover } from './handover-view.ts'
import { keepReceiver } from './pickers.ts'

const packageValues = (handoverId: string, packages: HandedPackage[]) =>
  packages.map((one, index) => ({
    handover_id: handoverId,
    position: index + 1,
    package_id: one.id,
    company_package_id: one.companyPackageId,
    tracking: one.tracking ?? one.warehouseTracking,
    description: one.description,
    shipping_method: one.shippingMethod,
    weight: one.weight,
    invoice_id: one.invoiceId,
    previous_status_id: one.statusId,
  }))

/**
 * Throws what `holdHandedPackages` throws, before anything is written. docs/product/handovers.md, "Handing over".
 * @param signature as it was drawn anew
 * @param isSent the packages come from their dispatch: they are in any status, paid or not
 */
export async function handOver(
  db: Db,
  draft: HandoverDraft,
  session: Session,
  { signature = null, isSent = false }: { signature?: Buffer | null; isSent?: boolean } = {},
): Promise<Handover> {
  const isOverridden = isSent || (session.userType === 'admin' && draft.reason !== null)
  const client = await holdClient(db, draft.clientId)
  const { packages, status } = await holdHandedPackages(db, draft, { isOverridden, isSent })
  const { number, id } = await takeNumber(db, 'handover')
  await db
    .insertInto('handovers')
    .values({
      id,
      company_handover_id: number,
      client_id: client.id,
      client_first_name: client.firstName,
      client_middle_name: client.middleName,
      client_last_names: client.lastNames,
      client_casillero: client.casillero,
      client_phone: client.phone,
      status_id: status.id,
      received_by_name: draft.receivedBy.name,
      received_by_cedula: draft.receivedBy.cedula,
      note: draft.note,
      reason: draft.reason,
    })
    .execute()
  await db.insertInto('handover_packages').values(packageValues(id, packages)).execute()
  if (signature) await db.insertInto('handover_signatures').values({ handover_id: id, content: signature }).execute()
  const moves = packages.map(({ id: packageId, statusId, statusName }) => ({
    packageId,
    from: statusId === null || statusName === null ? null : { id: statusId, name: statusName },
    to: status,
    comment: `Entrega #${number}`,
  }))
  await notifyMoves(db, await writeMoves(db, moves, session), status)
  await keepReceiver(db, client, draft)
  // A carrier who brought packages says nothing of a client who comes for others.
  if (!isSent) await finishPickup(db, client.id)
  return await getHandover(db, id)
}

import type { Handover, HandoverDraft } from '@casillero/shared/contract/handovers'
import { findHandoverBlock } from '@casillero/shared/domain/handover'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { holdClient } from '../clients/queries.ts'
import { lockedPackages } from '../packages/save/locked-packages.ts'
import { notifyMoves, writeMoves } from '../packages/status/write-moves.ts'
import { finishPickup } from './coming-clients.ts'
import { getHandover } from './handover-view.ts'
import { keepReceiver } from './pickers.ts'

/** Includes the status to which an undo returns them. */
const lockReadyPackages = (db: Db, ids: string[]) =>
  lockedPackages(db, ids)
    .select(['p.shipping_method as shippingMethod', 's.id as statusId', 's.name as statusName'])
    .execute()

const listLiveHandovers = (db: Db, ids: string[]) =>
  db
    .selectFrom('handover_packages as l')
    .innerJoin('handovers as h', 'h.id', 'l.handover_id')
    .select(['l.package_id as packageId', 'h.company_handover_id as companyHandoverId'])
    .where('l.package_id', '=', matchAny(ids))
    .where('l.undone_at', 'is', null)
    .execute()

/** Payments and voids take turns with the hand-over. */
const lockInvoices = (db: Db, ids: string[]) =>
  db
    .selectFrom('invoices as v')
    .innerJoin('invoice_items as i', 'i.invoice_id', 'v.id')
    .select(['i.package_id as packageId', 'v.id', 'v.company_invoice_id as companyInvoiceId', 'v.status'])
    .where('i.package_id', '=', matchAny(ids))
    .where('i.voided_at', 'is', null)
    .orderBy('v.id')
    .forShare('v')
    .execute()

/** Includes the client's credit. */
const readRule = (db: Db, clientId: string) =>
  db
    .selectFrom('companies as k')
    .leftJoin('clients as c', (join) => join.on('c.id', '=', clientId))
    .select('k.requires_paid_handover as isRequired')
    .select(selectCreditLine(sql`c.credit_limit`, sql`c.id`).as('credit'))
    .executeTakeFirstOrThrow()

/** Locks it, so that it stays final and cannot be deleted. */
const holdFinalStatus = (db: Db) =>
  db
    .selectFrom('statuses')
    .select(['id', 'name'])
    .where('is_final_status', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('order_position', 'desc')
    .limit(sql.lit(1))
    .forShare()
    .executeTakeFirst()

type Locked = Awaited<ReturnType<typeof lockReadyPackages>>[number]

/** Includes the package's invoice. */
type HandedPackage = Locked & { invoiceId: string | null }

/** Runs after the locks, so that each statement sees what was committed meanwhile. */
async function holdPackages(db: Db, clientId: string, ids: string[]) {
  const [packages, handed, invoices, { isRequired, credit }, status] = await Promise.all([
    lockReadyPackages(db, ids),
    listLiveHandovers(db, ids),
    lockInvoices(db, ids),
    readRule(db, clientId),
    holdFinalStatus(db),
  ])
  // docs/product/catalogues.md, "Statuses".
  if (!status) throw new AppError('final_status_required')
  return { packages, handed, invoices, isRequired, credit, status }
}

/**
 * The error names the place of the first that cannot be handed over. An admin's reason overrides what the company requires.
 * docs/product/handovers.md, "What can be handed over".
 */
async function holdHandedPackages(
  db: Db,
  draft: Pick<HandoverDraft, 'clientId' | 'packageIds'>,
  { isOverridden, isSent }: { isOverridden: boolean; isSent: boolean },
): Promise<{ packages: HandedPackage[]; status: { id: string; name: string } }> {
  const ids = [...new Set(draft.packageIds)]
  const held = await holdPackages(db, draft.clientId, ids)
  const byId = new Map(held.packages.map((one) => [one.id, one]))
  const packages = draft.packageIds.flatMap((id, index): HandedPackage[] => {
    if (draft.packageIds.indexOf(id) < index) return []
    const field = `packageIds.${index}`
    const one = byId.get(id)
    if (!one) throw fieldError('reference_not_found', field)
    const number = one.companyPackageId
    const handed = held.handed.find(({ packageId }) => packageId === id)
    if (one.clientId !== draft.clientId) throw fieldError('package_of_other_client', field, { number })
    if (handed) throw fieldError('package_handed_over', field, { number, handover: handed.companyHandoverId })
    if (!one.isReady && !isSent) throw fieldError('package_not_ready', field, { number })
    const invoice = held.invoices.find(({ packageId }) => packageId === id) ?? null
    const block = isOverridden ? null : findHandoverBlock(held.isRequired, invoice, held.credit)
    if (block === 'not_invoiced') throw fieldError('handover_not_invoiced', field, { number })
    if (block !== null) {
      const code = block === 'not_paid' ? 'handover_not_paid' : 'over_credit_limit'
      throw fieldError(code, field, { number, invoice: invoice?.companyInvoiceId ?? 0 })
    }
    return [{ ...one, invoiceId: invoice && invoice.status !== 'cancelled' ? invoice.id : null }]
  })
  return { packages, status: held.status }
}

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
 * Throws as `holdHandedPackages`, before it writes. docs/product/handovers.md, "Handing over".
 * @param signature newly drawn
 * @param isSent the packages come from their dispatch: in any status, paid or not
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
  // A delivery by a carrier does not end a client's announced visit.
  if (!isSent) await finishPickup(db, client.id)
  return await getHandover(db, id)
}

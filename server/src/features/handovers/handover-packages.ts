import type { HandoverDraft } from '@casillero/shared/contract/handovers'
import { findHandoverBlock } from '@casillero/shared/domain/handover'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { lockedPackages } from '../packages/locked-packages.ts'

/** With the status that an undo puts them back to. */
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

/** Beside the client's credit. */
const readRule = (db: Db, clientId: string) =>
  db
    .selectFrom('companies as k')
    .leftJoin('clients as c', (join) => join.on('c.id', '=', clientId))
    .select('k.requires_paid_handover as isRequired')
    .select(selectCreditLine(sql`c.credit_limit`, sql`c.id`).as('credit'))
    .executeTakeFirstOrThrow()

/** Held so that it stays final and cannot be deleted. */
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

/** With the invoice that it is on. */
export type HandedPackage = Locked & { invoiceId: string | null }

/** Each statement sees what was committed while the locks were waited for. */
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
 * The error names the first that cannot be handed over under its place; what a company asks for before, a reason of an admin overrides.
 * docs/product/handovers.md, "What can be handed over".
 */
export async function holdHandedPackages(
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

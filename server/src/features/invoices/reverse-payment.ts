import type { Invoice } from '@casillero/shared/contract/invoices'
import type { ReversalDraft } from '@casillero/shared/contract/reversals'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getInvoice, lockInvoice } from './queries.ts'
import { takeBack } from './take-back.ts'

/**
 * Takes one payment back: it stays, with the reason, and its invoice is pending again by what it had counted. Throws `not_found`,
 * `payment_of_collection`, `invoice_already_voided`, and what `takeBack` throws.
 * docs/product/cash.md, "Reversing a payment".
 */
export async function reversePayment(db: Db, id: string, draft: ReversalDraft, caller: Session): Promise<Invoice> {
  const payment = await db
    .selectFrom('invoice_payments as p')
    .leftJoin('collection_payments as part', 'part.id', 'p.collection_payment_id')
    .leftJoin('collections as c', 'c.id', 'part.collection_id')
    .select(['p.invoice_id as invoiceId', 'c.company_collection_id as collection'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!payment) throw new AppError('not_found')
  if (payment.collection !== null) {
    throw new AppError('payment_of_collection', { values: { number: payment.collection } })
  }
  const invoice = await lockInvoice(db, payment.invoiceId)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  await takeBack(db, { ...invoice, id: payment.invoiceId }, [id], draft, caller)
  return await getInvoice(db, payment.invoiceId)
}

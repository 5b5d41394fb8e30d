import type { Invoice } from '@casillero/shared/contract/invoices'
import type { ReversalDraft, ReversalPreview } from '@casillero/shared/contract/reversals'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockClientMoney } from '../../clients/queries.ts'
import { getInvoice, lockInvoice } from '../queries.ts'
import { creditBack, type LockedInvoice, planCashRows, planReversal, showDebts, showPlan } from './plan-reversal.ts'
import { takeBack } from './take-back.ts'

/** Throws `not_found`, `payment_of_collection`, `invoice_already_voided`. */
async function lockInvoiceByPayment(db: Db, paymentId: string): Promise<LockedInvoice> {
  const payment = await db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('collection_payments as part', 'part.id', 'p.collection_payment_id')
    .leftJoin('collections as c', 'c.id', 'part.collection_id')
    .select(['p.invoice_id as invoiceId', 'i.client_id as clientId', 'c.company_collection_id as collection'])
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) throw new AppError('not_found')
  if (payment.collection !== null) {
    throw new AppError('payment_of_collection', { values: { number: payment.collection } })
  }
  await lockClientMoney(db, payment.clientId)
  const invoice = await lockInvoice(db, payment.invoiceId)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  return { ...invoice, id: payment.invoiceId }
}

/** The payment remains, with the reason. docs/product/cash.md, "Reversing a payment". */
export async function reversePayment(db: Db, id: string, draft: ReversalDraft, caller: Session): Promise<Invoice> {
  const invoice = await lockInvoiceByPayment(db, id)
  await takeBack(db, invoice, [id], draft, caller)
  return await getInvoice(db, invoice.id)
}

/** If left out, the change counts as returned where that is likely. */
export type Asked = { changeReturned?: boolean | undefined; cashSessionId?: string | undefined }

/** docs/product/cash.md, "Reversing a payment". */
export async function previewReversal(db: Db, id: string, asked: Asked, caller: Session): Promise<ReversalPreview> {
  const invoice = await lockInvoiceByPayment(db, id)
  const plan = await planReversal(db, invoice, [id], asked.changeReturned ?? false)
  const { payments, after, returned } = plan
  const cash = after
    ? await planCashRows(db, payments, returned, asked.cashSessionId ?? null, caller)
    : { lines: [], open: new Set<string>() }
  return await showPlan(db, {
    ...plan,
    needsChange: after === undefined,
    cash,
    back: after ? creditBack(payments) : [],
    shrinks: after?.shrinks ?? [],
    grown: { currencyId: invoice.currencyId, symbol: invoice.symbol, amount: after?.grows ?? 0 },
    invoices: after
      ? [
          {
            id: invoice.id,
            companyInvoiceId: invoice.companyInvoiceId,
            symbol: invoice.symbol,
            pendingTotal: after.pendingTotal,
          },
        ]
      : [],
    debts: showDebts(invoice, plan.changes, after?.uncovered ?? []),
  })
}

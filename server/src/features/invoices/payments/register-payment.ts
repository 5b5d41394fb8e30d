import type { Invoice } from '@casillero/shared/contract/invoices'
import type { LaterPaymentDraft } from '@casillero/shared/contract/payments'
import { balanceAfterPayment } from '@casillero/shared/domain/invoice-totals'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdTenderCurrencies } from '../../currencies/queries.ts'
import { insertChange } from '../create/insert-invoice.ts'
import { getInvoice, lockInvoice } from '../queries.ts'
import { changeCurrencyIds, holdTaking, toTaking } from './give-change.ts'
import { paymentValues } from './payment-values.ts'
import { writeBalance } from './write-balance.ts'

/** docs/product/invoices.md, "Payments later". */
export async function registerPayment(
  db: Db,
  invoiceId: string,
  draft: LaterPaymentDraft,
  caller: Session,
): Promise<Invoice> {
  const invoice = await lockInvoice(db, invoiceId)
  if (invoice.status !== 'pending') {
    throw new AppError('invoice_not_pending', { values: { number: invoice.companyInvoiceId } })
  }
  const currencyId = draft.currencyId ?? invoice.currencyId
  const [currencies, heldTaking] = await Promise.all([
    holdTenderCurrencies(db, [...new Set([currencyId, invoice.currencyId, ...changeCurrencyIds(draft)])]),
    holdTaking(db, draft, [draft]),
  ])
  const currency = currencies.find(({ id }) => id === currencyId)
  if (!currency) throw fieldError('reference_not_found', 'currencyId')
  const invoiceCurrency = currencies.find(({ id }) => id === invoice.currencyId) ?? {
    ...invoice,
    id: invoice.currencyId,
    cashStep: 0,
    isDefault: false,
  }
  const after = balanceAfterPayment({ ...invoice, currency: invoiceCurrency }, { total: draft.total, currency })
  if (after.convertedTotal === 0) throw fieldError('payment_counts_nothing', 'total')
  const payments = [{ draft, currency }]
  const tender = { caller, payments, change: after.change, currency: invoiceCurrency, held: currencies }
  const taking = toTaking(draft, tender, heldTaking)
  await db
    .insertInto('invoice_payments')
    .values(paymentValues(invoiceId, draft, currency, after.convertedTotal, taking))
    .execute()
  await insertChange(db, { id: invoiceId, clientId: invoice.clientId }, payments, taking)
  await writeBalance(db, invoiceId, after)
  return await getInvoice(db, invoiceId)
}

import type { Client } from '@casillero/shared/contract/clients'
import type { Allocation } from '@casillero/shared/domain/collection'
import { computeBalance } from '@casillero/shared/domain/invoice-totals'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { v7 as uuidv7 } from 'uuid'
import { selectTotalCount, takeNumber } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { changeValues, creditValues, type TakenPayment, type Taking } from '../invoices/give-change.ts'
import { type CurrencyNow, currencySnapshotValues } from '../invoices/payment-values.ts'
import { writeBalance } from '../invoices/write-balance.ts'

/** An open invoice under its lock, with its currency as it was then. */
export type CollectedInvoice = {
  id: string
  companyInvoiceId: number
  currencyId: string
  code: string
  rateCompra: number
  rateVenta: number
  totalAmount: number
  paidTotal: number
  givenTotal: number
  pendingTotal: number
}

type NewCollection = {
  client: Client
  open: readonly CollectedInvoice[]
  payments: readonly TakenPayment[]
  allocation: Allocation
  change: { total: number; currency: CurrencyNow } | null
  taking: Taking
}

const copyClient = (client: Client) => ({
  client_id: client.id,
  client_first_name: client.firstName,
  client_middle_name: client.middleName,
  client_last_names: client.lastNames,
  client_casillero: client.casillero,
  client_phone: client.phone,
})

const computePaidTotal = (invoice: CollectedInvoice, amount: number): number =>
  toWire(sum([exact(invoice.paidTotal), exact(amount)]))

async function insertRows(db: Db, id: string, made: NewCollection): Promise<void> {
  const { payments, allocation, change, taking } = made
  const rows = payments.map(({ draft, currency }, index) => ({
    id: uuidv7(),
    collection_id: id,
    position: index + 1,
    method: draft.method,
    reference: draft.reference,
    total: draft.total,
    ...currencySnapshotValues(currency),
    cash_session_id: taking.cashSessionId,
  }))
  const parts = allocation.parts.flatMap(({ payment, invoiceId, total, convertedTotal }) => {
    const row = rows[payment]
    if (!row) return []
    const { id: paymentId, collection_id: _, position: __, cash_session_id: ___, ...own } = row
    return {
      ...own,
      id: uuidv7(),
      invoice_id: invoiceId,
      total,
      converted_total: convertedTotal,
      collection_payment_id: paymentId,
    }
  })
  const given = changeValues({ collection_id: id }, taking)
  const credits = creditValues({ collection_id: id }, made.client.id, payments, taking)
  await Promise.all([
    takeNumber(db, 'collection'),
    db
      .insertInto('collections')
      .values({
        id,
        company_collection_id: selectTotalCount('collection'),
        ...copyClient(made.client),
        change_total: change?.total ?? 0,
        change_currency_id: change?.currency.id ?? null,
        change_currency_code: change?.currency.code ?? null,
        change_currency_symbol: change?.currency.symbol ?? null,
      })
      .execute(),
    db.insertInto('collection_payments').values(rows).execute(),
    db.insertInto('invoice_payments').values(parts).execute(),
    given.length > 0 ? db.insertInto('collection_changes').values(given).execute() : [],
    credits.length > 0 ? db.insertInto('client_credits').values(credits).execute() : [],
  ])
}

/**
 * Writes a collection, its payments, the part that each pays of each invoice, and what the invoices come to; gives its id. The
 * number is the last lock but those of the credit.
 */
export async function insertCollection(db: Db, made: NewCollection): Promise<string> {
  const id = uuidv7()
  await insertRows(db, id, made)
  const paid = made.allocation.invoices.filter(({ amount }) => amount > 0)
  await Promise.all(
    paid.map(async ({ id: invoiceId, amount }) => {
      const invoice = made.open.find((one) => one.id === invoiceId)
      if (!invoice) return
      const { totalAmount, givenTotal } = invoice
      const paidTotal = computePaidTotal(invoice, amount)
      await writeBalance(db, invoiceId, computeBalance({ totalAmount, paidTotal, givenTotal }))
    }),
  )
  return id
}

import type { Client } from '@casillero/shared/contract/clients'
import type { Allocation } from '@casillero/shared/domain/collection'
import { computeBalance } from '@casillero/shared/domain/invoice-totals'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { v7 as uuidv7 } from 'uuid'
import { selectTotalCount, takeNumber } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { changeValues, creditValues, type TakenPayment, type Taking } from '../invoices/payments/give-change.ts'
import { type CurrencyNow, currencySnapshotValues } from '../invoices/payments/payment-values.ts'
import { writeBalance } from '../invoices/payments/write-balance.ts'
import { changeDebts } from './collected-debts.ts'

/** A locked debt, with its currency as it was when the debt was made. */
export type CollectedDebt = {
  id: string
  createdAt: string
  currencyId: string
  code: string
  rateCompra: number
  rateVenta: number
  pendingTotal: number
  /** Null for a debt without an invoice. */
  invoice: { totalAmount: number; paidTotal: number; givenTotal: number } | null
}

type NewCollection = {
  client: Client
  open: readonly CollectedDebt[]
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
  const isOwnDebt = (of: string) => made.open.some((debt) => debt.id === of && debt.invoice === null)
  const parts = allocation.parts.flatMap(({ payment, invoiceId, total, convertedTotal }) => {
    const row = rows[payment]
    if (!row) return []
    const { id: paymentId, collection_id: _, position: __, cash_session_id: ___, ...own } = row
    const part = { id: uuidv7(), total, converted_total: convertedTotal, collection_payment_id: paymentId }
    return { invoiceId, own, part }
  })
  const ofInvoices = parts
    .filter(({ invoiceId }) => !isOwnDebt(invoiceId))
    .map(({ invoiceId, own, part }) => ({ ...own, ...part, invoice_id: invoiceId }))
  const ofDebts = parts
    .filter(({ invoiceId }) => isOwnDebt(invoiceId))
    .map(({ invoiceId, part }) => ({ ...part, debt_id: invoiceId }))
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
    ofInvoices.length > 0 ? db.insertInto('invoice_payments').values(ofInvoices).execute() : [],
    ofDebts.length > 0 ? db.insertInto('debt_payments').values(ofDebts).execute() : [],
    given.length > 0 ? db.insertInto('collection_changes').values(given).execute() : [],
    credits.length > 0 ? db.insertInto('client_credits').values(credits).execute() : [],
  ])
}

/** Draws the number last, before the locks of the credit only. */
export async function insertCollection(db: Db, made: NewCollection): Promise<string> {
  const id = uuidv7()
  await insertRows(db, id, made)
  const paid = made.allocation.invoices.filter(({ amount }) => amount > 0)
  await Promise.all(
    paid.map(async ({ id: debtId, amount }) => {
      const debt = made.open.find((one) => one.id === debtId)
      if (!debt) return
      if (!debt.invoice) return await changeDebts(db, [{ id: debtId, amount: -amount }])
      const { totalAmount, paidTotal, givenTotal } = debt.invoice
      const paidNow = toWire(sum([exact(paidTotal), exact(amount)]))
      await writeBalance(db, debtId, computeBalance({ totalAmount, paidTotal: paidNow, givenTotal }))
    }),
  )
  return id
}

import type { Collection } from '@casillero/shared/contract/collections'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The debt as it is now. `amount` is what the collection paid of it. */
export type PaidDebt = Omit<Collection['debts'][number], 'currency'> & {
  currencyId: string
  code: string
  symbol: string
  rateCompra: number
  rateVenta: number
  createdAt: string
  leftThen: number
}

export async function listPaidDebts(db: Db, id: string): Promise<PaidDebt[]> {
  const rows = await db
    .selectFrom((parts) =>
      parts
        .selectFrom('debt_payments as y')
        .innerJoin('collection_payments as p', 'p.id', 'y.collection_payment_id')
        .innerJoin('collections as c', 'c.id', 'p.collection_id')
        .select(['y.debt_id', 'c.company_collection_id'])
        .select(sql<number>`sum(y.converted_total)`.as('amount'))
        .select(sql<string>`max(y.created_at)`.as('at'))
        .where('c.id', '=', id)
        .groupBy(['y.debt_id', 'c.company_collection_id'])
        .as('paid'),
    )
    .innerJoin('client_debts as d', 'd.id', 'paid.debt_id')
    .innerJoin('invoices as v', 'v.id', 'd.invoice_id')
    .select(['d.id', 'd.created_at as createdAt', 'd.currency_id as currencyId', 'd.currency_code as code'])
    .select(['d.currency_symbol as symbol', 'd.rate_compra as rateCompra', 'd.rate_venta as rateVenta'])
    .select(['d.pending_total as pendingTotal', 'v.id as invoiceId', 'v.company_invoice_id as companyInvoiceId'])
    .select('paid.amount')
    .select(
      // Numbers are drawn under a lock, so lower numbers are earlier collections.
      sql<number>`d.amount - (
        select coalesce(sum(o.converted_total), 0) from debt_payments o
        join collection_payments q on q.id = o.collection_payment_id
        join collections b on b.id = q.collection_id
        where o.debt_id = d.id and b.company_collection_id <= paid.company_collection_id
          and (b.reversed_at is null or b.reversed_at > paid.at))`.as('leftThen'),
    )
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()
  return rows.map(({ invoiceId, companyInvoiceId, ...debt }) => ({
    ...debt,
    invoice: { id: invoiceId, companyInvoiceId },
  }))
}

/** An `amount` below zero is a payment. */
export type DebtChange = { id: string; amount: number }

export async function changeDebts(db: Db, changes: readonly DebtChange[]): Promise<void> {
  for (const { id, amount } of changes) {
    await db
      .updateTable('client_debts')
      .set({ pending_total: sql`pending_total + ${amount}` })
      .where('id', '=', id)
      .execute()
  }
}

import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { CashPlan } from '../../cash/return-cash.ts'
import { netChanges } from '../invoice-view.ts'

type Currency = { currencyId: string; code: string; name: string; symbol: string }

type LiveRow = Currency & {
  id: string
  /** In its own currency. */
  amount: number
  convertedTotal: number
  sessionId: string | null
  tenderId: string | null
}

/** `isPart`: part of a collection, whose own payments hold the cash and the credit. */
export type LivePayment = LiveRow & { method: PaymentMethod; isPart: boolean }

/** Amounts without what was taken back. */
export type LiveChangeRow = LiveRow & {
  kind: 'cash' | 'credit'
  handed: number
  rateCompra: number
  rateVenta: number
}

/** Its tables hold the payments; the drawer's movements show `name`. */
export type Origin = { of: 'invoice' | 'collection'; id: string; name: string }

const columns = [
  'id',
  'cash_session_id as sessionId',
  'currency_id as currencyId',
  'currency_code as code',
  'currency_name as name',
  'currency_symbol as symbol',
] as const

const changeColumns = [
  ...columns,
  'kind',
  'amount',
  'handed',
  'converted_total as convertedTotal',
  'shrinks_id as shrinksId',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
] as const

export async function listLivePayments(db: Db, invoiceId: string): Promise<LivePayment[]> {
  const rows = await db
    .selectFrom('invoice_payments')
    .select(columns)
    .select(['method', 'total as amount', 'converted_total as convertedTotal', 'tender as tenderId'])
    .select('collection_payment_id as collectionPaymentId')
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, isPart: row.collectionPaymentId !== null }))
}

export async function listLiveChanges(db: Db, invoiceId: string): Promise<LiveChangeRow[]> {
  const rows = await db
    .selectFrom('invoice_changes')
    .select(changeColumns)
    .select('tender as tenderId')
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return netChanges(rows)
}

export async function listCollectionPayments(db: Db, id: string): Promise<LivePayment[]> {
  const rows = await db
    .selectFrom('collection_payments')
    .select(columns)
    .select(['method', 'total as amount'])
    .where('collection_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, convertedTotal: 0, tenderId: id, isPart: false }))
}

export async function listCollectionChanges(db: Db, id: string): Promise<LiveChangeRow[]> {
  const rows = await db
    .selectFrom('collection_changes')
    .select(changeColumns)
    .where('collection_id', '=', id)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return netChanges(rows.map((row) => ({ ...row, tenderId: id })))
}

/** `reference` is the bank's name for the transfer. */
export type Because = { reason: string; reference: string | null }

/** Payments with the amount returned of each, and change that came back. */
export type Reversed = { payments: readonly (LivePayment & { returned: number })[]; changes: readonly LiveChangeRow[] }

type Marking = {
  cash: CashPlan
  /** Movements by the id of their row. */
  moved: ReadonlyMap<string, string>
  because: Because
  userId: string
}

const marks = ({ id, sessionId }: LiveRow, { cash, moved, because, userId }: Marking, staysCounted: boolean) => ({
  reversed_at: sql<string>`app_now()`,
  reversed_by: userId,
  reversal_reason: because.reason,
  is_counted: staysCounted || moved.has(id) || sessionId === null || !cash.open.has(sessionId),
  reversal_movement_id: moved.get(id) ?? null,
})

/** Change that came back still counts in the session that gave it. */
export async function writeReversal(
  db: Db,
  { of }: Origin,
  { payments, changes }: Reversed,
  marking: Marking,
): Promise<void> {
  for (const row of payments) {
    const isByBank = row.method !== 'cash' && row.method !== 'credit'
    const isWhole = row.returned === row.amount
    const reference = isByBank ? marking.because.reference : null
    // If change was kept as credit, the cash less that change still lies in its drawer.
    const values = { ...marks(row, marking, row.method === 'cash' && !isWhole), reversal_reference: reference }
    if (of === 'invoice') {
      const returned = isWhole ? null : row.returned
      await db
        .updateTable('invoice_payments')
        .set({ ...values, returned })
        .where('id', '=', row.id)
        .execute()
    } else {
      await db.updateTable('collection_payments').set(values).where('id', '=', row.id).execute()
    }
  }
  for (const row of changes) {
    await db
      .updateTable(`${of}_changes`)
      .set(marks(row, marking, true))
      .where('id', '=', row.id)
      .execute()
  }
}

/** Adds to the client's credit, or takes from it. */
export type CreditRow = { kind: 'overpayment' | 'void' | 'reversal'; currency: Currency; amount: number }

/** Additions come first, so that no balance falls below zero on the way. */
export async function insertCredit(db: Db, of: Origin, clientId: string, rows: readonly CreditRow[]): Promise<void> {
  const values = rows
    .filter(({ amount }) => amount !== 0)
    .toSorted(
      (a, b) => Number(b.amount > 0) - Number(a.amount > 0) || (a.currency.currencyId < b.currency.currencyId ? -1 : 1),
    )
    .map(({ kind, currency, amount }) => ({
      ...(of.of === 'invoice' ? { invoice_id: of.id } : { collection_id: of.id }),
      client_id: clientId,
      kind,
      currency_id: currency.currencyId,
      currency_code: currency.code,
      currency_name: currency.name,
      currency_symbol: currency.symbol,
      amount,
    }))
  if (values.length > 0) await db.insertInto('client_credits').values(values).execute()
}

/** Amounts by currency. */
export async function readCredit(db: Db, clientId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('client_credit_balances')
    .select(['currency_id as currencyId', 'balance'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map(({ currencyId, balance }) => [currencyId, balance]))
}

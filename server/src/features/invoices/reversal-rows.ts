import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { creditReturns } from '@casillero/shared/domain/reversal'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * A payment (`method`), or a part of the change (`kind`), that counts until it is taken back; `amount` and `handed` in its own
 * currency.
 */
export type FallenRow = {
  id: string
  method: PaymentMethod | null
  kind: 'cash' | 'credit' | null
  amount: number
  handed: number
  sessionId: string | null
  /** Says that it is a part of a collection, whose own payments carry the cash and the credit. */
  isPart: boolean
  currencyId: string
  code: string
  name: string
  symbol: string
}

/** The payments that are taken back, and the change that falls away with them. */
export type Fallen = { payments: readonly FallenRow[]; changes: readonly FallenRow[] }

/** What the payments were of: whose tables hold them, and how it is called in the drawer's movements. */
export type Origin = { of: 'invoice' | 'collection'; id: string; name: string }

const columns = [
  'id',
  'converted_total as convertedTotal',
  'cash_session_id as sessionId',
  'currency_id as currencyId',
  'currency_code as code',
  'currency_name as name',
  'currency_symbol as symbol',
] as const

type Counted = FallenRow & { convertedTotal: number }

/** The payments of an invoice that count, the first one first. */
export async function livePaymentsOf(db: Db, invoiceId: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('invoice_payments')
    .select(columns)
    .select(['method', 'total as amount', 'collection_payment_id as collectionPaymentId'])
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: null, handed: 0, isPart: row.collectionPaymentId !== null }))
}

/** The parts of an invoice's change that count. */
export async function liveChangesOf(db: Db, invoiceId: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('invoice_changes')
    .select(columns)
    .select(['kind', 'amount', 'handed'])
    .where('invoice_id', '=', invoiceId)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, method: null, isPart: false }))
}

type Written = {
  /** The sessions of these rows that are open. */
  open: ReadonlySet<string>
  /** The movements that carry their cash instead, by the id of the row. */
  moved: ReadonlyMap<string, string>
  reason: string
  reference: string | null
}

/** Marks payments and parts of the change as taken back. */
export async function writeReversal(
  db: Db,
  { of }: Origin,
  { payments, changes }: Fallen,
  { open, moved, reason, reference }: Written,
  { userId }: Session,
): Promise<void> {
  const marked = ({ id, sessionId }: FallenRow) => ({
    reversed_at: sql<string>`app_now()`,
    reversed_by: userId,
    reversal_reason: reason,
    is_counted: sessionId === null || !open.has(sessionId),
    reversal_movement_id: moved.get(id) ?? null,
  })
  for (const row of payments) {
    const isByBank = row.method !== 'cash' && row.method !== 'credit'
    await db
      .updateTable(`${of}_payments`)
      .set({ ...marked(row), reversal_reference: isByBank ? reference : null })
      .where('id', '=', row.id)
      .execute()
  }
  for (const row of changes) {
    await db.updateTable(`${of}_changes`).set(marked(row)).where('id', '=', row.id).execute()
  }
}

/**
 * Writes what taking payments back does to the client's credit. Throws `credit_already_used` where the change was kept as credit
 * and the client has used it since; the database refuses a balance below zero in any case.
 */
export async function insertReversedCredit(
  db: Db,
  origin: Origin,
  clientId: string,
  { payments, changes }: Fallen,
): Promise<void> {
  const used = payments.filter(({ method, isPart }) => method === 'credit' && !isPart)
  const kept = changes.filter(({ kind }) => kind === 'credit')
  const returns = creditReturns(used, kept)
  if (returns.length === 0) return
  const balances = await db
    .selectFrom('client_credit_balances')
    .select(['currency_id as currencyId', 'balance'])
    .where('client_id', '=', clientId)
    .execute()
  const balanceOf = (id: string) => balances.find(({ currencyId }) => currencyId === id)?.balance ?? 0
  if (returns.some(({ currencyId, amount }) => amount < 0 && balanceOf(currencyId) < -amount)) {
    throw new AppError('credit_already_used')
  }
  const values = returns.flatMap(({ currencyId, amount }) => {
    const row = [...used, ...kept].find((one) => one.currencyId === currencyId)
    if (!row) return []
    const { code, name, symbol } = row
    const currency = { currency_id: currencyId, currency_code: code, currency_name: name, currency_symbol: symbol }
    const of = origin.of === 'invoice' ? { invoice_id: origin.id } : { collection_id: origin.id }
    return { ...currency, ...of, client_id: clientId, kind: 'reversal' as const, amount }
  })
  await db.insertInto('client_credits').values(values).execute()
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type Amount = { symbol: string; amount: number }

/** `unpaid` counts invoices to be paid; `pending` is the sum to be verified, null if nothing is. */
export type OwnAccount = { owed: Amount[]; credit: Amount[]; unpaid: number; inReview: Amount[] | null }

/** Sums of two currencies are never added. */
export async function readOwnAccount(db: Db): Promise<OwnAccount> {
  const [owed, credit, waiting] = await Promise.all([
    db
      .selectFrom('open_debts as v')
      .innerJoin('currencies as k', 'k.id', 'v.currency_id')
      .select(['k.symbol', sql<number>`sum(v.pending_total)`.as('amount')])
      .select(sql<string[]>`array_agg(distinct v.invoice_id)`.as('invoiceIds'))
      .groupBy(['k.id', 'k.company_id', 'k.code', 'k.symbol'])
      .orderBy('k.code')
      .execute(),
    db
      .selectFrom('client_credit_balances as b')
      .innerJoin('currencies as k', 'k.id', 'b.currency_id')
      .select(['k.symbol', 'b.balance as amount'])
      .where('b.balance', '>', 0)
      .orderBy('k.code')
      .execute(),
    db
      .selectFrom('vouchers as v')
      .leftJoin('currencies as k', 'k.id', 'v.currency_id')
      .select(['k.symbol', sql<number | null>`sum(v.amount)`.as('amount')])
      .where('v.state', '=', 'pending')
      .groupBy(['k.id', 'k.company_id', 'k.code', 'k.symbol'])
      .orderBy('k.code')
      .execute(),
  ])
  const inReview = waiting.flatMap(({ symbol, amount }) =>
    symbol === null || amount === null ? [] : [{ symbol, amount }],
  )
  return {
    owed: owed.map(({ symbol, amount }) => ({ symbol, amount })),
    credit,
    inReview: waiting.length === 0 ? null : inReview,
    unpaid: new Set(owed.flatMap(({ invoiceIds }) => invoiceIds)).size,
  }
}

const mostInvoices = 100

export type OwnInvoice = {
  id: string
  number: number
  day: string
  status: 'pending' | 'paid' | 'cancelled'
  total: number
  pending: number
  symbol: string
  /** Used credit that lost its payment and is not yet paid. */
  ownDebts: Amount[]
}

const columns = [
  'id',
  'company_invoice_id as number',
  'status',
  'total_amount as total',
  'pending_total as pending',
  'currency_symbol as symbol',
] as const
const day = sql<string>`(created_at at time zone 'America/Managua')::date::text`

const ownDebts = sql<Amount[]>`coalesce((
  select json_agg(json_build_object('symbol', d.currency_symbol, 'amount', d.pending_total) order by d.id)
  from client_debts d where d.invoice_id = invoices.id and d.pending_total > 0), '[]'::json)`

export const listOwnInvoices = (db: Db): Promise<OwnInvoice[]> =>
  db
    .selectFrom('invoices')
    .select(columns)
    .select([day.as('day'), ownDebts.as('ownDebts')])
    .where('voided_at', 'is', null)
    .orderBy('company_invoice_id', 'desc')
    .limit(mostInvoices)
    .execute()

export async function ownsInvoice(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export type OwnDevice = { id: string; name: string; createdAt: string; lastUsedAt: string }

export const listOwnDevices = (db: Db): Promise<OwnDevice[]> =>
  db
    .selectFrom('client_devices')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('ended_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .execute()

export async function endOwnDevice(db: Db, id: string): Promise<void> {
  await db
    .updateTable('client_devices')
    .set({ ended_at: sql`app_now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

import type { Collection } from '@casillero/shared/contract/collections'
import { compareAge } from '@casillero/shared/domain/collection'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listPaidDebts } from './collected-debts.ts'
import type { CollectedDebt } from './insert-collection.ts'

/** Locks in the order of ids; returns the oldest first. A debt without an invoice changes only under the client's lock. */
export async function lockOpenDebts(db: Db, clientId: string): Promise<CollectedDebt[]> {
  const [invoices, debts] = await Promise.all([lockOpenInvoices(db, clientId), listOpenDebts(db, clientId)])
  return [...invoices, ...debts].toSorted(compareAge)
}

const listOpenDebts = async (db: Db, clientId: string): Promise<CollectedDebt[]> => {
  const rows = await db
    .selectFrom('client_debts')
    .select(['id', 'created_at as createdAt', 'currency_id as currencyId', 'currency_code as code'])
    .select(['rate_compra as rateCompra', 'rate_venta as rateVenta', 'pending_total as pendingTotal'])
    .where('client_id', '=', clientId)
    .where('pending_total', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, invoice: null }))
}

async function lockOpenInvoices(db: Db, clientId: string): Promise<CollectedDebt[]> {
  const rows = await db
    .selectFrom('invoices')
    .select([
      'id',
      'company_invoice_id as companyInvoiceId',
      'created_at as createdAt',
      'currency_id as currencyId',
      'currency_code as code',
      'rate_compra as rateCompra',
      'rate_venta as rateVenta',
      'total_amount as totalAmount',
      'paid_total as paidTotal',
      'given_total as givenTotal',
      'pending_total as pendingTotal',
    ])
    .where('client_id', '=', clientId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows
    .toSorted((a, b) => a.companyInvoiceId - b.companyInvoiceId)
    .map(({ totalAmount, paidTotal, givenTotal, ...row }) => ({
      ...row,
      invoice: { totalAmount, paidTotal, givenTotal },
    }))
}

/** Finds it whether it is open or not. */
export async function findInvoiceNumber(db: Db, clientId: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select('company_invoice_id as number')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.number
}

/** Finds it whether it is open or not. */
export async function ownsDebt(db: Db, clientId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('client_debts')
    .select('id')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row !== undefined
}

const currencyColumns = [
  'currency_id as currencyId',
  'currency_code as currencyCode',
  'currency_name as currencyName',
  'currency_symbol as currencySymbol',
  'rate_compra as rateCompra',
  'rate_venta as rateVenta',
] as const

type CurrencyColumns = {
  currencyId: string
  currencyCode: string
  currencyName: string
  currencySymbol: string
  rateCompra: number
  rateVenta: number
}

const toCurrency = (row: CurrencyColumns) => ({
  id: row.currencyId,
  code: row.currencyCode,
  name: row.currencyName,
  symbol: row.currencySymbol,
  rateCompra: row.rateCompra,
  rateVenta: row.rateVenta,
})

const findHead = (db: Db, id: string) =>
  db
    .selectFrom('collections as c')
    .innerJoin('users as u', 'u.id', 'c.created_by')
    .leftJoin('users as r', 'r.id', 'c.reversed_by')
    .leftJoin('vouchers as v', 'v.collection_id', 'c.id')
    .select([
      'c.id',
      'c.company_collection_id as companyCollectionId',
      'c.created_at as createdAt',
      'c.client_id as clientId',
      'c.client_first_name as firstName',
      'c.client_middle_name as middleName',
      'c.client_last_names as lastNames',
      'c.client_casillero as casillero',
      'c.client_phone as phone',
      'c.change_total as changeTotal',
      'c.change_currency_id as changeCurrencyId',
      'c.change_currency_code as changeCurrencyCode',
      'c.change_currency_symbol as changeCurrencySymbol',
      'c.reversed_at as reversedAt',
      'c.reversal_reason as reversalReason',
      'v.id as voucherId',
      'u.full_name as createdByName',
      'r.full_name as reversedByName',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()

const listPayments = (db: Db, id: string) =>
  db
    .selectFrom('collection_payments')
    .select(currencyColumns)
    .select(['id', 'method', 'reference', 'total', 'reversal_reference as reversalReference'])
    .where('collection_id', '=', id)
    .orderBy('position')
    .execute()

/** Ordered by id, which is the order of payment. */
const listParts = (db: Db, id: string) =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('collection_payments as c', 'c.id', 'p.collection_payment_id')
    .select(['p.id', 'c.id as paymentId', 'p.total', 'p.converted_total as convertedTotal'])
    .select([sql<string | null>`p.invoice_id`.as('invoiceId'), sql<string | null>`null::uuid`.as('debtId')])
    .where('c.collection_id', '=', id)
    .unionAll(
      db
        .selectFrom('debt_payments as p')
        .innerJoin('collection_payments as c', 'c.id', 'p.collection_payment_id')
        .select(['p.id', 'c.id as paymentId', 'p.total', 'p.converted_total as convertedTotal'])
        .select([sql<string | null>`null::uuid`.as('invoiceId'), sql<string | null>`p.debt_id`.as('debtId')])
        .where('c.collection_id', '=', id),
    )
    .orderBy('id')
    .execute()

const listChanges = (db: Db, id: string) =>
  db
    .selectFrom('collection_changes')
    .select(currencyColumns)
    .select([
      'id',
      'kind',
      'amount',
      'converted_total as convertedTotal',
      'handed',
      'rounding',
      'created_at as createdAt',
    ])
    .where('collection_id', '=', id)
    // The change as first given: what a reversal took back is a row of its own.
    .where('shrinks_id', 'is', null)
    .orderBy('id')
    .execute()

const listInvoices = (db: Db, ids: string[]) =>
  db
    .selectFrom('invoices')
    .select([
      'id',
      'company_invoice_id as companyInvoiceId',
      'currency_id as currencyId',
      'currency_code as currencyCode',
      'currency_symbol as currencySymbol',
      'total_amount as totalAmount',
      'pending_total as pendingTotal',
      'status',
    ])
    .where('id', '=', matchAny(ids))
    .orderBy('company_invoice_id')
    .execute()

type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>

function toReversal(head: Head, payments: Awaited<ReturnType<typeof listPayments>>): Collection['reversal'] {
  if (head.reversedAt === null) return null
  const reference = payments.find(({ reversalReference }) => reversalReference !== null)?.reversalReference ?? null
  return {
    at: head.reversedAt,
    by: { fullName: head.reversedByName ?? '' },
    reason: head.reversalReason ?? '',
    reference,
  }
}

function readChangeCurrency(head: Head): Collection['changeCurrency'] {
  const { changeCurrencyId: id, changeCurrencyCode: code, changeCurrencySymbol: symbol } = head
  return id === null || code === null || symbol === null ? null : { id, code, symbol }
}

/** Returns invoices and debts as they are now. Throws `not_found`. */
export async function getCollection(db: Db, id: string): Promise<Collection> {
  const [head, payments, parts, changes, debts] = await Promise.all([
    findHead(db, id),
    listPayments(db, id),
    listParts(db, id),
    listChanges(db, id),
    listPaidDebts(db, id),
  ])
  if (!head) throw new AppError('not_found')
  const invoices = await listInvoices(db, [...new Set(parts.flatMap(({ invoiceId }) => invoiceId ?? []))])
  const sumAmount = (invoiceId: string) =>
    toWire(sum(parts.filter((part) => part.invoiceId === invoiceId).map((part) => exact(part.convertedTotal))))
  const { clientId, firstName, middleName, lastNames, casillero, phone } = head
  return {
    ...head,
    createdBy: { fullName: head.createdByName },
    client: { id: clientId, firstName, middleName, lastNames, casillero, phone },
    payments: payments.map((row) => ({ ...row, currency: toCurrency(row) })),
    parts: parts.map(({ debtId, ...part }) => (debtId === null ? part : { ...part, debtId })),
    invoices: invoices.map((row) => ({
      ...row,
      currency: { id: row.currencyId, code: row.currencyCode, symbol: row.currencySymbol },
      amount: sumAmount(row.id),
    })),
    debts: debts.map((row) => ({ ...row, currency: { id: row.currencyId, code: row.code, symbol: row.symbol } })),
    changeCurrency: readChangeCurrency(head),
    change: changes.map((row) => ({ ...row, currency: toCurrency(row) })),
    reversal: toReversal(head, payments),
  }
}

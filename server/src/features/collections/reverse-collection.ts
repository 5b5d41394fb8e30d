import type { Collection } from '@casillero/shared/contract/collections'
import type { ReversalDraft } from '@casillero/shared/contract/reversals'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { type Fallen, insertReversedCredit } from '../invoices/reversal-rows.ts'
import { reverseRows } from '../invoices/reverse-rows.ts'
import { type LockedInvoice, takeBack } from '../invoices/take-back.ts'
import { getCollection } from './queries.ts'

const columns = [
  'id',
  'cash_session_id as sessionId',
  'currency_id as currencyId',
  'currency_code as code',
  'currency_name as name',
  'currency_symbol as symbol',
] as const

async function rowsOf(db: Db, id: string): Promise<Fallen> {
  const [payments, changes] = await Promise.all([
    db
      .selectFrom('collection_payments')
      .select(columns)
      .select(['method', 'total as amount'])
      .where('collection_id', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('collection_changes')
      .select(columns)
      .select(['kind', 'amount', 'handed'])
      .where('collection_id', '=', id)
      .orderBy('id')
      .execute(),
  ])
  return {
    payments: payments.map((row) => ({ ...row, kind: null, handed: 0, isPart: false })),
    changes: changes.map((row) => ({ ...row, method: null, isPart: false })),
  }
}

type Part = { id: string; invoiceId: string }

const partsOf = (db: Db, id: string): Promise<Part[]> =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('collection_payments as c', 'c.id', 'p.collection_payment_id')
    .select(['p.id', 'p.invoice_id as invoiceId'])
    .where('c.collection_id', '=', id)
    .execute()

/** Locks the collection behind its client, as collecting does. Throws `not_found`, `collection_already_reversed`. */
async function lockCollection(db: Db, id: string): Promise<{ clientId: string; number: number }> {
  const collections = db.selectFrom('collections').where('id', '=', id)
  const found = await collections.select('client_id as clientId').executeTakeFirst()
  if (!found) throw new AppError('not_found')
  await lockClientMoney(db, found.clientId)
  const { number, reversedAt } = await collections
    .select(['company_collection_id as number', 'reversed_at as reversedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (reversedAt !== null) throw new AppError('collection_already_reversed', { values: { number } })
  return { clientId: found.clientId, number }
}

/** Locks the invoices in the order of their ids. Throws `invoice_already_voided`. */
async function lockInvoices(db: Db, parts: readonly Part[]): Promise<LockedInvoice[]> {
  const invoices: LockedInvoice[] = []
  for (const id of [...new Set(parts.map(({ invoiceId }) => invoiceId))].toSorted()) {
    const invoice = await lockInvoice(db, id)
    if (invoice.status === 'cancelled') {
      throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
    }
    invoices.push({ ...invoice, id })
  }
  return invoices
}

/**
 * Takes a collection back as a whole: every part of it, its cash, its change and its credit, as one payment is taken back. Throws
 * `not_found`, `collection_already_reversed`, `invoice_already_voided`, and what `takeBack` throws.
 * docs/product/cash.md, "Collections".
 */
export async function reverseCollection(
  db: Db,
  id: string,
  draft: ReversalDraft,
  caller: Session,
): Promise<Collection> {
  const { clientId, number } = await lockCollection(db, id)
  const [parts, fallen] = [await partsOf(db, id), await rowsOf(db, id)]
  const origin = { of: 'collection' as const, id, name: `cobro #${number}` }
  for (const invoice of await lockInvoices(db, parts)) {
    const own = parts.filter(({ invoiceId }) => invoiceId === invoice.id)
    await takeBack(
      db,
      invoice,
      own.map((part) => part.id),
      draft,
      caller,
    )
  }
  await reverseRows(db, origin, fallen, draft, caller)
  await insertReversedCredit(db, origin, clientId, fallen)
  await db
    .updateTable('collections')
    .set({ reversed_at: sql`app_now()`, reversed_by: caller.userId, reversal_reason: draft.reason })
    .where('id', '=', id)
    .execute()
  return await getCollection(db, id)
}

import type { Collection } from '@casillero/shared/contract/collections'
import type { ReversalDraft, ReversalPreview } from '@casillero/shared/contract/reversals'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { listUsed, shrinkCredit } from '@casillero/shared/domain/reversal'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { lockInvoice } from '../invoices/queries.ts'
import {
  changeStillHanded,
  creditBack,
  creditWith,
  type LockedInvoice,
  type Plan,
  pickCurrency,
  planCashRows,
  planReversal,
  refuseUnseen,
  showDebts,
  showPlan,
} from '../invoices/reversals/plan-reversal.ts'
import {
  type CreditRow,
  insertCredit,
  type LiveChangeRow,
  listCollectionChanges,
  listCollectionPayments,
  readCredit,
} from '../invoices/reversals/reversal-rows.ts'
import type { Asked } from '../invoices/reversals/reverse-payment.ts'
import { insertShrinks, takeBack, uncover, writeTakenBack } from '../invoices/reversals/take-back.ts'
import { changeDebts, listPaidDebts } from './collected-debts.ts'
import { getCollection } from './queries.ts'

type Part = { id: string; invoiceId: string }

const listParts = (db: Db, id: string): Promise<Part[]> =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('collection_payments as c', 'c.id', 'p.collection_payment_id')
    .select(['p.id', 'p.invoice_id as invoiceId'])
    .where('c.collection_id', '=', id)
    .execute()

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

type Named = { id: string; companyInvoiceId: number }

/** Finds the last invoice or debt paid, to name where the credit was used. */
function findLast(invoices: readonly Named[], debts: readonly { invoice: Named }[]): Named | undefined {
  const paid = invoices.length > 0 ? invoices : debts.map(({ invoice }) => invoice)
  return paid.toSorted((a, b) => a.companyInvoiceId - b.companyInvoiceId).at(-1)
}

/** Finds the last invoice that credit of the client paid, else their last one. Throws `credit_not_enough` where an admin took it off. */
async function findBought(db: Db, clientId: string): Promise<Named> {
  const { rows } = await sql<Named>`
    select i.id, i.company_invoice_id as "companyInvoiceId" from invoices i where i.client_id = ${clientId}
    order by i.voided_at is null and exists (
        select from invoice_payments p where p.invoice_id = i.id and p.method = 'credit' and p.reversed_at is null) desc,
      i.company_invoice_id desc limit 1`.execute(db)
  const [bought] = rows
  if (!bought) throw new AppError('credit_not_enough')
  return bought
}

/** Locks the collection's rows, and reads how much of its credit can be taken back. */
async function holdCollection(db: Db, id: string) {
  const { clientId, number } = await lockCollection(db, id)
  const [parts, debts, payments, changes, has] = await Promise.all([
    listParts(db, id),
    listPaidDebts(db, id),
    listCollectionPayments(db, id),
    listCollectionChanges(db, id),
    readCredit(db, clientId),
  ])
  const invoices = await lockInvoices(db, parts)
  const credit = sum(changes.filter(({ kind }) => kind === 'credit').map((row) => exact(row.convertedTotal)))
  const shrinks = shrinkCredit(changes, toWire(credit), creditWith(has, creditBack(payments)))
  const origin = { of: 'collection' as const, id, name: `cobro #${number}` }
  const uncovered = listUsed(changes, shrinks).filter(({ amount }) => amount > 0)
  const last = findLast(invoices, debts) ?? (uncovered.length > 0 ? await findBought(db, clientId) : undefined)
  return { clientId, origin, parts, debts, payments, changes, has, invoices, shrinks, uncovered, last }
}

type Held = Awaited<ReturnType<typeof holdCollection>>

const selectCashChange = ({ changes }: Held): LiveChangeRow[] => changes.filter(({ kind }) => kind === 'cash')

const listPartIds = ({ parts }: Held, invoice: LockedInvoice): string[] =>
  parts.filter(({ invoiceId }) => invoiceId === invoice.id).map(({ id }) => id)

/** Cash change of these invoices may have to come back too. */
const planInvoices = (db: Db, held: Held, changeReturned: boolean): Promise<Plan[]> =>
  Promise.all(held.invoices.map((invoice) => planReversal(db, invoice, listPartIds(held, invoice), changeReturned)))

/** Credit from the change that has been used becomes a debt. */
async function takeCreditBack(db: Db, held: Held): Promise<void> {
  const { clientId, origin, changes, payments, shrinks, uncovered, last } = held
  const back = creditBack(payments).map((row): CreditRow => {
    return { kind: 'reversal', currency: pickCurrency(row), amount: row.amount }
  })
  const shrunk = await insertShrinks(db, origin, changes, shrinks)
  await insertCredit(db, origin, clientId, [...back, ...shrunk])
  if (last) await uncover(db, origin, { invoiceId: last.id, collectionId: origin.id, clientId }, changes, uncovered)
}

/** docs/product/cash.md, "Collections". */
export async function reverseCollection(
  db: Db,
  id: string,
  draft: ReversalDraft,
  caller: Session,
): Promise<Collection> {
  const held = await holdCollection(db, id)
  const returned = selectCashChange(held)
  if (returned.length > 0 && !draft.changeReturned) throw changeStillHanded(returned)
  const ofInvoices = (await planInvoices(db, held, draft.changeReturned)).flatMap((plan) => plan.returned)
  const all = await planCashRows(db, held.payments, [...returned, ...ofInvoices], draft.cashSessionId, caller)
  refuseUnseen(all, draft.expectedCash)
  // The rows of invoices are written by `takeBack`.
  const rowsOfInvoices = new Set(ofInvoices.map((row) => row.id))
  const cash = { ...all, lines: all.lines.filter(({ rowId }) => !rowsOfInvoices.has(rowId)) }
  const reversed = { payments: held.payments.map((row) => ({ ...row, returned: row.amount })), changes: returned }
  await writeTakenBack(db, held.origin, reversed, cash, draft, caller)
  await takeCreditBack(db, held)
  for (const invoice of held.invoices) {
    await takeBack(db, invoice, listPartIds(held, invoice), { ...draft, expectedCash: null }, caller)
  }
  await changeDebts(db, held.debts)
  await db
    .updateTable('collections')
    .set({ reversed_at: sql`app_now()`, reversed_by: caller.userId, reversal_reason: draft.reason })
    .where('id', '=', id)
    .execute()
  return await getCollection(db, id)
}

/** Lists debts that it paid, of its invoices' credit, and of its own credit. */
function listDebtsAfter(held: Held, plans: readonly Plan[]): ReversalPreview['debts'] {
  const paid = held.debts.map(({ invoice, symbol, pendingTotal, amount }) => ({
    companyInvoiceId: invoice.companyInvoiceId,
    symbol,
    pendingTotal: toWire(sum([exact(pendingTotal), exact(amount)])),
  }))
  return [
    ...paid,
    ...plans.flatMap(({ changes, after }, index) => showDebts(held.invoices[index], changes, after?.uncovered ?? [])),
    ...showDebts(held.last, held.changes, held.uncovered),
  ]
}

/** docs/product/cash.md, "Collections". */
export async function previewCollectionReversal(
  db: Db,
  id: string,
  asked: Asked,
  caller: Session,
): Promise<ReversalPreview> {
  const held = await holdCollection(db, id)
  const own = selectCashChange(held)
  const isReturned = asked.changeReturned === true
  const plans = await planInvoices(db, held, isReturned)
  const needsChange = (own.length > 0 && !isReturned) || plans.some(({ after }) => after === undefined)
  const returned = isReturned ? [...own, ...plans.flatMap((plan) => plan.returned)] : []
  const none = { lines: [], open: new Set<string>() }
  const cash = needsChange ? none : await planCashRows(db, held.payments, returned, asked.cashSessionId ?? null, caller)
  const invoices = held.invoices.map(({ id: invoiceId, companyInvoiceId, symbol, pendingTotal }, index) => ({
    id: invoiceId,
    companyInvoiceId,
    symbol,
    pendingTotal: plans[index]?.after?.pendingTotal ?? pendingTotal,
  }))
  return await showPlan(db, {
    mayReturn: [...own, ...plans.flatMap((plan) => plan.mayReturn)],
    payments: held.payments,
    live: held.payments,
    needsChange,
    cash,
    has: held.has,
    back: needsChange ? [] : creditBack(held.payments),
    shrinks: needsChange ? [] : held.shrinks,
    changes: [...held.changes, ...plans.flatMap((plan) => plan.changes)],
    invoices: (needsChange ? [] : invoices).toSorted((a, b) => a.companyInvoiceId - b.companyInvoiceId),
    debts: needsChange ? [] : listDebtsAfter(held, plans),
  })
}

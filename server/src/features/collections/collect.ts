import type { Collection, CollectionDraft } from '@casillero/shared/contract/collections'
import { type Allocation, allocate, countPayments, leftOver } from '@casillero/shared/domain/collection'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { holdTenderCurrencies } from '../currencies/queries.ts'
import { changeCurrencyIds, holdTaking, refuseEmptyPayments, toTaking } from '../invoices/payments/give-change.ts'
import { type CollectedDebt, insertCollection } from './insert-collection.ts'
import { findInvoiceNumber, getCollection, lockOpenDebts, ownsDebt } from './queries.ts'

type HeldCurrency = Awaited<ReturnType<typeof holdTenderCurrencies>>[number]

/** Throws `amounts_changed` for a closed item of the client, else `reference_not_found`. */
async function refuseClosed(
  db: Db,
  clientId: string,
  { invoiceId, debtId }: CollectionDraft['allocations'][number],
  index: number,
): Promise<never> {
  if (debtId !== null) {
    if (await ownsDebt(db, clientId, debtId)) throw new AppError('amounts_changed')
    throw fieldError('reference_not_found', `allocations.${index}.debtId`)
  }
  const number = await findInvoiceNumber(db, clientId, invoiceId ?? '')
  if (number === undefined) throw fieldError('reference_not_found', `allocations.${index}.invoiceId`)
  throw new AppError('invoice_not_pending', { values: { number } })
}

const pickId = ({ invoiceId, debtId }: CollectionDraft['allocations'][number]): string => invoiceId ?? debtId ?? ''

/** Maps invoices and debts to the typed amounts. Throws if one is not open, or owes less. */
async function typedAmounts(
  db: Db,
  clientId: string,
  { allocations }: CollectionDraft,
  open: readonly CollectedDebt[],
): Promise<ReadonlyMap<string, number>> {
  for (const [index, allocation] of allocations.entries()) {
    const { invoiceId, debtId, amount } = allocation
    const debt = open.find(({ id, invoice }) => id === (invoice ? invoiceId : debtId))
    if (!debt) return await refuseClosed(db, clientId, allocation, index)
    if (amount > debt.pendingTotal) throw new AppError('amounts_changed')
  }
  return new Map(allocations.map((allocation) => [pickId(allocation), allocation.amount]))
}

function refuseShort({ allocations }: CollectionDraft, { invoices }: Allocation): void {
  const short = invoices.find(({ isShort }) => isShort)
  if (!short) return
  const index = allocations.findIndex((allocation) => pickId(allocation) === short.id)
  throw fieldError('collection_short', `allocations.${index}.amount`)
}

/** Throws if the division has changed since the clerk saw it. */
function refuseChanged({ expected }: CollectionDraft, { invoices }: Allocation, change: number): void {
  if (!expected) return
  const seen = new Map([
    ...expected.invoices.map(({ invoiceId, amount }) => [invoiceId, amount] as const),
    ...(expected.debts ?? []).map(({ debtId, amount }) => [debtId, amount] as const),
  ])
  const ids = new Set([...seen.keys(), ...invoices.map(({ id }) => id)])
  const findAmount = (id: string) => invoices.find((one) => one.id === id)?.amount ?? 0
  const isSame = [...ids].every((id) => (seen.get(id) ?? 0) === findAmount(id))
  if (!isSame || expected.change !== change) throw new AppError('amounts_changed')
}

function pickCurrency(held: readonly HeldCurrency[], id: string, field: string): HeldCurrency {
  const currency = held.find((candidate) => candidate.id === id)
  if (!currency) throw fieldError('reference_not_found', field)
  return currency
}

type Options = {
  /** Of a client who owes nothing, what was not paid in cash is kept as credit. */
  keepsCredit?: boolean
}

/** Computes the division from the locked invoices; the one of the clerk's screen is only compared. docs/product/cash.md, "Collections". */
export async function collect(
  db: Db,
  clientId: string,
  draft: CollectionDraft,
  caller: Session,
  { keepsCredit = false }: Options = {},
): Promise<Collection> {
  const client = await lockClientMoney(db, clientId)
  const open = await lockOpenDebts(db, clientId)
  const currencyIds = [
    ...draft.payments.map(({ currencyId }) => currencyId),
    ...open.map(({ currencyId }) => currencyId),
    ...changeCurrencyIds(draft),
  ]
  const [held, heldTaking] = await Promise.all([
    holdTenderCurrencies(db, [...new Set(currencyIds)]),
    holdTaking(db, draft, draft.payments),
  ])
  const payments = draft.payments.map((payment, index) => ({
    draft: payment,
    currency: pickCurrency(held, payment.currencyId, `payments.${index}.currencyId`),
  }))
  const given = payments.map(({ draft: { total }, currency }) => ({ total, currency }))
  const typed = await typedAmounts(db, clientId, draft, open)
  const owing = open.map((debt) => ({
    id: debt.id,
    currency: held.find(({ id }) => id === debt.currencyId) ?? debt,
    pendingTotal: debt.pendingTotal,
    typed: typed.get(debt.id) ?? null,
  }))
  const allocation = allocate(given, owing)
  refuseShort(draft, allocation)
  const over = leftOver(given, allocation.left)
  refuseChanged(draft, allocation, over?.change ?? 0)
  const isKept =
    keepsCredit && open.length === 0 && draft.payments.every(({ method }) => method !== 'cash' && method !== 'credit')
  if (allocation.parts.length === 0 && !isKept) throw new AppError('nothing_to_collect')
  if (!isKept) refuseEmptyPayments(countPayments(given, owing))
  const base = payments[over?.payment ?? 0]?.currency
  if (!base) throw new Error('A collection has a payment')
  const tender = { caller, payments, change: over?.change ?? 0, currency: base, held }
  const taking = toTaking(isKept ? { ...draft, change: null } : draft, tender, heldTaking)
  const change = over ? { total: over.change, currency: base } : null
  const id = await insertCollection(db, { client, open, payments, allocation, change, taking })
  return await getCollection(db, id)
}

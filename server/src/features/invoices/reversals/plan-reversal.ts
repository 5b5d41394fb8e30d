import type { ReversalPreview } from '@casillero/shared/contract/reversals'
import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { reverseOn, type Shrink } from '@casillero/shared/domain/reversal'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type CashLine, type CashPlan, type CashRow, findDrawerNames, planCash } from '../../cash/return-cash.ts'
import type { lockInvoice } from '../queries.ts'
import { type LiveChangeRow, type LivePayment, listLiveChanges, listLivePayments, readCredit } from './reversal-rows.ts'

export type LockedInvoice = Awaited<ReturnType<typeof lockInvoice>> & { id: string }

/** `cashSessionId`: where cash goes through if its own session is closed. */
export type Returning = { changeReturned: boolean; cashSessionId: string | null }

export const pickCurrency = ({ currencyId, code, name, symbol }: LivePayment | LiveChangeRow) => ({
  currencyId,
  code,
  name,
  symbol,
})

/** In an open session, returned cash is no longer counted. */
export const cashOut = (payments: readonly LivePayment[]): CashRow[] =>
  payments
    .filter(({ method, isPart }) => method === 'cash' && !isPart)
    .map((row) => ({
      rowId: row.id,
      direction: 'out',
      amount: row.amount,
      currency: pickCurrency(row),
      sessionId: row.sessionId,
      fallsAway: true,
    }))

/** Change that comes back as cash of the drawer. */
export const cashIn = (changes: readonly LiveChangeRow[]): CashRow[] =>
  changes
    .filter(({ handed }) => handed > 0)
    .map((row) => ({
      rowId: row.id,
      direction: 'in',
      amount: row.handed,
      currency: pickCurrency(row),
      sessionId: row.sessionId,
      fallsAway: false,
    }))

/** Payments whose amounts return to the client's credit. */
export const creditBack = (payments: readonly LivePayment[]): LivePayment[] =>
  payments.filter(({ method, isPart }) => method === 'credit' && !isPart)

/** The credit after the part that payments had used came back. */
export function creditWith(has: ReadonlyMap<string, number>, back: readonly LivePayment[]): Map<string, number> {
  const all = new Map(has)
  for (const { currencyId, amount } of back) {
    all.set(currencyId, toWire(sum([exact(all.get(currencyId) ?? 0), exact(amount)])))
  }
  return all
}

/** Selects cash change of the reversed payments' tenders, and of tenders without payments left. */
function planChange(
  payments: readonly LivePayment[],
  gone: ReadonlySet<string>,
  changes: readonly LiveChangeRow[],
): LiveChangeRow[] {
  const tenders = new Set(payments.filter(({ id }) => gone.has(id)).map(({ tenderId }) => tenderId))
  const living = new Set(payments.filter(({ id }) => !gone.has(id)).map(({ tenderId }) => tenderId))
  return changes.filter(({ kind, tenderId }) => kind === 'cash' && (tenders.has(tenderId) || !living.has(tenderId)))
}

/** `US$4.00 y C$30.00`: currencies are not added. */
export function handedText(changes: readonly LiveChangeRow[]): string {
  const bySymbol = Map.groupBy(changes, ({ symbol }) => symbol)
  return [...bySymbol]
    .map(([symbol, own]) => formatMoney(toWire(sum(own.map(({ handed }) => exact(handed)))), symbol))
    .join(' y ')
}

export const changeStillHanded = (changes: readonly LiveChangeRow[]): AppError =>
  new AppError('change_still_handed', { values: { amount: handedText(changes) } })

type Found = { live: LivePayment[]; changes: LiveChangeRow[]; payments: LivePayment[]; mayReturn: LiveChangeRow[] }

async function findRows(db: Db, invoice: LockedInvoice, paymentIds: readonly string[]): Promise<Found> {
  const [live, changes] = await Promise.all([listLivePayments(db, invoice.id), listLiveChanges(db, invoice.id)])
  const gone = new Set(paymentIds)
  const payments = live.filter(({ id }) => gone.has(id))
  if (payments.length !== paymentIds.length) throw new AppError('payment_already_reversed')
  return { live, changes, payments, mayReturn: planChange(live, gone, changes) }
}

/** `after` is undefined if the change must come back. */
export type Plan = Found & {
  returned: LiveChangeRow[]
  after: NonNullable<ReturnType<typeof reverseOn>> | undefined
  has: ReadonlyMap<string, number>
}

/** Throws `payment_already_reversed`. */
export async function planReversal(
  db: Db,
  invoice: LockedInvoice,
  paymentIds: readonly string[],
  changeReturned: boolean,
): Promise<Plan> {
  const [found, has] = await Promise.all([findRows(db, invoice, paymentIds), readCredit(db, invoice.clientId)])
  const { payments, changes, mayReturn } = found
  const returned = changeReturned ? mayReturn : []
  const after = reverseOn({
    ...invoice,
    reversed: payments,
    changes,
    returned: new Set(returned.map(({ id }) => id)),
    available: creditWith(has, creditBack(payments)),
  })
  return { ...found, returned, after, has }
}

/** Throws as `planCash`. */
export const planCashRows = (
  db: Db,
  payments: readonly LivePayment[],
  returned: readonly LiveChangeRow[],
  named: string | null,
  caller: Session,
): Promise<CashPlan> =>
  planCash(
    db,
    [...cashOut(payments), ...cashIn(returned)],
    payments.map(({ sessionId }) => sessionId),
    named,
    caller,
  )

type ShownCash = { direction: 'in' | 'out'; amount: number; currencyId: string; cashSessionId: string | null }

const toShown = ({ direction, amount, currency, through }: CashLine): ShownCash => ({
  direction,
  amount,
  currencyId: currency.currencyId,
  cashSessionId: through,
})

/** Throws `amounts_changed`. */
export function refuseUnseen({ lines }: CashPlan, expected: readonly ShownCash[] | null | undefined): void {
  if (!expected) return
  const formatCashRows = (rows: readonly ShownCash[]) =>
    rows
      .map(({ direction, amount, currencyId, cashSessionId }) =>
        [direction, amount, currencyId, cashSessionId].join(' '),
      )
      .toSorted()
      .join('\n')
  if (formatCashRows(lines.map(toShown)) !== formatCashRows(expected)) throw new AppError('amounts_changed')
}

function creditLines(
  has: ReadonlyMap<string, number>,
  back: readonly LivePayment[],
  moves: readonly { currencyId: string; amount: number }[],
  symbols: ReadonlyMap<string, string>,
): ReversalPreview['credit'] {
  const after = creditWith(has, back)
  for (const { currencyId, amount } of moves) {
    after.set(currencyId, toWire(minus(exact(after.get(currencyId) ?? 0), exact(amount))))
  }
  return [...after].flatMap(([currencyId, amount]) => {
    const before = has.get(currencyId) ?? 0
    return before === amount ? [] : [{ currencyId, symbol: symbols.get(currencyId) ?? '', before, after: amount }]
  })
}

/** Shows each debt with its former invoice. */
export const showDebts = (
  invoice: { companyInvoiceId: number } | undefined,
  changes: readonly LiveChangeRow[],
  uncovered: readonly Shrink[],
): ReversalPreview['debts'] =>
  uncovered.flatMap(({ id, amount }) => {
    const symbol = changes.find((part) => part.id === id)?.symbol
    if (!invoice || symbol === undefined || amount === 0) return []
    return [{ companyInvoiceId: invoice.companyInvoiceId, symbol, pendingTotal: amount }]
  })

type Shown = {
  mayReturn: readonly LiveChangeRow[]
  payments: readonly LivePayment[]
  live: readonly LivePayment[]
  needsChange: boolean
  cash: CashPlan
  has: ReadonlyMap<string, number>
  back: readonly LivePayment[]
  shrinks: readonly Shrink[]
  /** Amounts in the invoice's currency. */
  grown?: { currencyId: string; symbol: string; amount: number }
  changes: readonly LiveChangeRow[]
  invoices: ReversalPreview['invoices']
  debts: ReversalPreview['debts']
}

export async function showPlan(db: Db, plan: Shown): Promise<ReversalPreview> {
  const { mayReturn, payments, live, needsChange, cash } = plan
  const tenders = new Set(payments.map(({ tenderId }) => tenderId))
  const gone = new Set(payments.map(({ id }) => id))
  const names = await findDrawerNames(db, [...new Set(cash.lines.flatMap(({ through }) => through ?? []))])
  const symbols = new Map(
    [...live, ...payments, ...plan.changes, ...(plan.grown ? [plan.grown] : [])].map(
      ({ currencyId, symbol }) => [currencyId, symbol] as const,
    ),
  )
  const grown = plan.grown ? [{ ...plan.grown, amount: -plan.grown.amount }] : []
  const byCurrency = Map.groupBy(mayReturn, ({ currencyId }) => currencyId)
  const otherCash = live.some(({ id, method, tenderId }) => method === 'cash' && tenders.has(tenderId) && !gone.has(id))
  return {
    change: [...byCurrency].map(([currencyId, own]) => ({
      currencyId,
      symbol: symbols.get(currencyId) ?? '',
      amount: toWire(sum(own.map(({ handed }) => exact(handed)))),
    })),
    isChangeLikelyBack: mayReturn.length > 0 && payments.some(({ method }) => method === 'cash') && !otherCash,
    needsChange,
    cash: cash.lines.map((line) => ({
      ...toShown(line),
      symbol: line.currency.symbol,
      drawer: line.through === null ? null : (names.get(line.through) ?? null),
    })),
    credit: creditLines(plan.has, plan.back, [...plan.shrinks, ...grown], symbols),
    invoices: plan.invoices,
    debts: plan.debts,
  }
}

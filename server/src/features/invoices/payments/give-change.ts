import type { InvoiceDraft } from '@casillero/shared/contract/invoices'
import type { PaymentDraft } from '@casillero/shared/contract/payments'
import {
  type GivenChange as GivenPart,
  isCashCovered,
  localCurrency,
  splitChange,
  usualChange,
} from '@casillero/shared/domain/change'
import type { InsertObject } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Session } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdSessionForPayment } from '../../cash/hold-session.ts'
import { type CurrencyNow, currencySnapshotValues } from './payment-values.ts'

type HeldCurrency = CurrencyNow & { cashStep: number; isDefault: boolean }

/** The session of the payments, and how change is given. */
export type TakingDraft = Pick<InvoiceDraft, 'cashSessionId' | 'change' | 'changeReason'>

/** A draft with its currency's present rates. */
export type TakenPayment = { draft: PaymentDraft; currency: CurrencyNow }

/** A part of the change in a locked currency. */
export type GivenChange = GivenPart<HeldCurrency>

/** What one call takes: the session, the change, and the reason for more cash than was paid. */
export type Taking = {
  tenderId: string
  cashSessionId: string | null
  change: readonly GivenChange[]
  changeReason: string | null
}

/** Currencies in which change was asked for. */
export const changeCurrencyIds = ({ change }: TakingDraft): string[] =>
  (change ?? []).map(({ currencyId }) => currencyId)

const isCash = ({ method }: PaymentDraft) => method === 'cash'

/** Without payments the database is not asked. Throws `not_found`, `cash_session_closed`. */
export async function holdTaking(db: Db, draft: TakingDraft, payments: readonly PaymentDraft[]) {
  if (payments.length === 0) return { sessionId: null, isRequired: false }
  return await holdSessionForPayment(db, draft.cashSessionId)
}

/** `change` is the excess of the payments, in the invoice's currency. */
export type Tender = {
  caller: Session
  payments: readonly TakenPayment[]
  change: number
  currency: HeldCurrency
  held: readonly HeldCurrency[]
}

const toPaid = (payments: readonly TakenPayment[]) =>
  payments.map(({ draft: { method, total }, currency }) => ({ method, total, currency }))

function splitAsked(draft: TakingDraft, { payments, change, currency, held }: Tender): readonly GivenChange[] {
  const paid = toPaid(payments)
  const local = localCurrency(held)
  const asked =
    draft.change?.map((part, index) => {
      const own = held.find(({ id }) => id === part.currencyId)
      if (!own) throw fieldError('reference_not_found', `change.${index}.currencyId`)
      return { currency: own, amount: part.amount ?? null, kind: part.kind }
    }) ?? usualChange(change, currency, paid, local)
  const cash = paid.filter(({ method }) => method === 'cash')
  const split = splitChange(change, currency, asked, { cash, local })
  // The change differs from what the clerk saw.
  if (!split) throw new AppError('amounts_changed')
  return split
}

/** Clerks may never do it, admins only with a reason. Returns the reason if one is needed. */
function requireReason({ changeReason }: TakingDraft, change: readonly GivenChange[], tender: Tender): string | null {
  if (isCashCovered(change, toPaid(tender.payments))) return null
  if (tender.caller.userType !== 'admin') throw new AppError('change_beyond_cash')
  if (changeReason !== null) return changeReason
  throw new AppError('invalid', { fields: { changeReason: 'Escriba por qué se entrega más efectivo del recibido' } })
}

/**
 * Gives change as the call says, else as `usualChange`. Throws `cash_session_required`, `amounts_changed`, `change_beyond_cash`.
 * docs/product/cash.md, "Change".
 * @param held what `holdTaking` returned
 */
export function toTaking(
  draft: TakingDraft,
  tender: Tender,
  { sessionId, isRequired }: Awaited<ReturnType<typeof holdTaking>>,
): Taking {
  const change = splitAsked(draft, tender)
  const movesCash =
    tender.payments.some((payment) => isCash(payment.draft)) || change.some(({ kind }) => kind === 'cash')
  if (isRequired && sessionId === null && movesCash) throw new AppError('cash_session_required')
  return { tenderId: uuidv7(), cashSessionId: sessionId, change, changeReason: requireReason(draft, change, tender) }
}

/** Throws `payment_counts_nothing`. */
export function refuseEmptyPayments(payments: readonly { convertedTotal: number }[]): void {
  const index = payments.findIndex(({ convertedTotal }) => convertedTotal === 0)
  if (index >= 0) throw fieldError('payment_counts_nothing', `payments.${index}.total`)
}

/** The invoice or collection that was paid. */
export type PaidOf = { invoice_id: string } | { collection_id: string }

/** Change kept as credit leaves no drawer. */
export const changeValues = <Of extends PaidOf>(of: Of, { cashSessionId, change, changeReason }: Taking) =>
  change.map(({ kind, currency, amount, convertedTotal, handed, rounding }) => ({
    ...of,
    kind,
    ...currencySnapshotValues(currency),
    amount,
    converted_total: convertedTotal,
    handed,
    rounding,
    cash_session_id: kind === 'cash' ? cashSessionId : null,
    reason: kind === 'cash' ? changeReason : null,
  }))

/** Used credit, and change kept as credit. Ordered by currency, so that two invoices of a client lock its balances in one order. */
export const creditValues = (
  of: PaidOf,
  clientId: string,
  payments: readonly TakenPayment[],
  { change }: Pick<Taking, 'change'>,
): InsertObject<Tables, 'client_credits'>[] =>
  [
    ...payments
      .filter(({ draft }) => draft.method === 'credit')
      .map(({ draft, currency }) => ({ kind: 'use' as const, currency, amount: -draft.total })),
    ...change
      .filter(({ kind, amount }) => kind === 'credit' && amount > 0)
      .map(({ currency, amount }) => ({ kind: 'overpayment' as const, currency, amount })),
  ]
    .toSorted((a, b) => (a.currency.id < b.currency.id ? -1 : 1))
    .map(({ kind, currency, amount }) => ({
      ...of,
      client_id: clientId,
      kind,
      currency_id: currency.id,
      currency_code: currency.code,
      currency_name: currency.name,
      currency_symbol: currency.symbol,
      amount,
    }))

import type { InvoiceDraft } from '@casillero/shared/contract/invoices'
import type { PaymentDraft } from '@casillero/shared/contract/payments'
import { type ChangePart, defaultChangeKind, splitChange } from '@casillero/shared/domain/change'
import type { InsertObject } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdSessionForPayment } from '../cash/hold-session.ts'
import { type CurrencyNow, currencySnapshotValues } from './payment-values.ts'

type HeldCurrency = CurrencyNow & { cashStep: number }

/** What a call says of where its payments go and how the change is given back. */
export type TakingDraft = Pick<InvoiceDraft, 'cashSessionId' | 'change'>

/** A payment as it was asked for, with its currency. */
export type TakenPayment = { draft: PaymentDraft; currency: CurrencyNow }

/** One part of the change with what it is given in. */
export type GivenChange = ChangePart & { kind: 'cash' | 'credit'; currency: CurrencyNow }

/** Where payments go, and what is given back of them. */
export type Taking = { cashSessionId: string | null; change: GivenChange[] }

/** The currencies that the change is asked for in. */
export const changeCurrencyIds = ({ change }: TakingDraft): string[] =>
  (change ?? []).map(({ currencyId }) => currencyId)

const isCash = ({ method }: PaymentDraft) => method === 'cash'

/**
 * Holds the session that payments go into; nothing is asked of the database where nothing is paid. Throws `not_found`,
 * `cash_session_closed`.
 */
export async function holdTaking(db: Db, draft: TakingDraft, payments: readonly PaymentDraft[]) {
  if (payments.length === 0) return { sessionId: null, isRequired: false }
  return await holdSessionForPayment(db, draft.cashSessionId)
}

function partsOf(
  draft: TakingDraft,
  payments: readonly PaymentDraft[],
  change: number,
  invoiceCurrency: CurrencyNow,
  currencies: readonly HeldCurrency[],
): GivenChange[] {
  const kind = defaultChangeKind(payments)
  const parts = draft.change ?? [{ currencyId: invoiceCurrency.id, amount: null, kind }]
  const asked = parts.map((part, index) => {
    const currency = currencies.find(({ id }) => id === part.currencyId)
    if (!currency) throw fieldError('reference_not_found', `change.${index}.currencyId`)
    return { currency, amount: part.amount ?? null, kind: part.kind }
  })
  const split = splitChange(change, invoiceCurrency, asked)
  // The clerk saw another change than there is now.
  if (!split) throw new AppError('amounts_changed')
  return asked.flatMap(({ currency, kind: given }, index) => {
    const part = split[index]
    return part ? [{ ...part, kind: given, currency }] : []
  })
}

/**
 * Decides where payments go and how the change (in the invoice's currency) is given back: as the call says, else as cash of the
 * invoice's currency where a payment is cash, else as credit. Throws `cash_session_required` for cash outside a session where the
 * company asks for one, and `amounts_changed` when the parts are not the change.
 *
 * @param held what `holdTaking` gave
 */
export function takingOf(
  draft: TakingDraft,
  payments: readonly PaymentDraft[],
  change: number,
  currency: { invoice: CurrencyNow; held: readonly HeldCurrency[] },
  { sessionId, isRequired }: Awaited<ReturnType<typeof holdTaking>>,
): Taking {
  const parts = partsOf(draft, payments, change, currency.invoice, currency.held)
  const movesCash = payments.some(isCash) || parts.some(({ kind }) => kind === 'cash')
  if (isRequired && sessionId === null && movesCash) throw new AppError('cash_session_required')
  return { cashSessionId: sessionId, change: parts }
}

/** What payments are of. */
export type PaidOf = { invoice_id: string } | { collection_id: string }

/** The rows that keep the change of an invoice or a collection. Credit leaves no drawer. */
export const changeValues = <Of extends PaidOf>(of: Of, { cashSessionId, change }: Taking) =>
  change.map(({ kind, currency, amount, convertedTotal, handed, rounding }) => ({
    ...of,
    kind,
    ...currencySnapshotValues(currency),
    amount,
    converted_total: convertedTotal,
    handed,
    rounding,
    cash_session_id: kind === 'cash' ? cashSessionId : null,
  }))

/**
 * The credit's rows that payments make: what is used, and what is kept of the change; by currency, so that two
 * invoices of one client lock its balances in one order.
 */
export const creditValues = (
  of: PaidOf,
  clientId: string,
  payments: readonly TakenPayment[],
  { change }: Taking,
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

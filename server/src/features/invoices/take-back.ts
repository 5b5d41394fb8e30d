import { type Balance, balanceAfterReversal, balanceOf } from '@casillero/shared/domain/invoice-totals'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { type Taking, takingOf } from './give-change.ts'
import { insertChange } from './insert-invoice.ts'
import type { lockInvoice } from './queries.ts'
import { type FallenRow, insertReversedCredit, liveChangesOf, livePaymentsOf } from './reversal-rows.ts'
import { reverseRows, type TakingBack } from './reverse-rows.ts'
import { writeBalance } from './write-balance.ts'

/** An invoice under its lock. */
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoice>> & { id: string }

/** What the payments that stay still leave over is given back anew, in the way that is usual for them. */
async function newChange(
  db: Db,
  invoice: LockedInvoice,
  remaining: readonly FallenRow[],
  change: number,
  cashSessionId: string | null,
): Promise<Taking> {
  const currencies = await holdCurrencies(db, [invoice.currencyId])
  const known = currencies.find(({ id }) => id === invoice.currencyId)
  const own = known ?? { ...invoice, id: invoice.currencyId, cashStep: 0 }
  const drafts = remaining.map(({ method, amount }) => ({
    method: method ?? 'cash',
    total: amount,
    reference: null,
    currencyId: null,
  }))
  const taking = { sessionId: cashSessionId, isRequired: false }
  return takingOf({ cashSessionId, change: null }, drafts, change, { invoice: own, held: [own] }, taking)
}

/**
 * Takes payments of a locked invoice back: they and the change stay as reversed rows; cash of an open session counts there no more,
 * other cash goes through the open session; credit goes back to where it came from. Writes the invoice's balance and gives it.
 * Throws `payment_already_reversed`, `credit_already_used` and what `holdSessionForReturn` throws.
 * docs/product/cash.md, "Reversing a payment".
 */
export async function takeBack(
  db: Db,
  invoice: LockedInvoice,
  paymentIds: readonly string[],
  how: TakingBack,
  caller: Session,
): Promise<Balance> {
  const [live, changes] = await Promise.all([livePaymentsOf(db, invoice.id), liveChangesOf(db, invoice.id)])
  const payments = live.filter(({ id }) => paymentIds.includes(id))
  if (payments.length !== paymentIds.length) throw new AppError('payment_already_reversed')
  const after = balanceAfterReversal(invoice, payments)
  const isChangeGone = after.change !== balanceOf(invoice).change
  const fallen = { payments, changes: isChangeGone ? changes : [] }
  const origin = { of: 'invoice' as const, id: invoice.id, name: `factura #${invoice.companyInvoiceId}` }
  const sessionFor = await reverseRows(db, origin, fallen, how, caller)
  if (after.change > 0 && fallen.changes.length > 0) {
    const remaining = live.filter(({ id }) => !paymentIds.includes(id))
    const given = fallen.changes.find(({ kind }) => kind === 'cash')
    await insertChange(db, invoice, [], await newChange(db, invoice, remaining, after.change, sessionFor(given)))
  }
  await insertReversedCredit(db, origin, invoice.clientId, fallen)
  await writeBalance(db, invoice.id, after)
  return after
}

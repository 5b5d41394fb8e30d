import type { Balance } from '@casillero/shared/domain/invoice-totals'
import type { Shrink } from '@casillero/shared/domain/reversal'
import type { Db, Session } from '../../../platform/database/database.ts'
import { type CashPlan, insertReturns } from '../../cash/return-cash.ts'
import { writeBalance } from '../payments/write-balance.ts'
import {
  changeStillHanded,
  creditBack,
  type LockedInvoice,
  pickCurrency,
  planCashRows,
  planReversal,
  type Returning,
  refuseUnseen,
} from './plan-reversal.ts'
import {
  type Because,
  type CreditRow,
  insertCredit,
  type LiveChangeRow,
  type Origin,
  type Reversed,
  writeReversal,
} from './reversal-rows.ts'

const maxReason = 200

export async function writeTakenBack(
  db: Db,
  origin: Origin,
  reversed: Reversed,
  cash: CashPlan,
  because: Because,
  { userId }: Session,
): Promise<void> {
  const reason = `Reversión, ${origin.name}: ${because.reason}`.slice(0, maxReason)
  const moved = await insertReturns(db, cash.lines, reason)
  await writeReversal(db, origin, reversed, { cash, moved, because, userId })
}

/** Writes each as a row of its own below zero. */
export async function insertShrinks(
  db: Db,
  origin: Origin,
  changes: readonly LiveChangeRow[],
  shrinks: readonly Shrink[],
): Promise<CreditRow[]> {
  const rows = shrinks.flatMap(({ id, amount, convertedTotal }) => {
    const part = changes.find((one) => one.id === id)
    return part ? [{ part, amount, convertedTotal }] : []
  })
  if (rows.length > 0) {
    const values = rows.map(({ part, amount, convertedTotal }) => ({
      kind: 'credit' as const,
      currency_id: part.currencyId,
      currency_code: part.code,
      currency_name: part.name,
      currency_symbol: part.symbol,
      rate_compra: part.rateCompra,
      rate_venta: part.rateVenta,
      amount: -amount,
      converted_total: -convertedTotal,
      handed: -amount,
      rounding: 0,
      shrinks_id: part.id,
    }))
    await (origin.of === 'invoice'
      ? db.insertInto('invoice_changes').values(values.map((row) => ({ ...row, invoice_id: origin.id })))
      : db.insertInto('collection_changes').values(values.map((row) => ({ ...row, collection_id: origin.id })))
    ).execute()
  }
  return rows.map(({ part, amount }) => ({ kind: 'overpayment', currency: pickCurrency(part), amount: -amount }))
}

/** Shrinks change that its invoice or collection no longer covers. */
export async function uncover(
  db: Db,
  origin: Origin,
  of: DebtOrigin,
  changes: readonly LiveChangeRow[],
  uncovered: readonly Shrink[],
): Promise<void> {
  await insertShrinks(db, origin, changes, uncovered)
  await insertDebts(db, of, changes, uncovered)
}

/** `amount` is in the invoice's currency. */
async function insertGrowth(db: Db, invoice: LockedInvoice, amount: number): Promise<CreditRow[]> {
  if (amount === 0) return []
  const { currencyId, code, name, symbol, rateCompra, rateVenta } = invoice
  await db
    .insertInto('invoice_changes')
    .values({
      invoice_id: invoice.id,
      kind: 'credit',
      currency_id: currencyId,
      currency_code: code,
      currency_name: name,
      currency_symbol: symbol,
      rate_compra: rateCompra,
      rate_venta: rateVenta,
      amount,
      converted_total: amount,
      handed: amount,
      rounding: 0,
    })
    .execute()
  return [{ kind: 'overpayment', currency: { currencyId, code, name, symbol }, amount }]
}

export const toOrigin = (invoice: LockedInvoice): Origin => ({
  of: 'invoice',
  id: invoice.id,
  name: `factura #${invoice.companyInvoiceId}`,
})

type Asked = Because & Returning & { expectedCash?: Parameters<typeof refuseUnseen>[1] }

/**
 * Payments stay as reversed rows. Cash of an open session is no longer counted there; other cash goes through the open session. Change
 * stays handed unless it came back. A shortfall is pending, and used credit beyond the total a debt of its own. Throws
 * `payment_already_reversed`, `change_still_handed`, `amounts_changed` and what `planCash` throws.
 * docs/product/cash.md, "Reversing a payment".
 */
export async function takeBack(
  db: Db,
  invoice: LockedInvoice,
  paymentIds: readonly string[],
  how: Asked,
  caller: Session,
): Promise<Balance> {
  const plan = await planReversal(db, invoice, paymentIds, how.changeReturned)
  const { payments, changes, returned, mayReturn, after } = plan
  if (!after) throw changeStillHanded(mayReturn.length > 0 ? mayReturn : changes.filter(({ kind }) => kind === 'cash'))
  const cash = await planCashRows(db, payments, returned, how.cashSessionId, caller)
  refuseUnseen(cash, how.expectedCash)
  const origin = toOrigin(invoice)
  const reversed = { payments: payments.map((row) => ({ ...row, returned: row.amount })), changes: returned }
  await writeTakenBack(db, origin, reversed, cash, how, caller)
  const shrunk = await insertShrinks(db, origin, changes, after.shrinks)
  await uncover(
    db,
    origin,
    { invoiceId: invoice.id, collectionId: null, clientId: invoice.clientId },
    changes,
    after.uncovered,
  )
  const grown = await insertGrowth(db, invoice, after.grows)
  const back = creditBack(payments).map((row): CreditRow => {
    return { kind: 'reversal', currency: pickCurrency(row), amount: row.amount }
  })
  await insertCredit(db, origin, invoice.clientId, [...back, ...shrunk, ...grown])
  await writeBalance(db, invoice.id, after)
  return after
}

type DebtOrigin = { invoiceId: string; collectionId: string | null; clientId: string }

/** docs/product/cash.md, "Reversing a payment". */
async function insertDebts(
  db: Db,
  { invoiceId, collectionId, clientId }: DebtOrigin,
  changes: readonly LiveChangeRow[],
  uncovered: readonly Shrink[],
): Promise<void> {
  const values = uncovered.flatMap(({ id, amount }) => {
    const part = changes.find((one) => one.id === id)
    // A part worth less than a cent of its own currency could not be paid.
    if (!part || amount === 0) return []
    return {
      client_id: clientId,
      invoice_id: invoiceId,
      collection_id: collectionId,
      currency_id: part.currencyId,
      currency_code: part.code,
      currency_name: part.name,
      currency_symbol: part.symbol,
      rate_compra: part.rateCompra,
      rate_venta: part.rateVenta,
      amount,
      pending_total: amount,
    }
  })
  if (values.length > 0) await db.insertInto('client_debts').values(values).execute()
}

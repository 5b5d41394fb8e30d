import { type Coins, roundReturn } from '@casillero/shared/domain/cash-return'
import { localCurrency } from '@casillero/shared/domain/change'
import { convertChange } from '@casillero/shared/domain/currency'
import { toWire } from '@casillero/shared/domain/money'
import type { Due } from '@casillero/shared/domain/reversal'
import type { Db } from '../../../platform/database/database.ts'
import type { CashRow } from '../../cash/return-cash.ts'
import { holdTenderCurrencies } from '../../currencies/queries.ts'
import { currencySnapshotValues } from '../payments/payment-values.ts'
import { cashOut, type LockedInvoice } from './plan-reversal.ts'
import type { LivePayment } from './reversal-rows.ts'

type HeldCurrency = Awaited<ReturnType<typeof holdTenderCurrencies>>[number]

/** `coins` are returned where the cash payments leave a remainder. */
export type Return = { rows: (LivePayment & { returned: number })[]; coins: Coins<HeldCurrency> | undefined }

/** Returns cash in notes as change is, at the present rates, and the rest to the cent. */
export async function planReturn(db: Db, payments: readonly LivePayment[], dues: readonly Due[]): Promise<Return> {
  const held = await holdTenderCurrencies(db, [...new Set(payments.map(({ currencyId }) => currencyId))])
  const amounts = new Map(dues.map(({ id, amount }) => [id, amount]))
  const cash = payments.flatMap(({ id, method, currencyId }) => {
    const currency = held.find((one) => one.id === currencyId)
    return method === 'cash' && currency ? [{ id, currency, amount: amounts.get(id) ?? 0 }] : []
  })
  const rounded = roundReturn(cash, localCurrency(held))
  for (const { id, amount } of rounded.dues) amounts.set(id, amount)
  return { rows: payments.map((row) => ({ ...row, returned: amounts.get(row.id) ?? 0 })), coins: rounded.coins }
}

const coinsId = 'coins'

/** A partly returned payment goes through a session; the coins leave the last payment's. */
export function cashOfReturn({ rows, coins }: Return): CashRow[] {
  const out = cashOut(rows).flatMap((row) => {
    const amount = rows.find(({ id }) => id === row.rowId)?.returned ?? 0
    return amount > 0 ? [{ ...row, fallsAway: amount === row.amount, amount }] : []
  })
  if (!coins) return out
  const { id: currencyId, code, name, symbol } = coins.currency
  const sessionId = rows.findLast(({ method }) => method === 'cash')?.sessionId ?? null
  const currency = { currencyId, code, name, symbol }
  return [...out, { rowId: coinsId, direction: 'out', amount: coins.handed, currency, sessionId, fallsAway: false }]
}

/** Coins are change, not a movement. */
export const isCoins = ({ rowId }: CashRow): boolean => rowId === coinsId

/** Writes them with their rounding; returns their worth in the invoice's currency. */
export async function insertCoins(
  db: Db,
  invoice: LockedInvoice,
  { coins }: Return,
  cashSessionId: string | null,
): Promise<number> {
  if (!coins) return 0
  const { currency, amount, handed, rounding } = coins
  const convertedTotal = Math.max(toWire(convertChange(amount, currency, invoice)), 0.01)
  await db
    .insertInto('invoice_changes')
    .values({
      invoice_id: invoice.id,
      kind: 'cash',
      ...currencySnapshotValues(currency),
      amount,
      converted_total: convertedTotal,
      handed,
      rounding,
      cash_session_id: cashSessionId,
    })
    .execute()
  return convertedTotal
}

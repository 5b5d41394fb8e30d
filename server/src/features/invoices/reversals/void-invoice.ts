import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { type Due, shrinkCredit, voidDues } from '@casillero/shared/domain/reversal'
import { sql } from 'kysely'
import { decrementCount } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { planCash } from '../../cash/return-cash.ts'
import { undoInvoiceHandovers } from '../../handovers/invoice-handovers.ts'
import { lockLiveInvoice, refuseDispatched } from './live-invoice.ts'
import { type LockedInvoice, pickCurrency } from './plan-reversal.ts'
import { cashOfReturn, insertCoins, isCoins, planReturn } from './return-cash-due.ts'
import {
  type CreditRow,
  insertCredit,
  type LivePayment,
  listLiveChanges,
  listLivePayments,
  readCredit,
} from './reversal-rows.ts'
import { insertShrinks, toOrigin, writeTakenBack } from './take-back.ts'

/** Whether the money becomes the client's credit or is given back. */
export type Refund = {
  refund?: 'credit' | 'cash' | undefined
  reference?: string | undefined
  cashSessionId?: string | undefined
  undoHandovers?: boolean | undefined
}

/** Finds what is owed to the client: first the payments' credit as far as it is unused, then the rest of what was paid. */
export async function findDues(db: Db, invoice: LockedInvoice) {
  const [payments, changes, has] = await Promise.all([
    listLivePayments(db, invoice.id),
    listLiveChanges(db, invoice.id),
    readCredit(db, invoice.clientId),
  ])
  const shrinks = shrinkCredit(changes, invoice.givenTotal, has)
  const kept = changes.map(({ id, kind, currencyId, amount, handed, convertedTotal }) => {
    const gone = shrinks.find((shrink) => shrink.id === id)
    const given = kind === 'cash' ? handed : toWire(minus(exact(amount), exact(gone?.amount ?? 0)))
    return { currencyId, given, convertedTotal: toWire(minus(exact(convertedTotal), exact(gone?.convertedTotal ?? 0))) }
  })
  // Older change, stored without parts, was cash in the invoice's currency, as far as is known.
  const ofBefore =
    changes.length === 0 && invoice.givenTotal > 0
      ? [{ currencyId: invoice.currencyId, given: invoice.givenTotal, convertedTotal: invoice.givenTotal }]
      : []
  const dues = voidDues(
    payments.map((row) => ({ ...row, total: row.amount })),
    [...kept, ...ofBefore],
  )
  const left = sum(shrinks.map(({ convertedTotal }) => exact(convertedTotal)))
  return { payments, changes, shrinks, dues, givenTotal: toWire(minus(exact(invoice.givenTotal), left)) }
}

type Found = Awaited<ReturnType<typeof findDues>>

const findAmount = (dues: readonly Due[], { id }: LivePayment): number => dues.find((due) => due.id === id)?.amount ?? 0

/** Credits the currencies that were paid. */
export function creditOfDues({ payments, dues }: Found): CreditRow[] {
  const byCurrency = Map.groupBy(payments, ({ currencyId }) => currencyId)
  return [...byCurrency.values()].flatMap((own) => {
    const [first] = own
    const amount = toWire(sum(own.map((payment) => exact(findAmount(dues, payment)))))
    return first ? [{ kind: 'void' as const, currency: pickCurrency(first), amount }] : []
  })
}

/** Returns each payment by its method, cash in coins that exist. Answers what becomes credit, and the coins' worth. */
async function giveBack(
  db: Db,
  invoice: LockedInvoice,
  { payments, dues }: Found,
  { reference, cashSessionId }: Refund,
  caller: Session,
): Promise<{ credit: CreditRow[]; coinsTotal: number }> {
  if (payments.some(({ isPart }) => isPart)) throw new AppError('void_of_collection')
  const plan = await planReturn(db, payments, dues)
  const sessions = payments.map(({ sessionId }) => sessionId)
  const { lines, open } = await planCash(db, cashOfReturn(plan), sessions, cashSessionId ?? null, caller)
  const because = { reason: 'Factura anulada', reference: reference || null }
  const cash = { lines: lines.filter((line) => !isCoins(line)), open }
  await writeTakenBack(db, toOrigin(invoice), { payments: plan.rows, changes: [] }, cash, because, caller)
  const coinsTotal = await insertCoins(db, invoice, plan, lines.find(isCoins)?.through ?? null)
  const credit = plan.rows
    .filter(({ method }) => method === 'credit')
    .map((row): CreditRow => ({ kind: 'reversal', currency: pickCurrency(row), amount: row.returned }))
  return { credit, coinsTotal }
}

/** Runs first, because hand-overs lock packages before the invoice. */
async function undoHandovers(db: Db, id: string, caller: Session): Promise<void> {
  const found = await db
    .selectFrom('invoices')
    .select('company_invoice_id as number')
    .where('id', '=', id)
    .executeTakeFirst()
  await undoInvoiceHandovers(db, id, `Factura #${found?.number ?? ''} anulada`, caller)
}

/**
 * What was paid becomes credit or is given back, in the currencies paid, each less the change given in it. Packages stay handed over unless
 * `undoHandovers` is set. docs/product/invoices.md, "Voiding".
 */
export async function voidInvoice(db: Db, id: string, caller: Session, how: Refund = {}): Promise<null> {
  if (how.undoHandovers) await undoHandovers(db, id, caller)
  const invoice = await lockLiveInvoice(db, id)
  await refuseDispatched(db, invoice)
  const found = await findDues(db, invoice)
  const isGivenBack = how.refund === 'cash'
  const { credit, coinsTotal } = isGivenBack
    ? await giveBack(db, invoice, found, how, caller)
    : { credit: creditOfDues(found), coinsTotal: 0 }
  const shrunk = await insertShrinks(db, toOrigin(invoice), found.changes, found.shrinks)
  await insertCredit(db, toOrigin(invoice), invoice.clientId, [...credit, ...shrunk])
  await db
    .updateTable('invoices')
    .set({
      status: 'cancelled',
      voided_at: sql`app_now()`,
      voided_by: caller.userId,
      given_total: toWire(sum([exact(found.givenTotal), exact(coinsTotal)])),
      ...(isGivenBack ? { paid_total: 0, pending_total: invoice.totalAmount } : {}),
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('invoice_items').set({ voided_at: sql`app_now()` }).where('invoice_id', '=', id).execute()
  await decrementCount(db, 'invoice')
  return null
}

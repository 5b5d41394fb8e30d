import { exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { type Due, shrinkCredit, voidDues } from '@casillero/shared/domain/reversal'
import { sql } from 'kysely'
import { decrementCount } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { planCash } from '../cash/return-cash.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { cashOut, type LockedInvoice, pickCurrency } from './plan-reversal.ts'
import { lockInvoice } from './queries.ts'
import {
  type CreditRow,
  insertCredit,
  type LivePayment,
  listLiveChanges,
  listLivePayments,
  readCredit,
} from './reversal-rows.ts'
import { insertShrinks, toOrigin, writeTakenBack } from './take-back.ts'

/** The use of the paid amount: kept as the client's credit, or given back, with the bank's name for it and the session. */
export type Refund = {
  refund?: 'credit' | 'cash' | undefined
  reference?: string | undefined
  cashSessionId?: string | undefined
}

/** Credit that the payments gave goes first, as far as the client has not used it; the rest of what was paid is owed. */
async function findDues(db: Db, invoice: LockedInvoice) {
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
  // Change of before its parts were kept was cash of the invoice's currency, as far as is known.
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

/** Builds the credit from the paid amounts, in the currencies that were paid. */
function creditOfDues({ payments, dues }: Found): CreditRow[] {
  const byCurrency = Map.groupBy(payments, ({ currencyId }) => currencyId)
  return [...byCurrency.values()].flatMap((own) => {
    const [first] = own
    const amount = toWire(sum(own.map((payment) => exact(findAmount(dues, payment)))))
    return first ? [{ kind: 'void' as const, currency: pickCurrency(first), amount }] : []
  })
}

/** Gives each payment back by its own way; gives what goes back to the credit. */
async function giveBack(
  db: Db,
  invoice: LockedInvoice,
  { payments, dues }: Found,
  { reference, cashSessionId }: Refund,
  caller: Session,
): Promise<CreditRow[]> {
  if (payments.some(({ isPart }) => isPart)) throw new AppError('void_of_collection')
  const rows = payments.map((payment) => ({ ...payment, returned: findAmount(dues, payment) }))
  const out = cashOut(rows).map((row) => {
    const amount = rows.find(({ id }) => id === row.rowId)?.returned ?? 0
    return { ...row, fallsAway: amount === row.amount, amount }
  })
  const sessions = payments.map(({ sessionId }) => sessionId)
  const leaving = out.filter(({ amount }) => amount > 0)
  const cash = await planCash(db, leaving, sessions, cashSessionId ?? null, caller)
  const because = { reason: 'Factura anulada', reference: reference || null }
  await writeTakenBack(db, toOrigin(invoice), { payments: rows, changes: [] }, cash, because, caller)
  return rows
    .filter(({ method }) => method === 'credit')
    .map((row) => ({ kind: 'reversal', currency: pickCurrency(row), amount: row.returned }))
}

/** Locks an invoice behind its client. Throws `not_found`, `invoice_already_voided`. */
async function lockLiveInvoice(db: Db, id: string): Promise<LockedInvoice> {
  const found = await db.selectFrom('invoices').select('client_id as clientId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  await lockClientMoney(db, found.clientId)
  const invoice = await lockInvoice(db, id)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  return { ...invoice, id }
}

/** An invoice whose shipment is on its way stays: its packages would belong to no invoice far from the counter. */
async function refuseDispatched(db: Db, invoice: LockedInvoice): Promise<void> {
  const dispatched = await db
    .selectFrom('invoice_shipments as s')
    .innerJoin('dispatch_shipments as l', (join) =>
      join.onRef('l.shipment_id', '=', 's.id').on('l.undone_at', 'is', null),
    )
    .innerJoin('dispatches as d', 'd.id', 'l.dispatch_id')
    .select('d.company_dispatch_id as dispatch')
    .where('s.invoice_id', '=', invoice.id)
    .executeTakeFirst()
  const values = { number: invoice.companyInvoiceId, dispatch: dispatched?.dispatch ?? 0 }
  if (dispatched) throw new AppError('invoice_dispatched', { values })
}

/**
 * Voids an invoice: number, amounts and who did it are kept, its packages can be invoiced again, and what was paid becomes the
 * client's credit, or is given back: in the currencies that were paid, each less the change given in it. Throws
 * `invoice_already_voided`, `invoice_dispatched`, `void_of_collection` and what `planCash` throws.
 * docs/product/invoices.md, "Voiding".
 */
export async function voidInvoice(db: Db, id: string, caller: Session, how: Refund = {}): Promise<null> {
  const invoice = await lockLiveInvoice(db, id)
  await refuseDispatched(db, invoice)
  const found = await findDues(db, invoice)
  const isGivenBack = how.refund === 'cash'
  const credit = isGivenBack ? await giveBack(db, invoice, found, how, caller) : creditOfDues(found)
  const shrunk = await insertShrinks(db, toOrigin(invoice), found.changes, found.shrinks)
  await insertCredit(db, toOrigin(invoice), invoice.clientId, [...credit, ...shrunk])
  await db
    .updateTable('invoices')
    .set({
      status: 'cancelled',
      voided_at: sql`app_now()`,
      voided_by: caller.userId,
      given_total: found.givenTotal,
      ...(isGivenBack ? { paid_total: 0, pending_total: invoice.totalAmount } : {}),
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('invoice_items').set({ voided_at: sql`app_now()` }).where('invoice_id', '=', id).execute()
  await decrementCount(db, 'invoice')
  return null
}

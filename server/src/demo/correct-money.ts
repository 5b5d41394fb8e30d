import { sql } from 'kysely'
import { adjustCredit } from '../features/client-account/adjust-credit.ts'
import { collect } from '../features/collections/collect.ts'
import { reversePayment } from '../features/invoices/reversals/reverse-payment.ts'
import type { Db, Session } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import type { Deed } from './write-history.ts'

const noon = 12 * 60

/** The last payment by one of these ways whose invoice still stands. */
const lastPayment = (db: Db, methods: ('card' | 'transfer')[]) =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'i.client_id as clientId'])
    .where('p.method', 'in', methods)
    .where('p.reversed_at', 'is', null)
    .where('i.voided_at', 'is', null)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A client who owes, the one who owes on most invoices first, with the sum in the currency of the oldest. */
const findDebtor = (db: Db, index: number) =>
  db
    .selectFrom('invoices')
    .select(['client_id as clientId', 'currency_id as currencyId'])
    .select(sql<number>`sum(pending_total)::float8`.as('pending'))
    .where('status', '=', 'pending')
    .groupBy(['client_id', 'currency_id'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('client_id')
    .offset(index)
    .limit(1)
    .executeTakeFirst()

/** Corrections by an admin: two payments that the bank sent back, and credit for a package that came late. */
export function moneyDeeds(calendar: BusinessCalendar, { cordobas }: Counter): Deed[] {
  const reverse = (reason: string) => async (db: Db, session: Session) => {
    const payment = await lastPayment(db, ['card', 'transfer'])
    const draft = { reason, reference: 'BAC 40199001', cashSessionId: null, changeReturned: false }
    if (payment) await reversePayment(db, payment.id, draft, session)
  }
  const adjust = async (db: Db) => {
    const payment = await lastPayment(db, ['card', 'transfer'])
    const draft = { direction: 'in' as const, currencyId: cordobas.id, amount: 128, reason: 'Paquete con demora' }
    if (payment) await adjustCredit(db, payment.clientId, draft)
  }
  const collectFrom = (index: number, notes: number) => async (db: Db, session: Session) => {
    const debtor = await findDebtor(db, index)
    if (!debtor) return
    const total = Math.ceil(debtor.pending / notes) * notes
    const payment = { total, method: 'cash' as const, reference: null, currencyId: debtor.currencyId }
    const draft = { payments: [payment], allocations: [], change: null, changeReason: null, cashSessionId: null }
    await collect(db, debtor.clientId, draft, session)
  }
  return [
    { at: calendar.at(calendar.openDay(-12), noon), by: 'clerk', run: collectFrom(0, 100) },
    { at: calendar.at(calendar.openDay(-3), noon), by: 'clerk', run: collectFrom(1, 50) },
    { at: calendar.at(calendar.openDay(-16), noon), by: 'admin', run: reverse('El banco rechazó la transferencia') },
    { at: calendar.at(calendar.openDay(-9), noon), by: 'admin', run: adjust },
    { at: calendar.at(calendar.openDay(-5), noon), by: 'admin', run: reverse('Se cobró dos veces la tarjeta') },
  ]
}

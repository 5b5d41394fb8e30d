import { sql } from 'kysely'
import { adjustCredit } from '../features/client-account/adjust-credit.ts'
import { collect } from '../features/collections/collect.ts'
import { listDebtors } from '../features/debts/queries.ts'
import { revokeLinks, shareInvoice } from '../features/invoice-links/share-invoice.ts'
import { reversePayment } from '../features/invoices/reversals/reverse-payment.ts'
import { notifyReminder } from '../features/messages/notify/notify-reminder.ts'
import { notifyWaiting } from '../features/messages/notify/notify-waiting.ts'
import { storeFile } from '../features/received-files/received-files.ts'
import { receiveVoucher } from '../features/vouchers/receive-voucher.ts'
import { listWaitingClients } from '../features/waiting/queries.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { readReceivedFile } from '../platform/http/received-file.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import { drawVoucher } from './pictures.ts'
import { demoCompany } from './staff.ts'
import { type Deed, planDeed } from './write-history.ts'

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
function correctionDeeds(calendar: BusinessCalendar, { cordobas }: Counter): Deed[] {
  const deed = planDeed(calendar)
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
    deed(-12, noon, 'clerk', collectFrom(0, 100)),
    deed(-3, noon, 'clerk', collectFrom(1, 50)),
    deed(-16, noon, 'admin', reverse('El banco rechazó la transferencia')),
    deed(-9, noon, 'admin', adjust),
    deed(-5, noon, 'admin', reverse('Se cobró dos veces la tarjeta')),
  ]
}

const morning = 9 * 60 + 40
const perMorning = 2

type Reminded = { id: string; messagesAllowed: boolean; reminder: unknown }

/** Those of a list who may be reminded and were not, the first of them. */
const filterDue = (clients: Reminded[]) =>
  clients.filter(({ messagesAllowed, reminder }) => messagesAllowed && reminder === null).slice(0, perMorning)

/** Reminds those who owe longest. */
async function remindOldest(db: Db): Promise<void> {
  for (const { id } of filterDue((await listDebtors(db, {})).data)) await notifyReminder(db, id)
}

/** Reminds those whose packages wait longest. */
async function remindWaiting(db: Db): Promise<void> {
  for (const { id } of filterDue((await listWaitingClients(db, {})).data)) await notifyWaiting(db, id)
}

/** On two mornings a clerk reminds clients of what they owe, and on one of what waits for them. */
function reminderDeeds(calendar: BusinessCalendar): Deed[] {
  const deed = planDeed(calendar)
  return [
    deed(-8, morning, 'clerk', remindOldest),
    deed(-4, morning, 'clerk', remindWaiting),
    deed(-2, morning, 'clerk', remindOldest),
  ]
}

const afternoon = 15 * 60
const origin = `http://${demoCompany.subdomain}.localhost`

/** The invoice that stands, has no link and was made so many before the last one. */
const recentInvoice = (db: Db, back: number) =>
  db
    .selectFrom('invoices')
    .select('id')
    .where('voided_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoice_links').whereRef('invoice_links.invoice_id', '=', 'invoices.id').select('id'))),
    )
    .orderBy('company_invoice_id', 'desc')
    .offset(back)
    .limit(1)
    .executeTakeFirst()

const lastLink = (db: Db) =>
  db.selectFrom('invoice_links').select('invoice_id as invoiceId').orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Links to some invoices, one of which no longer works. */
function linkDeeds(calendar: BusinessCalendar): Deed[] {
  const share = (back: number) => async (db: Db) => {
    const invoice = await recentInvoice(db, back)
    if (invoice) await shareInvoice(db, invoice.id, origin)
  }
  const revoke: Deed['run'] = async (db, session) => {
    const link = await lastLink(db)
    if (link) await revokeLinks(db, link.invoiceId, session)
  }
  const deed = planDeed(calendar)
  return [
    deed(-4, afternoon, 'clerk', share(0)),
    deed(-3, afternoon, 'clerk', share(1)),
    deed(-2, afternoon, 'clerk', share(0)),
    deed(-2, afternoon + 20, 'clerk', revoke),
  ]
}

type Sent = { minute: number; place: number; source: 'page' | 'conversation'; reference: string }

/** One from Mi casillero with what its client typed, and one from WhatsApp, which says nothing of itself. */
const sent: readonly Sent[] = [
  { minute: 9 * 60 + 14, place: 0, source: 'page', reference: '448120773' },
  { minute: 16 * 60 + 40, place: 1, source: 'conversation', reference: '903317' },
]

/** Proofs of transfers that clients who owe sent lately, and that wait to be verified. */
const voucherDeeds = (calendar: BusinessCalendar): Deed[] =>
  sent.map(({ minute, place, source, reference }) =>
    planDeed(calendar)(-3, minute, 'clerk', async (db) => {
      const debtor = (await listDebtors(db, {})).data[place]
      const [debt] = debtor?.debts ?? []
      if (!debtor || !debt) throw new Error('The demo has no client who owes')
      // A client is no user, and what they send no deed of one.
      await sql`select set_config('app.user_id', '', true)`.execute(db)
      const picture = await drawVoucher({ amount: debt.amount, reference })
      const file = await readReceivedFile({ company: 'demo', rank: 'client', origin: debtor.id }, picture)
      const name = source === 'page' ? 'transferencia.png' : null
      const fileId = await storeFile(db, { clientId: debtor.id, name, file })
      const typed =
        source === 'page'
          ? { amount: debt.amount, currencyId: debt.currencyId, reference }
          : { amount: null, currencyId: null, reference: null }
      await receiveVoucher(db, { clientId: debtor.id, fileId, source, ...typed })
    }),
  )

/** What happens to money beside the invoices of the counter. */
export const moneyDeeds = (calendar: BusinessCalendar, counter: Counter): Deed[] => [
  ...correctionDeeds(calendar, counter),
  ...linkDeeds(calendar),
  ...reminderDeeds(calendar),
  ...voucherDeeds(calendar),
]

import { sql } from 'kysely'
import { adjustCredit } from '../features/client-account/adjust-credit.ts'
import { collect } from '../features/collections/collect.ts'
import { listDebtors } from '../features/debts/queries.ts'
import { revokeLinks, shareInvoice } from '../features/invoice-links/share-invoice.ts'
import { reversePayment } from '../features/invoices/reversals/reverse-payment.ts'
import { notifyReminder } from '../features/messages/notify/notify-reminder.ts'
import { notifyWaiting } from '../features/messages/notify/notify-waiting.ts'
import { listWaiting } from '../features/messages/notify/waiting-packages.ts'
import { renderMessages } from '../features/messages/texts/render-messages.ts'
import { addPhoto } from '../features/packages/photos/package-photos.ts'
import { storeFile } from '../features/received-files/received-files.ts'
import { receiveVoucher } from '../features/vouchers/receive-voucher.ts'
import { listWaitingClients } from '../features/waiting/queries.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { redrawPhotoInSizes } from '../platform/http/picture.ts'
import { readReceivedFile } from '../platform/http/received-file.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import { drawPackage, drawVoucher } from './pictures.ts'
import { demoCompany } from './staff.ts'
import { type Deed, planDeed } from './write-history.ts'

const noon = 12 * 60
const origin = `http://${demoCompany.subdomain}.localhost`

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

/** The client who owes on most invoices in a currency, with the sum. */
const findDebtor = (db: Db, currencyId: string) =>
  db
    .selectFrom('invoices')
    .select('client_id as clientId')
    .select(sql<number>`sum(pending_total)::float8`.as('pending'))
    .where('status', '=', 'pending')
    .where('currency_id', '=', currencyId)
    .groupBy('client_id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('client_id')
    .limit(1)
    .executeTakeFirst()

/** Corrections by an admin: two payments that the bank sent back, and credit for a package that came late. */
function correctionDeeds(calendar: BusinessCalendar, { cordobas, dollars }: Counter): Deed[] {
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
  const collectFrom = (currencyId: string, notes: number) => async (db: Db, session: Session) => {
    const debtor = await findDebtor(db, currencyId)
    if (!debtor) return
    const total = Math.ceil(debtor.pending / notes) * notes
    const payment = { total, method: 'cash' as const, reference: null, currencyId }
    const draft = { payments: [payment], allocations: [], change: null, changeReason: null, cashSessionId: null }
    await collect(db, debtor.clientId, draft, session)
  }
  return [
    deed(-12, noon, 'clerk', collectFrom(cordobas.id, 100)),
    deed(-3, noon, 'clerk', collectFrom(dollars.id, 5)),
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

/** The text of a message that leads to photos, as it would be when it leaves. */
async function writeAsSent(db: Db, id: string): Promise<void> {
  const rendered = (await renderMessages(db, [id])).get(id)
  if (rendered?.why === null) await db.updateTable('messages').set('body', rendered.body).where('id', '=', id).execute()
}

/** Reminds those whose packages wait longest, with a photo of the one that waits longest of all. */
async function remindWaiting(db: Db): Promise<void> {
  await sql`update templates set custom_content = default_content || E'\nFoto: {{enlace_foto}}' where key = 'waiting'`.execute(
    db,
  )
  const picture = await drawPackage({ of: 'box' })
  const photo = await redrawPhotoInSizes({ company: 'demo', rank: 'staff', origin: 'demo' }, picture)
  for (const [place, { id }] of filterDue((await listWaitingClients(db, {})).data).entries()) {
    const [first] = await listWaiting(db, id)
    if (place === 0 && first) await addPhoto(db, first.id, { ...photo, caption: 'Como espera en la bodega', origin })
    await writeAsSent(db, (await notifyWaiting(db, id)).id)
  }
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

type Sent = {
  minute: number
  place: number
  source: 'page' | 'conversation'
  currency: 'cordobas' | 'dollars'
  reference: string
}

/** Two from Mi casillero with what their clients typed, and one from WhatsApp, which says nothing of itself. */
const sent: readonly Sent[] = [
  { minute: 9 * 60 + 14, place: 0, source: 'page', currency: 'cordobas', reference: '448120773' },
  { minute: 11 * 60 + 32, place: 2, source: 'page', currency: 'dollars', reference: '448127704' },
  { minute: 16 * 60 + 40, place: 1, source: 'conversation', currency: 'cordobas', reference: '903317' },
]

/** Proofs of transfers that clients who owe sent lately, and that wait to be verified. */
const voucherDeeds = (calendar: BusinessCalendar, counter: Counter): Deed[] =>
  sent.map(({ minute, place, source, currency, reference }) =>
    planDeed(calendar)(-3, minute, 'clerk', async (db) => {
      const isOwed = ({ currencyId }: { currencyId: string }) => currencyId === counter[currency].id
      const debtor = (await listDebtors(db, {})).data.filter(({ debts }) => debts.some(isOwed))[place]
      const debt = debtor?.debts.find(isOwed)
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
  ...voucherDeeds(calendar, counter),
]

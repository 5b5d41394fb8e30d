import { revokeLinks, shareInvoice } from '../features/invoice-links/share-invoice.ts'
import type { Db } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { demoCompany } from './staff.ts'
import type { Deed } from './write-history.ts'

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
export function linkDeeds(calendar: BusinessCalendar): Deed[] {
  const share = (back: number) => async (db: Db) => {
    const invoice = await recentInvoice(db, back)
    if (invoice) await shareInvoice(db, invoice.id, origin)
  }
  const at = (day: number, minute: number) => calendar.at(calendar.openDay(day), afternoon + minute)
  return [
    { at: at(-4, 0), by: 'clerk', run: share(0) },
    { at: at(-3, 0), by: 'clerk', run: share(1) },
    { at: at(-2, 0), by: 'clerk', run: share(0) },
    {
      at: at(-2, 20),
      by: 'clerk',
      async run(db, session) {
        const link = await lastLink(db)
        if (link) await revokeLinks(db, link.invoiceId, session)
      },
    },
  ]
}

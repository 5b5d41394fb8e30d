import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createKnownLinks, type LinkVisit } from '../../platform/auth/known-links.ts'
import { hashLinkToken, linkToken } from '../../platform/auth/link-token.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { getInvoicePaper, type InvoiceOrder } from '../invoices/papers/invoice-paper.ts'
import { invoiceFacts } from '../papers/invoice-facts.ts'
import { absentPage, renderInvoice, renderVoid } from './invoice-page.ts'

const drawnBytes = 8 * 1024 * 1024
const absent: PageAnswer = { status: 404, html: absentPage }

type Found = { order: InvoiceOrder; isVoid: boolean }
type Parts = { database: Database; draw: (party: Party, drawing: object) => Promise<Uint8Array> }

/**
 * Answers every dead link alike. Reads in the transaction that the link opened, in the queue of anonymous callers.
 * docs/product/invoices.md, "Sharing".
 */
export function createLinkOpener({ database, draw }: Parts): (visit: PageVisit) => Promise<PageAnswer> {
  const known = createKnownLinks()
  // Draws a paper once, however often it is requested.
  const drawn = new LRUCache<string, Uint8Array>({ maxSize: drawnBytes, sizeCalculation: ({ length }) => length || 1 })

  async function find(visit: LinkVisit, token: string): Promise<Found | undefined> {
    const { subdomain } = visit
    const link = known.describe(visit, token)
    const found = await database.asAnonymous(link.caller, async (db) => {
      const { rows } = await sql<{ invoiceId: string; isVoid: boolean }>`
        select invoice_id as "invoiceId", is_void as "isVoid"
        from open_invoice_link(${subdomain}, ${hashLinkToken(token)})`.execute(db)
      const [link] = rows
      return link && { order: await getInvoicePaper(db, link.invoiceId, 'letter'), isVoid: link.isVoid }
    })
    link.note(found !== undefined)
    return found
  }

  async function drawPaper(subdomain: string, secret: string, { drawing }: InvoiceOrder): Promise<Uint8Array> {
    const { heading } = drawing
    const content = JSON.stringify({ ...drawing, heading: { ...heading, logo: heading.logo?.hash } })
    const key = createHash('sha256').update(`${subdomain} ${content}`).digest('hex')
    const party: Party = { company: subdomain, rank: 'client', origin: hashLinkToken(secret).toString('base64') }
    const paper = drawn.get(key) ?? (await draw(party, drawing))
    drawn.set(key, paper)
    return paper
  }

  return async ({ params: { secret = '', part }, subdomain, address, company }) => {
    const isPaper = part === 'pdf'
    if (subdomain === null || !linkToken.test(secret) || (part !== undefined && !isPaper)) return absent
    const found = await find({ subdomain, address, company }, secret)
    if (found === undefined || (found.isVoid && isPaper)) return absent
    const { order, isVoid } = found
    if (isPaper)
      return { fileName: order.fileName, type: 'application/pdf', content: await drawPaper(subdomain, secret, order) }
    const facts = invoiceFacts(order.drawing)
    const html = isVoid ? renderVoid(order.drawing, facts) : renderInvoice(order, facts, `/f/${secret}/pdf`)
    return { status: 200, html }
  }
}

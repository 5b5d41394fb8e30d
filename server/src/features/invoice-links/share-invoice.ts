import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import { hashLinkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SecretAnswer } from '../../platform/http/answer-once.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { cancelInvoiceMessages, findWaitingInvoiceMessage, notifyInvoice } from '../messages/notify/notify-invoice.ts'
import { getMessage } from '../messages/queries.ts'

type Locked = Awaited<ReturnType<typeof lockInvoice>>

/** Throws `not_found`, `invoice_already_voided`. */
async function lockLive(db: Db, id: string): Promise<Locked> {
  const invoice = await lockInvoice(db, id)
  if (invoice.status === 'cancelled') {
    throw new AppError('invoice_already_voided', { values: { number: invoice.companyInvoiceId } })
  }
  return invoice
}

async function addLink(db: Db, id: string, invoice: Locked, origin: string): Promise<{ id: string; url: string }> {
  const token = newLinkToken()
  const link = await db
    .insertInto('invoice_links')
    .values({ invoice_id: id, company_invoice_id: invoice.companyInvoiceId, token_hash: hashLinkToken(token) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: link.id, url: `${origin}/f/${token}` }
}

/** Answers the address only once; the database keeps its hash alone. docs/product/invoices.md, "Sharing". */
export async function shareInvoice(db: Db, id: string, origin: string): Promise<{ id: string; url: string }> {
  return await addLink(db, id, await lockLive(db, id), origin)
}

/** The first address is stored nowhere, so a repeated call makes another. */
export const linkSecret: SecretAnswer<{ data: { id: string; url: string } }> = {
  // Keeps the host by which the first call came.
  kept: ({ data }) => ({ data: { ...data, url: data.url.slice(0, data.url.lastIndexOf('/') + 1) } }),
  async renew(db, { data }) {
    const token = newLinkToken()
    const renewed = await db
      .updateTable('invoice_links')
      .set({ token_hash: hashLinkToken(token) })
      .where('id', '=', data.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!renewed) throw new AppError('key_reused')
    return { data: { ...data, url: data.url + token } }
  },
}

/** Sends a new link. While a message waits, returns that one. */
export async function sendInvoice(db: Db, id: string, origin: string): Promise<Message> {
  const invoice = await lockLive(db, id)
  const waiting = await findWaitingInvoiceMessage(db, id)
  if (waiting) return waiting
  const link = await addLink(db, id, invoice, origin)
  return await notifyInvoice(db, {
    invoiceId: id,
    clientId: invoice.clientId,
    number: invoice.companyInvoiceId,
    total: invoice.totalAmount,
    pending: invoice.pendingTotal,
    symbol: invoice.symbol,
    link: link.url,
    linkId: link.id,
  })
}

/** The text holds a link, so it is stored with the message alone. */
export const sentSecret: SecretAnswer<{ data: Message }> = {
  kept: ({ data }) => ({ data: { ...data, body: '' } }),
  renew: async (db, { data }) => ({ data: await getMessage(db, data.id) }),
}

/** Cancels waiting messages. */
export async function revokeLinks(db: Db, id: string, { userId }: Session): Promise<null> {
  await lockInvoice(db, id)
  await db
    .updateTable('invoice_links')
    .set({ revoked_at: sql`app_now()`, revoked_by: userId })
    .where('invoice_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await cancelInvoiceMessages(db, id)
  return null
}

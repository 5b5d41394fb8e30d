import type { Message } from '@casillero/shared/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { getMessage } from '../queries.ts'
import { invoiceValues, type MessageInvoice } from '../texts/message-values.ts'
import { notifyClient } from './notify-client.ts'

const selectWaiting = (db: Db, invoiceId: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('occasion', '=', 'invoice')
    .where('state', '=', 'queued')

/** Undefined if none waits. */
export async function findWaitingInvoiceMessage(db: Db, invoiceId: string): Promise<Message | undefined> {
  const waiting = await selectWaiting(db, invoiceId).limit(sql.lit(1)).executeTakeFirst()
  return waiting && (await getMessage(db, waiting.id))
}

type InvoiceNews = MessageInvoice & { invoiceId: string; clientId: string; link: string; linkId: string }

/** docs/product/messages.md, "What is notified". */
export const notifyInvoice = (db: Db, { invoiceId, clientId, linkId, ...invoice }: InvoiceNews): Promise<Message> =>
  notifyClient(db, {
    eventKey: `invoice:${linkId}`,
    occasion: 'invoice',
    clientId,
    invoiceId,
    link: invoice.link,
    values: invoiceValues(invoice),
  })

/** Their link is dead. */
export async function cancelInvoiceMessages(db: Db, invoiceId: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      state: 'cancelled',
      error: 'La factura se dejó de compartir antes de que saliera el aviso',
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', 'in', selectWaiting(db, invoiceId))
    .execute()
}

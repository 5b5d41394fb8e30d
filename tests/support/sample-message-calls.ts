import type { Actor, Call, Sent } from './actor.ts'
import { notifyReady } from './messenger.ts'
import { addCancelledMessage, addCorrected, addInvoice, findTemplate } from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

type MessageCall = Exclude<
  Extract<
    Call,
    | `${string} /api/templates${string}`
    | `${string} /api/messages${string}`
    | `${string} /api/companies/waha-${string}`
    | `${string}/correction`
    | `${string}/messages`
    | `${string}/reminders`
    | `${string}/waiting${string}`
  >,
  `${string}/export` | `${string} /api/conversations/${string}`
>

const nothing = async () => ({})

/** The samples of the calls of templates, messages, corrections and the connection to WhatsApp. */
export const messageCalls: { [K in MessageCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'GET /api/templates': nothing,
  'PUT /api/templates/:id': async (shop) => {
    const { id, version } = await findTemplate(shop)
    return { params: { id }, body: { customContent: `Hola {{nombre_cliente}}, ${newMark()}`, version } }
  },
  'GET /api/messages': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      packageId: (await shop.receive()).id,
      clientId: shop.client.id,
      state: 'queued',
      from: '2026-01-01',
      to: '2099-12-31',
    },
  }),
  'GET /api/messages/summary': nothing,
  'GET /api/messages/connection': nothing,
  'POST /api/invoices/:id/messages': async (shop) => ({ params: { id: (await addInvoice(shop)).id } }),
  'POST /api/clients/:id/reminders': async (shop) => {
    const { id } = await shop.addClient()
    await shop.invoice([await shop.receive({ clientId: id })], { clientId: id })
    return { params: { id } }
  },
  'GET /api/waiting': async (shop) => {
    await shop.receive()
    return { query: { page: '1', limit: '10', search: shop.client.casillero } }
  },
  'GET /api/waiting/totals': nothing,
  'POST /api/clients/:id/waiting-reminders': async (shop) => {
    const { id } = await shop.addClient()
    await shop.receive({ clientId: id })
    return { params: { id } }
  },
  'POST /api/clients/:id/statement/messages': async (shop) => ({ params: { id: shop.client.id } }),
  'POST /api/messages/held': async (shop) => {
    await notifyReady(shop)
    return { body: { action: 'send' } }
  },
  'POST /api/messages/:id/cancel': async (shop) => ({ params: { id: await notifyReady(shop) } }),
  'POST /api/messages/:id/resend': async (shop) => ({ params: { id: await addCancelledMessage(shop) } }),
  'GET /api/packages/:id/correction': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'POST /api/packages/correction': async (shop) => ({ body: { packageIds: [await addCorrected(shop)] } }),
  'PUT /api/client/:id/messages': async (shop) => ({
    params: { id: (await shop.addClient()).id },
    body: { allowed: false },
  }),
  'GET /api/companies/waha-status': nothing,
  'POST /api/companies/waha-restart': nothing,
  'POST /api/companies/waha-logout': nothing,
}

import type { Call, Sent } from './actor.ts'
import { addInvoice } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type PaperCall = Extract<
  Call,
  | `${string}/statement`
  | `${string}/statement/document`
  | `${string}/invoices/:id/document`
  | `${string}/link`
  | `${string}/packages/labels`
>

const anInvoice = async (shop: Shop) => ({ params: { id: (await addInvoice(shop)).id } })

const period = { from: '2026-01-01', to: '2026-12-31' }
const theClient = async (shop: Shop) => ({ params: { id: shop.client.id } })

/** The samples of the calls that give a paper, or a link to one. */
export const paperCalls: { [K in PaperCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/invoices/:id/document': async (shop) => ({ ...(await anInvoice(shop)), query: { format: 'ticket' } }),
  'GET /api/clients/:id/statement': async (shop) => ({ ...(await theClient(shop)), query: period }),
  'GET /api/clients/:id/statement/document': async (shop) => ({
    ...(await theClient(shop)),
    query: { ...period, format: 'ticket' },
  }),
  'GET /api/packages/labels': async (shop) => ({
    query: { ids: (await shop.receive()).id, format: 'pdf', size: 'small' },
  }),
  'POST /api/invoices/:id/link': anInvoice,
  'DELETE /api/invoices/:id/link': async (shop) => {
    const shared = await anInvoice(shop)
    await shop.admin.ok('POST /api/invoices/:id/link', shared)
    return shared
  },
}

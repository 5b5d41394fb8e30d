import type { Samples } from './sample-calls.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

/** Makes the body of a pre-alert of the shop's client with a number of its own. */
export const prealertBody = (shop: Shop, day: string | null = '2026-12-01') => ({
  clientId: shop.client.id,
  tracking: `PRE-${newMark().toUpperCase()}`,
  store: 'Amazon',
  description: 'Audífonos',
  declaredValue: 89,
  expectedOn: day,
  claimNote: null,
})

/** Adds a pre-alert of the shop's client. */
export const addPrealert = async (shop: Shop, day?: string | null) =>
  (await shop.admin.ok('POST /api/prealerts', { body: prealertBody(shop, day) })).data

/** The samples of the calls of pre-alerts. */
export const prealertCalls = {
  'GET /api/prealerts': async (shop) => {
    await addPrealert(shop)
    return { query: { page: '1', limit: '10', search: 'amazon', view: 'all', clientId: shop.client.id } }
  },
  'GET /api/prealerts/counts': async () => ({}),
  'GET /api/prealerts/:id': async (shop) => ({ params: { id: (await addPrealert(shop)).id } }),
  'POST /api/prealerts': async (shop) => ({ body: prealertBody(shop) }),
  'PUT /api/prealerts/:id': async (shop) => {
    const { id, version } = await addPrealert(shop)
    return { params: { id }, body: { ...prealertBody(shop), claimNote: 'Reclamada a Amazon', version } }
  },
  'DELETE /api/prealerts/:id': async (shop) => ({ params: { id: await shop.announceWithInvoice(shop.client.id) } }),
  'POST /api/prealerts/:id/ask': async (shop) => ({ params: { id: (await addPrealert(shop, '2020-01-01')).id } }),
  'GET /api/prealerts/:id/file': async (shop) => ({ params: { id: await shop.announceWithInvoice(shop.client.id) } }),
  'POST /api/prealerts/:id/file': async (shop) => ({
    params: { id: (await addPrealert(shop)).id },
    body: { content: Buffer.from(`%PDF-1.7 ${newMark()}`).toString('base64') },
  }),
  'POST /api/prealerts/ask': async (shop) => {
    await addPrealert(shop, '2020-01-01')
    return {}
  },
} satisfies Partial<Samples>

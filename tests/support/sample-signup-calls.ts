import type { Samples } from './sample-calls.ts'
import type { Shop } from './shop.ts'

const aSignup = async (shop: Shop) => ({ params: { id: await shop.askToJoin() } })

/** The samples of the calls of requests to become a client. */
export const signupCalls = {
  'GET /api/signups': async (shop) => {
    await shop.askToJoin()
    return { query: { page: '1', limit: '10', search: 'heydi' } }
  },
  'GET /api/signups/counts': async () => ({}),
  'POST /api/signups/:id/approve': async (shop) => ({
    params: { id: await shop.askToJoin({ phone: null }) },
    body: { phone: '50588887766' },
  }),
  'POST /api/signups/:id/undo': async (shop) => {
    const sent = await aSignup(shop)
    await shop.admin.ok('POST /api/signups/:id/approve', { ...sent, body: {} })
    return sent
  },
  'POST /api/signups/:id/join': async (shop) => ({
    ...(await aSignup(shop)),
    body: { clientId: (await shop.addClient()).id },
  }),
  'POST /api/signups/:id/reject': async (shop) => ({
    ...(await aSignup(shop)),
    body: { reason: 'No atendemos su ciudad' },
  }),
  'POST /api/clients/:id/release': async (shop) => {
    const { id } = await shop.addClient()
    await shop.holdClient(id)
    return { params: { id } }
  },
} satisfies Partial<Samples>

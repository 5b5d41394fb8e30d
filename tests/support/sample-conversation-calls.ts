import type { Call, Sent } from './actor.ts'
import type { Shop } from './shop.ts'

type ConversationCall = Extract<Call, `${string} /api/conversations${string}`>

let numbers = 0

/** Adds a client whose phone no other has. */
const addNumber = (shop: Shop) => shop.addClient({ phone: `505${88_000_000 + ++numbers}` })

/** The samples of the calls of conversations. */
export const conversationCalls: { [K in ConversationCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/conversations': async (shop) => {
    await shop.receiveChat()
    return { query: { page: '1', limit: '10', search: 'guarda', state: 'all', clientId: shop.client.id } }
  },
  'GET /api/conversations/counts': async () => ({}),
  'GET /api/conversations/:id': async (shop) => ({ params: { id: await shop.receiveChat() } }),
  'PUT /api/conversations/:id': async (shop) => {
    const { id: clientId, phone } = await addNumber(shop)
    const id = await shop.receiveChat({ phone })
    const { data } = await shop.user.ok('GET /api/conversations/:id', { params: { id } })
    return { params: { id }, body: { attended: true, clientId, version: data.version } }
  },
  'GET /api/conversations/:id/messages': async (shop) => ({
    params: { id: await shop.receiveChat() },
    query: { before: '2099-12-31T00:00:00.000Z', limit: '10' },
  }),
  'POST /api/conversations/:id/messages': async (shop) => ({
    params: { id: await shop.receiveChat() },
    body: { text: 'Con gusto, hasta el lunes a las cinco.' },
  }),
  'PUT /api/conversations/:id/replying': async (shop) => ({
    params: { id: await shop.receiveChat() },
    body: { replying: true },
  }),
  'GET /api/conversations/:id/files/:fileId': async (shop) => ({ params: await shop.receiveChatFile() }),
  'POST /api/conversations/:id/files/:fileId/voucher': async (shop) => {
    const { phone } = await addNumber(shop)
    return { params: await shop.receiveChatFile({ phone }) }
  },
}

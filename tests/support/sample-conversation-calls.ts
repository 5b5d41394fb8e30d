import type { Call, Sent } from './actor.ts'
import type { Shop } from './shop.ts'

type ConversationCall = Extract<Call, `${string} /api/conversations${string}`>

/** The samples of the calls of conversations. */
export const conversationCalls: { [K in ConversationCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/conversations': async (shop) => {
    await shop.receiveChat()
    return { query: { page: '1', limit: '10', search: 'guarda', state: 'all', clientId: shop.client.id } }
  },
  'GET /api/conversations/counts': async () => ({}),
  'GET /api/conversations/:id': async (shop) => ({ params: { id: await shop.receiveChat() } }),
  'PUT /api/conversations/:id': async (shop) => {
    const id = await shop.receiveChat()
    const { data } = await shop.user.ok('GET /api/conversations/:id', { params: { id } })
    return { params: { id }, body: { attended: true, clientId: shop.client.id, version: data.version } }
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
  'POST /api/conversations/:id/files/:fileId/voucher': async (shop) => ({ params: await shop.receiveChatFile() }),
}

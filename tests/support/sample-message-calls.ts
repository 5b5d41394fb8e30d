import { notifyReady } from './messenger.ts'
import type { Samples } from './sample-calls.ts'
import { addCancelledMessage, addCorrected, addInvoice, addQuickReply, findTemplate } from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

const nothing = async () => ({})

let numbers = 0

/** Adds a client whose phone no other has. */
const addNumber = (shop: Shop) => shop.addClient({ phone: `505${88_000_000 + ++numbers}` })

/** The samples of the calls of templates, messages, corrections and the connection to WhatsApp. */
export const messageCalls = {
  'GET /api/templates': nothing,
  'PUT /api/templates/:id': async (shop) => {
    const { id, version } = await findTemplate(shop)
    return { params: { id }, body: { customContent: `Hola {{nombre_cliente}}, ${newMark()}`, version } }
  },
  'GET /api/auto-answers': nothing,
  'PUT /api/auto-answers': async (shop) => {
    const { answers, version } = (await shop.admin.ok('GET /api/auto-answers')).data
    const drafts = answers.map(({ key, isOn, words, content }) => ({ key, isOn, words, content }))
    return { body: { answers: drafts.map((one, at) => (at === 0 ? { ...one, content: newMark() } : one)), version } }
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
  'GET /api/conversations': async (shop) => {
    await shop.receiveChat()
    const query = { search: 'guarda', state: 'all', clientId: shop.client.id, assigned: 'none' } as const
    return { query: { page: '1', limit: '10', ...query } }
  },
  'GET /api/conversations/counts': async () => ({}),
  'GET /api/conversations/colleagues': async () => ({}),
  'GET /api/conversations/:id/hits': async (shop) => ({
    params: { id: await shop.receiveChat() },
    query: { search: 'guarda' },
  }),
  'POST /api/conversations/:id/notes': async (shop) => ({
    params: { id: await shop.receiveChat() },
    body: { text: `Paga los viernes, ${newMark()}` },
  }),
  'POST /api/conversations/:id/messages/:messageId/miss': async (shop) => {
    const { phone } = await addNumber(shop)
    const id = await shop.receiveChat({ phone, text: 'BAJA' })
    const { data } = await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })
    return { params: { id, messageId: data.entries.find(({ source }) => source === 'rule')?.id ?? '' } }
  },
  'GET /api/conversations/:id': async (shop) => ({ params: { id: await shop.receiveChat() } }),
  'PUT /api/conversations/:id': async (shop) => {
    const { id: clientId, phone } = await addNumber(shop)
    const id = await shop.receiveChat({ phone })
    const { data } = await shop.user.ok('GET /api/conversations/:id', { params: { id } })
    return { params: { id }, body: { attended: true, clientId, assigneeId: shop.admin.userId, version: data.version } }
  },
  'GET /api/conversations/:id/messages': async (shop) => {
    const id = await shop.receiveChat()
    const { data } = await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })
    const query = { before: '2099-12-31T00:00:00.000Z', after: '2026-01-01T00:00:00.000Z', around: data.entries[0]?.id }
    return { params: { id }, query: { ...query, limit: '10' } }
  },
  'POST /api/conversations/:id/messages': async (shop) => ({
    params: { id: await shop.receiveChat() },
    body: { text: 'Con gusto, hasta el lunes a las cinco.', lastSeenReplyId: null },
  }),
  'GET /api/conversations/:id/quick-replies/:replyId': async (shop) => ({
    params: { id: await shop.receiveChat(), replyId: (await addQuickReply(shop)).id },
  }),
  'POST /api/conversations/:id/files': async (shop) => {
    const { phone } = await addNumber(shop)
    const content = Buffer.from(`%PDF-1.7 ${newMark()}`).toString('base64')
    const body = { text: 'Así quedó su caja', lastSeenReplyId: null, content }
    return { params: { id: await shop.receiveChat({ phone }) }, body }
  },
  'GET /api/conversations/:id/papers': async (shop) => ({
    params: { id: await shop.receiveChat({ phone: (await addNumber(shop)).phone }) },
  }),
  'POST /api/conversations/:id/papers': async (shop) => {
    const { id: clientId, phone } = await addNumber(shop)
    const { id: sourceId } = await shop.invoice([await shop.receive({ clientId })], { clientId })
    const body = { paper: 'invoice' as const, sourceId, lastSeenReplyId: null }
    return { params: { id: await shop.receiveChat({ phone }) }, body }
  },
  'PUT /api/conversations/:id/replying': async (shop) => ({
    params: { id: await shop.receiveChat() },
    body: { replying: true },
  }),
  'PUT /api/conversations/:id/messages/:messageId/audio': async (shop) => {
    const { phone } = await addNumber(shop)
    const file = { path: '/api/files/x/y.oga', name: null }
    const id = await shop.receiveChat({ phone, kindOfMessage: 'audio', text: 'Nota de voz', seconds: 14, file })
    const { data } = await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })
    return { params: { id, messageId: data.entries.at(-1)?.id ?? '' } }
  },
  'GET /api/conversations/:id/files/:fileId': async (shop) => ({ params: await shop.receiveChatFile() }),
  'POST /api/conversations/:id/files/:fileId/invoice': async (shop) => {
    const { id: clientId, phone } = await addNumber(shop)
    const { id: packageId } = await shop.receive({ clientId })
    return { params: await shop.receiveChatFile({ phone }), body: { packageId, prealertId: null } }
  },
  'POST /api/conversations/:id/files/:fileId/voucher': async (shop) => {
    const { phone } = await addNumber(shop)
    return { params: await shop.receiveChatFile({ phone }) }
  },
} satisfies Partial<Samples>

import type { ListView } from '@casillero/shared/contract/list-views'
import type { Actor } from './actor.ts'
import { handoverOf } from './hand-over.ts'
import { notifyReady } from './messenger.ts'
import {
  cashDrawerBody,
  currencyBody,
  listViewBody,
  quickReplyBody,
  shippingMethodBody,
  statusBody,
} from './sample-bodies.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

export const addStatus = async (shop: Shop) => (await shop.admin.ok('POST /api/statuses', { body: statusBody() })).data
export const addCurrency = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/currencies', { body: currencyBody() })).data
export const addShippingMethod = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/shipping-methods', { body: shippingMethodBody() })).data
export const addQuickReply = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/quick-replies', { body: quickReplyBody() })).data
export const addInvoice = async (shop: Shop) => shop.invoice(await shop.receiveMany(1))

export const addPicker = async (shop: Shop) =>
  (
    await shop.admin.ok('POST /api/clients/:id/pickers', {
      params: { id: shop.client.id },
      body: { name: `Elena ${newMark()}`, cedula: '001-010190-0001A' },
    })
  ).data

/** Hands some packages of the shop's client over. */
export const addHandover = async (shop: Shop, packages?: { id: string }[]) =>
  (
    await shop.admin.ok('POST /api/handovers', {
      // The reason lets it go on where payment is asked for before.
      body: handoverOf(shop, packages ?? (await shop.receiveMany(1)), { reason: 'Paga mañana' }),
    })
  ).data

export const addCashDrawer = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/cash-drawers', { body: cashDrawerBody() })).data

export const openingBody = async (shop: Shop) => ({
  drawerId: (await addCashDrawer(shop)).id,
  opening: [{ currencyId: shop.nio, amount: 500 }],
})

/** Opens a session in a drawer of its own, of the caller if they may open one, else of the admin. */
export async function openCashSession(shop: Shop, caller: Actor = shop.admin) {
  const body = await openingBody(shop)
  const own = await caller.send('POST /api/cash-sessions', { body })
  if (own.statusCode === 201) return own.json().data
  return (await shop.admin.ok('POST /api/cash-sessions', { body })).data
}

export async function findTemplate(shop: Shop) {
  const [template] = (await shop.admin.ok('GET /api/templates')).data
  if (!template) throw new Error('The company has no template')
  return template
}

/** Adds a message that was cancelled because its client refuses messages, and lets the client get messages again. */
export async function addCancelledMessage(shop: Shop): Promise<string> {
  const { id } = await shop.addClient()
  const allow = (allowed: boolean) =>
    shop.admin.ok('PUT /api/client/:id/messages', { params: { id }, body: { allowed } })
  await allow(false)
  await shop.receive({ clientId: id })
  await allow(true)
  const { data } = await shop.admin.ok('GET /api/messages', { query: { clientId: id } })
  return data[0]?.id ?? ''
}

/** Adds a package whose client was notified of another weight than it has. */
export async function addCorrected(shop: Shop): Promise<string> {
  const messageId = await notifyReady(shop)
  await shop.markSent(messageId)
  const { data } = await shop.admin.ok('GET /api/messages', { query: { clientId: shop.client.id } })
  const id = data.find((message) => message.id === messageId)?.packages[0]?.id ?? ''
  const { data: courierPackage } = await shop.admin.ok('GET /api/packages/:id', { params: { id } })
  await shop.admin.ok('PUT /api/packages/:id', {
    params: { id },
    body: { ...courierPackage, weight: (courierPackage.weight ?? 0) + 1 },
  })
  return id
}

/**
 * Adds a view of the caller's own, or of an admin where the caller may make none; takes away those of before where there are many,
 * because a user has a few at most.
 */
export async function addListView(shop: Shop, caller: Actor = shop.admin): Promise<ListView> {
  const { statusCode } = await caller.send('GET /api/list-views', { query: { list: 'packages' } })
  const actor = statusCode === 200 ? caller : shop.admin
  const { data } = await actor.ok('GET /api/list-views', { query: { list: 'packages' } })
  for (const { id } of data.filter(({ isOwn }) => isOwn).slice(20)) {
    await actor.ok('DELETE /api/list-views/:id', { params: { id } })
  }
  return (await actor.ok('POST /api/list-views', { body: listViewBody() })).data
}

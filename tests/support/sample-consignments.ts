import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Shop } from './shop.ts'

/** Opens a consignment by air with packages, one unless said otherwise. */
export async function addConsignment(shop: Shop, packages?: Pick<CourierPackage, 'id'>[]) {
  const { data } = await shop.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  const params = { id: data.id }
  const packageIds = (packages ?? (await shop.receiveMany(1))).map(({ id }) => id)
  if (packageIds.length === 0) return data
  return (await shop.admin.ok('POST /api/shipments/:id/packages', { params, body: { packageIds } })).data
}

/** A consignment on its way. */
export async function addSent(shop: Shop, packages?: Pick<CourierPackage, 'id'>[]) {
  const { id } = await addConsignment(shop, packages)
  return (await shop.admin.ok('POST /api/shipments/:id/send', { params: { id }, body: {} })).data
}

/** Scans a package's tracking on arrival. */
export const scanArrival = async (shop: Shop, id: string, { tracking }: { tracking: string | null }) =>
  (await shop.admin.ok('POST /api/shipments/:id/arrivals', { params: { id }, body: { code: tracking ?? '' } })).data

/** A consignment that arrived with one of its two packages; the other one is missing. */
export async function addReceived(shop: Shop) {
  const [seen, missing] = await shop.receiveMany(2)
  if (!seen || !missing) throw new Error('Two packages were asked for')
  const { id } = await addSent(shop, [seen, missing])
  await scanArrival(shop, id, seen)
  // Named, because the one that is proposed is that of the consignment before.
  const body = { statusId: shop.statuses.inCustoms }
  const { data } = await shop.admin.ok('POST /api/shipments/:id/receive', { params: { id }, body })
  return { ...data, seen, missing }
}

/** A consignment that arrived, with one cost. */
export async function addCost(shop: Shop) {
  const { id, version } = await addReceived(shop)
  const costs = [{ concept: 'Agente', currencyId: shop.usd, amount: 12 }]
  const body = { billedWeight: 4, costs, version }
  const { data } = await shop.admin.ok('PUT /api/shipments/:id/costs', { params: { id }, body })
  const [cost] = data.costs
  if (!cost) throw new Error('A cost was saved')
  return { id, costId: cost.id, version: data.version }
}

/** A closed consignment. */
export async function addClosed(shop: Shop) {
  const received = await addReceived(shop)
  await shop.admin.ok('POST /api/shipments/:id/close', { params: { id: received.id } })
  return received
}

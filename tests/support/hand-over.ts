import type { Shop } from './shop.ts'

type Named = { id: string }[]

/** The body of a hand-over of these packages to their client's family. */
export const handoverOf = (shop: Shop, packages: Named, more: object = {}) => ({
  clientId: shop.client.id,
  packageIds: packages.map(({ id }) => id),
  receivedBy: { name: 'Ana Núñez Báez' },
  ...more,
})

/** Hands packages over as a user. */
export const handOver = async (shop: Shop, packages: Named, more?: object) =>
  (await shop.user.ok('POST /api/handovers', { body: handoverOf(shop, packages, more) })).data

export const readPackage = async (shop: Shop, id: string) =>
  (await shop.user.ok('GET /api/packages/:id', { params: { id } })).data

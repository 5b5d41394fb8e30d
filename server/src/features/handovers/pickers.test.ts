import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('pickers are added once and removed by users and admins, and read by every user', async () => {
  const shop = await openShop(world)
  const params = { id: shop.client.id }
  const body = { name: 'Elena Solís', cedula: null }
  const { data: first } = await shop.user.ok('POST /api/clients/:id/pickers', { params, body })
  expect((await shop.admin.ok('POST /api/clients/:id/pickers', { params, body })).data).toEqual(first)
  const other = await shop.user.ok('POST /api/clients/:id/pickers', { params, body: { ...body, cedula: '1' } })
  expect((await shop.viewer.ok('GET /api/clients/:id/pickers', { params })).data).toHaveLength(2)
  const gone = { ...params, pickerId: first.id }
  await shop.user.ok('DELETE /api/clients/:id/pickers/:pickerId', { params: gone })
  expect((await shop.user.refused('DELETE /api/clients/:id/pickers/:pickerId', { params: gone })).status).toBe(404)
  const elsewhere = { id: (await shop.addClient()).id, pickerId: other.data.id }
  const refused = await shop.user.refused('DELETE /api/clients/:id/pickers/:pickerId', { params: elsewhere })
  expect(refused.status).toBe(404)
  expect((await shop.viewer.ok('GET /api/clients/:id/pickers', { params })).data).toEqual([other.data])
})

import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('every change of a weight is told with who made it, from what and to what, and nothing else is', async () => {
  const shop = await openShop(world)
  const made = await shop.receive({ weight: undefined, statusId: shop.statuses.received })
  const params = { id: made.id }
  const weights = async () => (await shop.viewer.ok('GET /api/packages/:id/weights', { params })).data
  const change = async (caller: typeof shop.admin, values: object) => {
    const { data } = await caller.ok('GET /api/packages/:id', { params })
    await caller.ok('PUT /api/packages/:id', { params, body: { ...data, ...values } })
  }
  expect(await weights()).toEqual([])
  await change(shop.user, { weight: 2.5 })
  await change(shop.user, { description: 'Zapatos' })
  await change(shop.admin, { weight: 3.25 })
  const nameOf = async (caller: typeof shop.admin) => (await caller.ok('GET /api/auth/me')).user.fullName
  expect(await weights()).toEqual([
    { date: expect.any(String), userName: await nameOf(shop.user), from: null, to: 2.5 },
    { date: expect.any(String), userName: await nameOf(shop.admin), from: 2.5, to: 3.25 },
  ])
  const other = await openShop(world)
  expect(await other.admin.refused('GET /api/packages/:id/weights', { params })).toMatchObject({ status: 404 })
})

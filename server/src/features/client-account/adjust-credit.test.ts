import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()

const adjusting = (shop: Shop, direction: 'in' | 'out', amount: number, reason = 'Por la demora') => ({
  params: { id: shop.client.id },
  body: { direction, currencyId: shop.nio, amount, reason },
})

test('an admin adds to the credit of a client and takes from it, with a reason that stands in the log', async () => {
  const shop = await openShop(world)
  await shop.admin.ok('POST /api/clients/:id/credit', adjusting(shop, 'in', 100))
  const { data } = await shop.admin.ok('POST /api/clients/:id/credit', adjusting(shop, 'out', 30.25, 'De más'))
  expect(data.credit).toMatchObject([{ code: 'NIO', amount: 69.75 }])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'client_credits' } })
  expect(log.map(({ userId, after }) => [userId, after?.kind, after?.amount, after?.reason])).toEqual([
    [shop.admin.userId, 'adjustment', -30.25, 'De más'],
    [shop.admin.userId, 'adjustment', 100, 'Por la demora'],
  ])
})

test('credit is adjusted never below zero, not without a reason, not of another client, and by admins alone', async () => {
  const shop = await openShop(world)
  const refuse = async (body: object, status: number, more: object) =>
    expect(
      await shop.admin.refused('POST /api/clients/:id/credit', {
        params: { id: shop.client.id },
        body: { ...adjusting(shop, 'in', 1).body, ...body },
      }),
    ).toMatchObject({ status, ...more })
  await refuse({ direction: 'out', amount: 0.01 }, 409, { code: 'credit_not_enough' })
  await refuse({ reason: '  ' }, 400, { fields: { reason: 'Escriba el motivo' } })
  await refuse({ amount: 0 }, 400, { fields: { amount: 'Ingrese un monto mayor a 0' } })
  await refuse({ amount: 1.005 }, 400, {})
  await refuse({ currencyId: absentId }, 400, { code: 'reference_not_found' })
  const absent = { ...adjusting(shop, 'in', 1), params: { id: absentId } }
  expect(await shop.admin.refused('POST /api/clients/:id/credit', absent)).toMatchObject({ status: 404 })
  const byUser = await shop.user.refused('POST /api/clients/:id/credit', adjusting(shop, 'in', 1))
  expect(byUser).toMatchObject({ status: 403 })
})

test('adjustments at once leave exactly what was there, and none takes what another has taken', async () => {
  const shop = await openShop(world)
  await shop.admin.ok('POST /api/clients/:id/credit', adjusting(shop, 'in', 100))
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => shop.admin.send('POST /api/clients/:id/credit', adjusting(shop, 'out', 20))),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)])
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(data.credit).toEqual([])
})

test('a client with credit is not deleted, and is once the credit is gone', async () => {
  const shop = await openShop(world)
  const remove = { params: { id: shop.client.id } }
  await shop.admin.ok('POST /api/clients/:id/credit', adjusting(shop, 'in', 0.01))
  expect(await shop.admin.refused('DELETE /api/client/:id', remove)).toMatchObject({
    status: 409,
    message: 'No se puede eliminar: el cliente tiene saldo a favor',
  })
  await shop.admin.ok('POST /api/clients/:id/credit', adjusting(shop, 'out', 0.01))
  await shop.admin.ok('DELETE /api/client/:id', remove)
})

test('an adjustment and a collection wait for the deletion of their client, and are refused', async () => {
  const shop = await openShop(world)
  const params = { id: shop.client.id }
  const payments = [{ total: 10, method: 'cash' as const, currencyId: shop.nio }]
  const lock = 'select id from clients where id = $1 for update'
  await holding(world.owner, [lock, [params.id]], async (holder) => {
    const removed = shop.admin.send('DELETE /api/client/:id', { params })
    await untilBlocked(world.owner, 1)
    const adjusted = shop.admin.send('POST /api/clients/:id/credit', adjusting(shop, 'in', 100))
    await untilBlocked(world.owner, 2)
    const collected = shop.user.send('POST /api/clients/:id/collections', { params, body: { payments } })
    await untilBlocked(world.owner, 3)
    await holder.query('commit')
    const answers = await Promise.all([removed, adjusted, collected])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404])
  })
})

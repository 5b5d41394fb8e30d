import { beforeAll, expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()
const shop = shareShop(world, { subdomain: 'cuentas' })
let clientId: string
const numbers: Record<string, number> = {}

beforeAll(async () => {
  const { received, inTransit, ready, delivered } = shop.statuses
  clientId = (
    await shop.addClient({ firstName: 'Guadalupe', lastNames: 'Martínez', defaultTariffAereoId: shop.air.id })
  ).id
  const receive = async (name: string, statusId: string | null) => {
    const made = await shop.receive({ clientId, statusId })
    numbers[name] = made.companyPackageId
    return made
  }
  await receive('warehouse', received)
  await receive('lost', null)
  const later = await receive('later', inTransit)
  const longest = await receive('longest', ready)
  const owing = await receive('owing', ready)
  const paid = await receive('paid', ready)
  await receive('onTheWay', inTransit)
  await receive('gone', delivered)
  await shop.receive()
  const move = (id: string, statusId: string) =>
    shop.admin.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })
  await move(later.id, ready)
  await shop.invoice([owing], { clientId })
  const paidInCash = {
    clientId,
    currencyId: shop.nio,
    payments: [{ total: 1000, method: 'cash' as const, currencyId: shop.nio }],
  }
  await shop.invoice([paid], { ...paidInCash, change: [{ currencyId: shop.nio, kind: 'credit' }] })
  await shop.invoice([longest], { clientId, currencyId: shop.nio })
})

const account = async () => (await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: clientId } })).data
const listed = async (query: object) => {
  const { data } = await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id: clientId }, query })
  return data.map(({ companyPackageId }) => Object.keys(numbers).find((name) => numbers[name] === companyPackageId))
}

test('the account sums debts by currency, with their count and the oldest, and adds no currency to another', async () => {
  const { owed } = await account()
  expect(owed.map(({ code, count }) => [code, count])).toEqual([
    ['NIO', 1],
    ['USD', 1],
  ])
  expect(owed[1]).toMatchObject({ currencyId: shop.usd, symbol: 'US$', amount: 7.5 })
  expect(owed[0]?.amount).toBeGreaterThan(200)
  expect(new Date(owed[0]?.oldestAt ?? '').getTime()).toBeGreaterThan(Date.parse('2020-01-01'))
})

test('the account has the credit that was kept of an overpayment', async () => {
  const { credit } = await account()
  expect(credit).toHaveLength(1)
  expect(credit[0]).toMatchObject({ currencyId: shop.nio, code: 'NIO' })
  expect(credit[0]?.amount).toBeGreaterThan(0)
})

test('the account counts and weighs what is ready, and says since when the longest waits', async () => {
  const { ready } = await account()
  expect(ready).toMatchObject({ count: 4, weight: 8 })
  const { data } = await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id: clientId } })
  expect(ready.oldestAt).toBe(data[0]?.readyAt)
})

test('the account has the client, the own tariff or else the default, and counts for the tabs', async () => {
  const { client, tariffs, counts } = await account()
  expect(client.firstName).toBe('Guadalupe')
  expect([tariffs.aereo?.id, tariffs.maritimo?.id]).toEqual([shop.air.id, shop.sea.id])
  expect(counts).toMatchObject({ packages: 7, delivered: 1, invoices: 3 })
})

test('a client without any business owes nothing and has nothing', async () => {
  const { id } = await shop.addClient()
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })
  expect(data).toMatchObject({ owed: [], credit: [], ready: { count: 0, weight: 0, oldestAt: null } })
  const { pagination } = await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id } })
  expect(pagination.total).toBe(0)
})

test('a voided invoice is no debt and none of the invoices, and what was paid of it is credit', async () => {
  const { id } = await shop.addClient()
  const bought = await shop.receive({ clientId: id })
  const payments = [{ total: 2, method: 'cash' as const, currencyId: shop.usd }]
  const invoice = await shop.invoice([bought], { clientId: id, payments })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })
  expect(data).toMatchObject({ owed: [], credit: [{ code: 'USD', amount: 2 }], counts: { invoices: 0 } })
})

test('the page of a client takes at most six statements', async () => {
  const statements = await world.statementsOf(async () => {
    await account()
    await listed({ page: '1' })
  })
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
})

test('ready packages come first, the longest wait first, then the stages backwards, and those without a status last', async () => {
  expect(await listed({})).toEqual(['longest', 'owing', 'paid', 'later', 'onTheWay', 'warehouse', 'lost'])
  expect(await listed({ page: '2', limit: '3' })).toEqual(['later', 'onTheWay', 'warehouse'])
})

test('delivered packages come only when they are asked for', async () => {
  expect(await listed({ delivered: 'true' })).toEqual(['gone'])
})

test('a ready package has the time since when it waits, and no other package has one', async () => {
  const { data } = await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id: clientId } })
  expect(data.map(({ readyAt }) => readyAt !== null)).toEqual([true, true, true, true, false, false, false])
})

test('a package is owed while its invoice is to be paid, not before it is invoiced and not once it is paid', async () => {
  const { data } = await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id: clientId } })
  expect(data.map(({ isOwed }) => isOwed)).toEqual([true, true, false, false, false, false, false])
})

test.each([
  [{}, 3],
  [{ status: 'paid' as const }, 1],
  [{ search: 'guada' }, 3],
  [{ search: 'ana' }, 0],
  [{ page: '2', limit: '2' }, 1],
])('the list of invoices of a client asked for %j has %i', async (query, count) => {
  const { data } = await shop.viewer.ok('GET /api/invoices', { query: { ...query, clientId } })
  expect(data).toHaveLength(count)
  expect(data.every(({ client }) => client.id === clientId)).toBe(true)
})

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

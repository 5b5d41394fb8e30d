import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { absentId, createWorld } from '../../../../../tests/support/world.ts'

const world = openWorld()
const shop = openShops(world)

const statusOf = async ({ admin }: Shop, id: string) =>
  (await admin.ok('GET /api/packages/:id', { params: { id } })).data.status?.name

test('many packages change their status at once, each with its own history', async () => {
  const { user, statuses } = shop
  const packages = [await shop.receive({ statusId: statuses.received }), await shop.receive({ statusId: null })]
  const there = await shop.receive({ statusId: statuses.delivered })
  const packageIds = [...packages, there, there].map(({ id }) => id)
  const { data } = await user.ok('PATCH /api/packages/status', { body: { packageIds, statusId: statuses.delivered } })
  expect(data).toEqual({ updated: 3 })
  const histories = await Promise.all(
    [...packages, there].map(async ({ id }) => {
      const { data: courierPackage } = await user.ok('GET /api/packages/:id', { params: { id } })
      return JSON.parse(courierPackage.statusHistory).map(({ from, to, userName }: Record<string, string>) => [
        from,
        to,
        userName,
      ])
    }),
  )
  expect(histories).toEqual([
    [
      [null, 'Recibido en bodega US', 'admin Prueba'],
      ['Recibido en bodega US', 'Entregado', 'user Prueba'],
    ],
    [[null, 'Entregado', 'user Prueba']],
    [[null, 'Entregado', 'admin Prueba']],
  ])
})

test('an invoiced package changes its status too, and nothing else of it', async () => {
  const courierPackage = await shop.receive()
  await shop.invoice([courierPackage])
  const body = { packageIds: [courierPackage.id], statusId: shop.statuses.delivered }
  await shop.user.ok('PATCH /api/packages/status', { body })
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
  expect(data).toMatchObject({ weight: 2, totalPrice: 7.5, status: { name: 'Entregado' }, version: 2 })
})

test('an unknown package keeps all the others of the change where they are', async () => {
  const [courierPackage, deleted] = [await shop.receive(), await shop.receive()]
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: deleted.id } })
  for (const id of [deleted.id, absentId]) {
    const body = { packageIds: [courierPackage.id, id], statusId: shop.statuses.delivered }
    expect((await shop.user.refused('PATCH /api/packages/status', { body })).status).toBe(404)
  }
  expect(await statusOf(shop, courierPackage.id)).toBe('Listo para retirar')
})

test.each([
  [{ packageIds: [] }, { packageIds: 'Elija al menos un paquete' }],
  [{ packageIds: Array(501).fill(absentId) }, { packageIds: expect.stringContaining('500') }],
  [{ packageIds: ['x'] }, { 'packageIds.0': 'Identificador no válido' }],
  [{ statusId: '' }, { statusId: 'Elija un estado' }],
  [{ statusId: absentId }, { statusId: 'El registro elegido ya no existe' }],
])('a change of status of %j is refused under the field', async (values, fields) => {
  const courierPackage = await shop.receive()
  const body = { packageIds: [courierPackage.id], statusId: shop.statuses.delivered, ...values }
  expect(await shop.user.refused('PATCH /api/packages/status', { body })).toMatchObject({ status: 400, fields })
  expect(await statusOf(shop, courierPackage.id)).toBe('Listo para retirar')
})

test('500 packages move at once', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, status_id)
     select $1, 1000 + n, 'aereo', 'T' || n, '', $2 from generate_series(1, 500) n returning id`,
    [shop.id, shop.statuses.received],
  )
  const body = { packageIds: rows.map(({ id }) => id), statusId: shop.statuses.inTransit }
  expect((await shop.user.ok('PATCH /api/packages/status', { body })).data).toEqual({ updated: 500 })
  const query = { statusId: shop.statuses.inTransit, page: '1' }
  expect((await shop.user.ok('GET /api/packages', { query })).pagination.total).toBe(500)
})

test('packages are locked in one order, so that overlapping selections cannot deadlock', async () => {
  const scanning = await createWorld()
  try {
    // An index would give them in order by luck.
    await scanning.owner.query(`do $$ begin
      execute format('alter database %I set enable_indexscan = off', current_database());
      execute format('alter database %I set enable_bitmapscan = off', current_database());
    end $$`)
    const shop = await openShop(scanning)
    const packages = await shop.receiveMany(6)
    const ids = packages.map(({ id }) => id).toSorted()
    const [first = '', ...others] = ids
    // Moved to the end of the table, the first is the last that a scan without order comes to.
    await scanning.owner.query('update packages set comments = $2 where id = $1', [first, 'x'])
    const sent = { body: { packageIds: ids.toReversed(), statusId: shop.statuses.delivered } }
    const invoice = { body: shop.invoiceBodyOf(packages.toReversed()) }
    const lock = 'select 1 from packages where id = $1 for update'
    await holding(scanning.owner, [lock, [first]], async (holder) => {
      const waiting = [
        shop.user.send('PATCH /api/packages/status', sent),
        shop.admin.send('POST /api/invoices', invoice),
      ]
      await untilBlocked(scanning.owner, 2)
      const free = 'select id from packages where id = any($1) for update skip locked'
      const { rowCount } = await scanning.owner.query(free, [others])
      expect(rowCount, 'who waits for the first has locked none of the others').toBe(5)
      await holder.query('commit')
      await Promise.all(waiting)
    })
  } finally {
    await scanning.close()
  }
})

import { expect, test } from 'vitest'
import { rowsOf, runLoad } from '../../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const text = 'Tracking;Método;Estado\nP1;CH;BODEGA MIAMI\nP2;ch;Bodega Miami\nP3;Aéreo;Entregado'
const mapping = ['tracking', 'shippingMethod', 'status']

const begin = async ({ user }: Shop) => (await user.ok('POST /api/imports', { body: { kind: 'packages', text } })).data

test('values that name nothing mean what was said by hand, and do so in the next file with these headings', async () => {
  const shop = await openShop(world)
  const { id, mapping: proposed } = await begin(shop)
  expect(proposed.map(({ unpaired }) => unpaired)).toEqual([[], ['CH'], ['BODEGA MIAMI']])
  const values = [
    { field: 'shippingMethod' as const, value: 'CH', to: 'maritimo' },
    { field: 'status' as const, value: 'BODEGA MIAMI', to: shop.statuses.inCustoms },
  ]
  const { data } = await shop.user.ok('PUT /api/imports/:id/mapping', { params: { id }, body: { mapping, values } })
  expect([data.counts.new, data.counts.error, data.paired]).toEqual([3, 0, values])
  expect((await runLoad(world, shop, id)).result.new).toBe(3)
  const found = await shop.user.ok('GET /api/packages', { query: { search: 'P2' } })
  expect(found.data[0]).toMatchObject({ shippingMethod: 'maritimo', statusId: shop.statuses.inCustoms })
  expect((await begin(shop)).paired).toEqual(values)
  const other = await openShop(world)
  expect((await begin(other)).paired).toEqual([])
})

test('a value is refused beside its choice when that is no status of the company, no method, or left to the hand-over', async () => {
  const [shop, other] = [await openShop(world), await openShop(world)]
  const { id } = await begin(shop)
  await world.owner.query('update companies set requires_paid_handover = true where id = $1', [shop.id])
  const values = [
    { field: 'status' as const, value: 'BODEGA MIAMI', to: other.statuses.ready },
    { field: 'shippingMethod' as const, value: 'CH', to: 'globo' },
    { field: 'status' as const, value: 'LISTO YA', to: shop.statuses.delivered },
  ]
  const refused = await shop.user.refused('PUT /api/imports/:id/mapping', { params: { id }, body: { mapping, values } })
  expect([refused.status, refused.fields]).toEqual([
    400,
    {
      'values.0': 'Elija un estado',
      'values.1': 'Elija un método',
      'values.2': 'Este estado se pone al entregar',
    },
  ])
})

test('the values of a column that was chosen by hand are shown when its rows were looked at', async () => {
  const shop = await openShop(world)
  const { user } = shop
  const { data } = await user.ok('POST /api/imports', {
    body: { kind: 'packages', text: 'Tracking;Método;Nota\nQ1;Aéreo;PERDIDO' },
  })
  const params = { id: data.id }
  const seen = (await user.ok('PUT /api/imports/:id/mapping', { params, body: { mapping } })).data
  expect(seen.mapping[2]).toMatchObject({ field: 'status', unpaired: ['PERDIDO'] })
  expect((await rowsOf(shop, data.id))[0]?.detail).toBe('Estado: no hay un estado «PERDIDO»')
})

test('the one load that is under way is listed alone', async () => {
  const shop = await openShop(world)
  const { id } = await begin(shop)
  const running = async () => (await shop.user.ok('GET /api/imports', { query: { status: 'running' } })).data
  expect(await running()).toEqual([])
  await world.owner.query(`update imports set status = 'running', run_by = $2 where id = $1`, [id, shop.user.userId])
  expect((await running()).map((load) => load.id)).toEqual([id])
})

import { expect, test } from 'vitest'
import { rowsOf, runLoad, undoLoad } from '../../../../../tests/support/load-file.ts'
import { expectWhole, openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

type Choices = { fixed?: object }

const begin = async ({ user }: Shop, kind: 'clients' | 'packages' | 'statuses' | 'tariffs', text: string) =>
  (await user.ok('POST /api/imports', { body: { kind, text } })).data

/** Takes what the answer says of the columns, as it stands there, with these changes. */
async function review({ user }: Shop, load: { id: string; mapping: object[] }, choices: Choices = {}) {
  const body = { mapping: load.mapping, ...choices }
  return await user.send('PUT /api/imports/:id/mapping', { params: { id: load.id }, body })
}

test('method, status, tariff and shipment are given to a whole file that has no columns for them, and taken back with it', async () => {
  const { user, statuses } = shop
  const { data: shipment } = await user.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  const { data: tariffs } = await user.ok('GET /api/tariffs')
  const tariff = tariffs.find(({ type }) => type === 'aereo')
  const known = await shop.receive({ tracking: 'FX3', shippingMethod: 'aereo' })
  const load = await begin(
    shop,
    'packages',
    'WR\tTracking\tConsignee\tWeight\n100231\tFX1\tX Y\t2.5\n100232\tFX2\tX Z\t3\n100233\tFX3\tX\t4',
  )
  expect(load.mapping.map(({ field }) => field)).toEqual([
    'warehouseTracking',
    'tracking',
    'clientPackageName',
    'weight',
  ])
  await review(shop, load)
  expect((await rowsOf(shop, load.id)).map(({ outcome }) => outcome)).toEqual(['error', 'error', 'updated'])
  const bad = { shippingMethod: 'maritimo', shipmentId: shipment.id, tariffId: tariff?.id }
  expect((await review(shop, load, { fixed: bad })).json().fields).toEqual({
    'fixed.tariffId': 'La tarifa no es de este método',
    'fixed.shipmentId': 'El embarque no es de este método',
  })
  const fixed = { shippingMethod: 'aereo', statusId: statuses.inTransit, tariffId: tariff?.id, shipmentId: shipment.id }
  const { data } = (await review(shop, load, { fixed })).json()
  expect([data.counts, data.fixed]).toEqual([
    { new: 2, updated: 1, same: 0, error: 0 },
    { ...fixed, chargeId: null, currencyId: null },
  ])
  const done = await runLoad(world, shop, load.id)
  expect(done.result).toMatchObject({ new: 2, updated: 1, refused: 0 })
  const inShipment = async () =>
    (await user.ok('GET /api/shipments/:id', { params: { id: shipment.id } })).data.packageCount
  expect(await inShipment()).toBe(3)
  const { data: found } = await user.ok('GET /api/packages', { query: { search: 'FX1' } })
  expect(found[0]).toMatchObject({ shippingMethod: 'aereo', warehouseTracking: '100231', statusId: statuses.inTransit })
  await expectWhole(world)
  const undone = await undoLoad(shop, load.id)
  expect([undone.result.undone, undone.result.kept, await inShipment()]).toEqual([3, 0, 0])
  const { data: again } = await user.ok('GET /api/packages', { query: { search: 'FX3' } })
  expect(again[0]).toMatchObject({ id: known.id, statusId: known.statusId })
  await expectWhole(world)
})

test('statuses of a file without a column for them, and a value beside a column that says it', async () => {
  await shop.receive({ tracking: 'ST1' })
  const load = await begin(shop, 'statuses', 'Tracking\nST1')
  expect((await review(shop, load)).json().fields).toEqual({ mapping: 'Falta una columna: Estado' })
  await review(shop, load, { fixed: { statusId: shop.statuses.inTransit } })
  expect((await rowsOf(shop, load.id)).map(({ outcome }) => outcome)).toEqual(['updated'])
  const other = await begin(shop, 'packages', 'Tracking;Método\nST2;Aéreo')
  expect((await review(shop, other, { fixed: { shippingMethod: 'aereo' } })).json().fields).toEqual({
    'fixed.shippingMethod': 'Una columna del archivo ya lo dice',
  })
})

test('a load is changed, run and stopped by who brought it in, and by admins alone', async () => {
  const other = await shop.addUser('user')
  const load = await begin(shop, 'packages', 'Tracking;Método\nOW1;Aéreo')
  const params = { id: load.id }
  const body = { mapping: load.mapping }
  const code = async (
    call: 'PUT /api/imports/:id/mapping' | 'POST /api/imports/:id/run' | 'POST /api/imports/:id/stop',
  ) => (await other.refused(call, { params, body } as never)).code
  expect(await code('PUT /api/imports/:id/mapping')).toBe('import_of_other')
  expect((await other.ok('GET /api/imports/:id', { params })).data.mayChange).toBe(false)
  const { data } = await shop.admin.ok('PUT /api/imports/:id/mapping', { params, body })
  expect(data.mayChange).toBe(true)
  expect(await code('POST /api/imports/:id/run')).toBe('import_of_other')
  await shop.user.ok('POST /api/imports/:id/run', { params, body: {} })
  await shop.resumeImport(load.id)
  expect(await code('POST /api/imports/:id/stop')).toBe('import_of_other')
  await shop.admin.ok('POST /api/imports/:id/stop', { params })
})
const text = 'Tracking;Método;Estado\nP1;CH;BODEGA MIAMI\nP2;ch;Bodega Miami\nP3;Aéreo;Entregado'
const mapping = ['tracking', 'shippingMethod', 'status']

const beginPairs = async ({ user }: Shop) =>
  (await user.ok('POST /api/imports', { body: { kind: 'packages', text } })).data

test('values that name nothing mean what was said by hand, and do so in the next file with these headings', async () => {
  const { id, mapping: proposed } = await beginPairs(shop)
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
  expect((await beginPairs(shop)).paired).toEqual(values)
  const other = await openShop(world)
  expect((await beginPairs(other)).paired).toEqual([])
})

test('a value is refused beside its choice when that is no status of the company, no method, or left to the hand-over', async () => {
  const other = await openShop(world)
  const { id } = await beginPairs(shop)
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
  const { id } = await beginPairs(shop)
  const running = async () => (await shop.user.ok('GET /api/imports', { query: { status: 'running' } })).data
  expect(await running()).toEqual([])
  await world.owner.query(`update imports set status = 'running', run_by = $2 where id = $1`, [id, shop.user.userId])
  expect((await running()).map((load) => load.id)).toEqual([id])
})

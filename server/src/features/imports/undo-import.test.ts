import { expect, test } from 'vitest'
import { expectWhole, previewCells, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()

const newest = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/packages', { query: { search } })).data[0]

async function load(shop: Shop, kind: 'packages' | 'clients', text: string, options?: { notify?: boolean }) {
  return await runLoad(world, shop, (await previewCells(shop, kind, text)).id, options)
}

const staysOf = async (shop: Shop, id: string) =>
  (await shop.user.ok('GET /api/imports/:id/undo', { params: { id } })).data.stays.map(({ code, reason }) => [
    code,
    reason,
  ])

test('a package stays with its new client and tariff, and a client with theirs, when what they had before is gone', async () => {
  const shop = await openShop(world)
  const former = await shop.addClient({ phone: '50586904461' })
  const { data: old } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Vieja', type: 'aereo', pricePerPound: 1 },
  })
  await shop.receive({ tracking: 'U1', clientId: former.id })
  await shop.receive({ tracking: 'U2', tariffId: old.id })
  const mine = await shop.addClient({ phone: '50586904462', defaultTariffAereoId: old.id })
  const { casillero } = shop.client
  const packages = await load(shop, 'packages', `Tracking;Casillero;Tarifa\nU1;${casillero};\nU2;${casillero};Aéreo`)
  const clients = await load(shop, 'clients', `Casillero;Tarifa aérea\n${mine.casillero};Aéreo`)
  expect([packages.result.updated, clients.result.updated]).toEqual([2, 1])
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: former.id } })
  await shop.admin.ok('DELETE /api/tariffs/:id', { params: { id: old.id } })
  expect(await staysOf(shop, packages.id)).toEqual([
    ['U1', 'lo que tenía antes ya no existe'],
    ['U2', 'lo que tenía antes ya no existe'],
  ])
  expect((await undoLoad(shop, packages.id)).result).toMatchObject({ undone: 0, kept: 2 })
  expect((await undoLoad(shop, clients.id)).result).toMatchObject({ undone: 0, kept: 1 })
  expect((await newest(shop, 'U1'))?.client?.id).toBe(shop.client.id)
  await expectWhole(world)
})

test('a package that is put back is found by the name that its client has by then', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'N1' })
  const { id } = await load(shop, 'packages', 'Tracking;Peso\nN1;9')
  const {
    firstName: _,
    version,
    ...rest
  } = (await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })).data
  await shop.user.ok('PUT /api/client/:id', {
    params: { id: shop.client.id },
    body: { firstName: 'Xiomara', lastNames: rest.lastNames, phone: rest.phone, version },
  })
  expect((await undoLoad(shop, id)).result.undone).toBe(1)
  expect((await newest(shop, 'Xiomara'))?.weight).toBe(2)
})

test('a load is taken back by the user who imported it and by admins, not by another user', async () => {
  const shop = await openShop(world)
  const other = await shop.addUser('user')
  const { id } = await load(shop, 'packages', 'Tracking;Método\nO1;Aéreo')
  const params = { id }
  expect((await other.refused('POST /api/imports/:id/undo', { params })).status).toBe(403)
  expect((await other.refused('GET /api/imports/:id/undo', { params })).status).toBe(403)
  expect((await other.ok('GET /api/imports/:id', { params })).data.canUndo).toBe(false)
  expect((await shop.admin.ok('GET /api/imports/:id', { params })).data.canUndo).toBe(true)
  expect((await shop.admin.ok('POST /api/imports/:id/undo', { params })).data.status).toBe('undone')
})

test('an undo cancels the messages of its own load alone', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'M1', statusId: shop.statuses.received })
  await world.owner.query('delete from message_packages where company_id = $1', [shop.id])
  await world.owner.query('delete from messages where company_id = $1', [shop.id])
  const told = await load(shop, 'packages', 'Tracking;Estado\nM1;Listo para retirar', { notify: true })
  const { id } = await load(shop, 'packages', 'Tracking;Comentarios\nM1;Frágil')
  const states = async () =>
    (await world.owner.query('select state from messages where company_id = $1', [shop.id])).rows.map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['queued'])
  expect((await undoLoad(shop, id)).result.undone).toBe(1)
  expect(await states()).toEqual(['queued'])
  expect((await staysOf(shop, told.id))[0]).toEqual(['M1', 'cambió después'])
})

test('a package that a load changed stays as it is once it was put into a shipment', async () => {
  const shop = await openShop(world)
  const known = await shop.receive({ tracking: 'C1', statusId: shop.statuses.received })
  const { id } = await load(shop, 'packages', 'Tracking;Peso\nC1;9')
  await addConsignment(shop, [known])
  expect(await staysOf(shop, id)).toEqual([['C1', 'va en un embarque']])
})

import { beforeEach, expect, test } from 'vitest'
import { readPackage } from '../../../../../tests/support/hand-over.ts'
import { previewCells, runLoad, undoLoad } from '../../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { addHandover, addStatus } from '../../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
let shop: Shop
beforeEach(async () => {
  world.setTime(new Date('2026-11-20T14:00:00Z'))
  shop = await openShop(world)
})

const sinceOf = async (id: string) => (await readPackage(shop, id)).statusSince
const move = async (id: string, statusId: string) =>
  (await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId, undoable: true } })).data
    .changeId ?? ''

async function load(kind: 'packages' | 'statuses', text: string): Promise<string> {
  const { id } = await previewCells(shop, kind, text)
  await runLoad(world, shop, id)
  return id
}

/** A package that came at eight in Managua, became ready at nine, and is looked at from noon on. */
async function readySinceNine(tracking: string) {
  const received = await shop.receive({ tracking, statusId: shop.statuses.received, shouldNotifyStorage: false })
  world.setTime(new Date('2026-11-20T15:00:00Z'))
  await move(received.id, shop.statuses.ready)
  const since = await sinceOf(received.id)
  expect(since).toBe('2026-11-20T15:00:00.000Z')
  world.setTime(new Date('2026-11-20T18:00:00Z'))
  return { id: received.id, since, receivedAt: received.createdAt, one: await readPackage(shop, received.id) }
}

test('a status that a file dates on the day of the reception is had since then', async () => {
  world.setTime(new Date('2026-11-20T18:00:00Z'))
  await load('packages', 'Tracking;Método;Peso;Fecha de recibido\nS1;aereo;1;2026-11-05')
  await load('statuses', 'Tracking;Estado;Fecha\nS1;Listo para retirar;2026-11-05')
  const { data } = await shop.user.ok('GET /api/packages', { query: { search: 'S1' } })
  const [one] = data
  expect(one?.statusSince).toBe('2026-11-05T18:00:00.000Z')
  expect(JSON.parse((await readPackage(shop, one?.id ?? '')).statusHistory).at(-1).date).toBe(one?.statusSince)
})

test('a move that is undone leaves a package in its former status since it first came there', async () => {
  const { id, since } = await readySinceNine('S2')
  const change = await move(id, shop.statuses.inCustoms)
  expect(await sinceOf(id)).toBe('2026-11-20T18:00:00.000Z')
  await shop.user.ok('POST /api/packages/status/:id/undo', { params: { id: change } })
  expect(await sinceOf(id)).toBe(since)
  await shop.user.ok('POST /api/packages/status/:id/undo', {
    params: { id: await move(id, shop.statuses.inTransit) },
  })
  expect(await sinceOf(id), 'a second one').toBe(since)
})

test('a load that is undone leaves packages in their former status since they first came there', async () => {
  const { id, since } = await readySinceNine('S3')
  for (const [kind, text] of [
    ['statuses', 'Tracking;Estado\nS3;En aduana'],
    // At the very instant at which it came to the former one.
    ['statuses', 'Tracking;Estado;Fecha\nS3;En aduana;20/11/2026 09:00'],
    ['packages', 'Tracking;Estado;Peso\nS3;En aduana;9'],
  ] as const) {
    const loaded = await load(kind, text)
    expect((await readPackage(shop, id)).status?.name).toBe('En aduana')
    expect((await undoLoad(shop, loaded)).result.undone).toBe(1)
    expect((await readPackage(shop, id)).status?.id).toBe(shop.statuses.ready)
    expect(await sinceOf(id), text).toBe(since)
  }
  const loaded = await load('packages', 'Tracking;Peso\nS3;9')
  await undoLoad(shop, loaded)
  expect(await sinceOf(id), 'a load without statuses').toBe(since)
})

test('a hand-over that is undone leaves packages ready since they first were', async () => {
  const { id, since, one } = await readySinceNine('S4')
  const made = await addHandover(shop, [one])
  expect(await sinceOf(id)).toBe('2026-11-20T18:00:00.000Z')
  const undo = { params: { id: made.id }, body: { reason: 'Se llevó el de otro cliente' } }
  await shop.admin.ok('POST /api/handovers/:id/undo', undo)
  expect(await sinceOf(id)).toBe(since)
})

test('a hand-over that is undone to another status than the former leaves packages there since now', async () => {
  const { id, one } = await readySinceNine('S5')
  const made = await addHandover(shop, [one])
  const next = await addStatus(shop)
  const body = { name: next.name, isFinalStatus: false, role: 'ready' as const }
  await shop.admin.ok('PUT /api/statuses/:id', { params: { id: next.id }, body })
  await shop.admin.ok('DELETE /api/statuses/:id', { params: { id: shop.statuses.ready } })
  world.setTime(new Date('2026-11-20T19:00:00Z'))
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id: made.id }, body: { reason: 'Era de otro' } })
  expect(await sinceOf(id)).toBe('2026-11-20T19:00:00.000Z')
})

test('a move that no server of this version made is undone to a status that the package is in since now', async () => {
  const { id } = await readySinceNine('S6')
  const change = await move(id, shop.statuses.inCustoms)
  await world.owner.query('update packages set former_status_since = null where id = $1', [id])
  await shop.user.ok('POST /api/packages/status/:id/undo', { params: { id: change } })
  expect(await sinceOf(id)).toBe('2026-11-20T18:00:00.000Z')
})

import { beforeEach, expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()
let shop: Shop
beforeEach(async () => {
  world.setTime(undefined)
  shop = await openShop(world)
})

type Values = { comment?: string; undoable?: boolean }

async function move(packageIds: string[], statusId: string, values: Values = { undoable: true }): Promise<string> {
  const { data } = await shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId, ...values } })
  return data.changeId ?? ''
}
const undo = (id: string, who = shop.user) => who.ok('POST /api/packages/status/:id/undo', { params: { id } })
const refusedUndo = (id: string, who = shop.user) =>
  who.refused('POST /api/packages/status/:id/undo', { params: { id } })
const read = async (id: string) => (await shop.user.ok('GET /api/packages/:id', { params: { id } })).data
const messages = async () => (await shop.admin.ok('GET /api/messages')).data.map(({ state }) => state)

/** Two packages of two clients who have no message yet, on their way. */
async function twoOnTheirWay(): Promise<[string, string]> {
  const other = await shop.addClient({ firstName: 'Eva' })
  const values = { shouldNotifyStorage: false, statusId: shop.statuses.inTransit }
  const [one, two] = [await shop.receive(values), await shop.receive({ ...values, clientId: other.id, statusId: null })]
  return [one.id, two.id]
}

const preview = (packageIds: string[], statusId: string) =>
  shop.user.ok('POST /api/packages/status/preview', { body: { packageIds, statusId } })

test('the preview of a change of status is counted by packages, former statuses and clients, with why others get no message', async () => {
  const [one, two] = await twoOnTheirWay()
  const stopped = await shop.addClient({ firstName: 'Silvio' })
  await shop.admin.ok('PUT /api/client/:id/messages', { params: { id: stopped.id }, body: { allowed: false } })
  const values = { shouldNotifyStorage: false, statusId: shop.statuses.inTransit }
  const more = [
    await shop.receive({ ...values, clientId: stopped.id }),
    await shop.receive({ ...values, clientId: null }),
    await shop.receive({ shouldNotifyStorage: false }),
  ]
  const { data } = await preview([one, two, ...more.map(({ id }) => id)], shop.statuses.ready)
  expect(data).toEqual({
    packages: 5,
    moving: 4,
    from: [
      { name: 'En tránsito', packages: 3 },
      { name: null, packages: 1 },
    ],
    clients: 3,
    notified: 2,
    unwilling: 1,
    withoutClient: 1,
    isNotifying: true,
  })
})

test('the preview of a change of status gives what the change then does, and moves no package', async () => {
  const ids = await twoOnTheirWay()
  const { data } = await preview(ids, shop.statuses.ready)
  expect(await messages()).toEqual([])
  expect((await read(ids[0])).status?.name).toBe('En tránsito')
  await move(ids, shop.statuses.ready)
  expect((await messages()).filter((state) => state === 'queued')).toHaveLength(data.notified)
})

test('the preview of a change of status notifies no client where the status has no text', async () => {
  const { data: quiet } = await shop.admin.ok('POST /api/statuses', {
    body: { name: 'En revisión', orderPosition: 6, isFinalStatus: false, role: null },
  })
  const { data } = await preview(await twoOnTheirWay(), quiet.id)
  expect(data).toMatchObject({ clients: 2, notified: 0, isNotifying: false })
})

test('a change of status keeps the comment in the history of each package', async () => {
  const ids = await twoOnTheirWay()
  await move(ids, shop.statuses.ready, { comment: ' Llegó mojado ' })
  for (const id of ids) expect(JSON.parse((await read(id)).statusHistory).at(-1).comment).toBe('Llegó mojado')
})

test('a change of status is undone: former statuses, a history that says so, and no message leaves', async () => {
  const [one, two] = await twoOnTheirWay()
  const id = await move([one, two], shop.statuses.ready)
  expect(await messages()).toEqual(['queued', 'queued'])
  expect((await undo(id)).data).toEqual({ restored: 2 })
  expect(await messages()).toEqual(['cancelled', 'cancelled'])
  const [first, second] = [await read(one), await read(two)]
  expect([first.status?.name, second.status]).toEqual(['En tránsito', null])
  const last = JSON.parse(first.statusHistory).at(-1)
  expect(last).toMatchObject({
    from: 'Listo para retirar',
    to: 'En tránsito',
    userName: 'user Prueba',
    comment: 'Se deshizo el cambio',
  })
  expect(JSON.parse(second.statusHistory).at(-1)).toMatchObject({ from: 'Listo para retirar', to: null })
  expect((await undo(id)).data, 'a second time').toEqual({ restored: 2 })
  expect(JSON.parse((await read(one)).statusHistory)).toHaveLength(3)
})

test('a change of status is undone for its own packages alone, beside another change of the same moment', async () => {
  const [one, two] = await twoOnTheirWay()
  const id = await move([one], shop.statuses.ready)
  const other = await move([two], shop.statuses.ready)
  expect((await undo(id)).data).toEqual({ restored: 1 })
  const names = async () => [(await read(one)).status?.name, (await read(two)).status?.name]
  expect(await names()).toEqual(['En tránsito', 'Listo para retirar'])
  expect((await messages()).toSorted()).toEqual(['cancelled', 'queued'])
  expect((await undo(other)).data).toEqual({ restored: 1 })
  expect(await names()).toEqual(['En tránsito', undefined])
})

test('a change of status without undo notifies at once and returns nothing to undo', async () => {
  const { data } = await shop.user.ok('PATCH /api/packages/status', {
    body: { packageIds: await twoOnTheirWay(), statusId: shop.statuses.ready },
  })
  expect(data).toEqual({ updated: 2 })
  const { rows } = await world.owner.query(
    'select bool_and(next_at <= clock_timestamp()) as due from messages where company_id = $1',
    [shop.id],
  )
  expect(rows).toEqual([{ due: true }])
})

test('a change of status is undone by its user or an admin, and by no other user or company', async () => {
  const ids = await twoOnTheirWay()
  const id = await move(ids, shop.statuses.ready)
  expect((await refusedUndo(id, await shop.addUser('user'))).status).toBe(403)
  expect((await refusedUndo(id, shop.viewer)).status).toBe(403)
  expect((await refusedUndo(id, (await openShop(world)).admin)).status).toBe(404)
  expect((await undo(id, shop.admin)).data).toEqual({ restored: 2 })
})

test('a change of status is not undone after ten seconds', async () => {
  const start = new Date('2026-11-22T16:00:00Z')
  world.setTime(start)
  shop = await openShop(world)
  const ids = await twoOnTheirWay()
  const id = await move(ids, shop.statuses.ready)
  world.setTime(new Date(start.getTime() + 10_001))
  expect(await refusedUndo(id)).toMatchObject({ status: 409, code: 'undo_too_late' })
  expect((await read(ids[0])).status?.name).toBe('Listo para retirar')
})

test('a change of status is not undone once a message of it is on its way', async () => {
  const ids = await twoOnTheirWay()
  const id = await move(ids, shop.statuses.ready)
  await world.owner.query(
    `update messages set state = 'sending', lease_until = now() + interval '1 minute'
       where id = (select id from messages where company_id = $1 limit 1)`,
    [shop.id],
  )
  expect(await refusedUndo(id)).toMatchObject({ status: 409, code: 'undo_too_late' })
  expect((await messages()).toSorted()).toEqual(['queued', 'sending'])
})

const changes: [string, (id: string) => Promise<unknown>][] = [
  ['moved on', (id) => move([id], shop.statuses.delivered, {})],
  [
    'moved there and back',
    async (id) => {
      await move([id], shop.statuses.delivered, {})
      await move([id], shop.statuses.ready, {})
    },
  ],
  ['deleted', (id) => shop.admin.ok('DELETE /api/packages/:id', { params: { id } })],
  ['invoiced', async (id) => shop.invoice([await read(id)])],
]
test.each(changes)(
  'a change of status is undone as a whole or not at all when a package of it was %s',
  async (_, change) => {
    const [one, two] = await twoOnTheirWay()
    const id = await move([one, two], shop.statuses.ready)
    await change(one)
    expect(await refusedUndo(id)).toMatchObject({ status: 409, code: 'undo_of_changed' })
    expect((await read(two)).status?.name).toBe('Listo para retirar')
    expect(await messages()).toEqual(expect.arrayContaining(['queued', 'queued']))
  },
)

test('a change of status that another user moves on while it is undone is one or the other', async () => {
  const [one, two] = await twoOnTheirWay()
  const id = await move([one, two], shop.statuses.ready)
  const lock = 'select 1 from packages where id = $1 for update'
  const body = { packageIds: [two, one], statusId: shop.statuses.delivered }
  const answers = await holding(world.owner, [lock, [one]], async (holder) => {
    const sent = [
      shop.admin.send('PATCH /api/packages/status', { body }),
      shop.user.send('POST /api/packages/status/:id/undo', { params: { id } }),
    ]
    await untilBlocked(world.owner, 2)
    await holder.query('commit')
    return await Promise.all(sent)
  })
  const [moved, back] = answers.map(({ statusCode }) => statusCode)
  expect(moved).toBe(200)
  expect([200, 409]).toContain(back)
  // Whichever came last, both packages are where it put them.
  const names = [(await read(one)).status?.name, (await read(two)).status?.name]
  expect(names).toEqual(['Entregado', 'Entregado'])
})

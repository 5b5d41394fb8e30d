import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment, addSent } from '../../../../tests/support/sample-consignments.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld({ hasGateway: true })
const shop = openShops(world)
const call = 'POST /api/shipments/:id/send'

async function countMessages(shop: Shop): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(*)::int as count from messages where company_id = $1 and status_id = $2',
    [shop.id, shop.statuses.inTransit],
  )
  return rows[0]?.count ?? 0
}

test('sending moves every package to the status, tells each client once and locks the list', async () => {
  const other = await shop.addClient({ firstName: 'Luis', lastNames: 'Paz' })
  const before = { statusId: shop.statuses.received }
  const packages = [...(await shop.receiveMany(3, before)), await shop.receive({ ...before, clientId: other.id })]
  const made = await addConsignment(shop, packages)
  expect(made.sendStatusId).toBe(shop.statuses.inTransit)
  const { data } = await shop.user.ok(call, { params: { id: made.id }, body: {} })
  expect(data).toMatchObject({ state: 'in_transit', missingCount: 4, departsAt: expect.stringMatching(/^\d{4}-/) })
  for (const { id } of packages) {
    const { data: one } = await shop.user.ok('GET /api/packages/:id', { params: { id } })
    expect(one.status?.name).toBe('En tránsito')
    expect(JSON.parse(one.statusHistory).at(-1)).toMatchObject({
      from: 'Recibido en bodega US',
      to: 'En tránsito',
      comment: `Embarque #${made.companyShipmentId}`,
    })
  }
  expect(await countMessages(shop)).toBe(2)
  const refused = [
    await shop.user.refused(call, { params: { id: made.id }, body: {} }),
    await shop.user.refused('POST /api/shipments/:id/packages', {
      params: { id: made.id },
      body: { packageIds: [(await shop.receive()).id] },
    }),
    await shop.user.refused('DELETE /api/shipments/:id/packages', {
      params: { id: made.id },
      body: { packageIds: packages.map(({ id }) => id) },
    }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(['shipment_not_open', 'shipment_not_open', 'shipment_not_open'])
})

test('the status that was chosen is proposed for the next consignment, and an empty one is not sent', async () => {
  const { id } = await addConsignment(shop)
  await shop.user.ok(call, { params: { id }, body: { statusId: shop.statuses.inCustoms } })
  const next = await addConsignment(shop, [])
  expect(next.sendStatusId).toBe(shop.statuses.inCustoms)
  expect((await shop.user.refused(call, { params: { id: next.id }, body: {} })).code).toBe('shipment_empty')
})

test('what was handed over from an open consignment stays in its final status', async () => {
  const [handed, sent] = await shop.receiveMany(2)
  if (!handed || !sent) throw new Error('Two packages were asked for')
  const { id } = await addConsignment(shop, [handed, sent])
  await addHandover(shop, [handed])
  await shop.user.ok(call, { params: { id }, body: {} })
  const statusOf = async (packageId: string) =>
    (await shop.user.ok('GET /api/packages/:id', { params: { id: packageId } })).data.status?.name
  expect([await statusOf(handed.id), await statusOf(sent.id)]).toEqual(['Entregado', 'En tránsito'])
})

test('of two clerks who send at once one does, and a lost answer is given again under its key', async () => {
  const other = await shop.addUser('user')
  const { id } = await addConsignment(shop)
  const lock: [string, unknown[]] = ['select from consignments where id = $1 for update', [id]]
  await holding(world.owner, lock, async (holder) => {
    const answers = [shop.user, other].map((clerk) => clerk.send(call, { params: { id }, body: {} }))
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    const codes = (await Promise.all(answers)).map((answer) => answer.json().code ?? 'sent')
    expect(codes.toSorted()).toEqual(['sent', 'shipment_not_open'])
  })
  const next = await addConsignment(shop)
  const again = { params: { id: next.id }, body: {}, headers: { 'idempotency-key': 'enviar' } }
  const [first, second] = await Promise.all([shop.user.ok(call, again), shop.user.ok(call, again)])
  expect(second).toEqual(first)
  expect(await countMessages(shop)).toBe(2)
})

test('a scan that comes while the consignment is sent waits, and is refused', async () => {
  const packages = await shop.receiveMany(2)
  const { id } = await addConsignment(shop, packages)
  const late = await shop.receive()
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [packages[0]?.id]]
  await holding(world.owner, lock, async (holder) => {
    const sending = shop.user.send(call, { params: { id }, body: {} })
    await untilBlocked(world.owner, 1)
    const scanning = shop.admin.send('POST /api/shipments/:id/scans', {
      params: { id },
      body: { code: late.tracking ?? '' },
    })
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect((await sending).statusCode).toBe(200)
    expect((await scanning).json()).toMatchObject({ code: 'shipment_not_open' })
  })
})

test('an edit of a package that is under way while its consignment is sent is kept, and so is its status', async () => {
  const one = await shop.receive({ statusId: shop.statuses.received })
  const { id } = await addConsignment(shop, [one])
  const edit = { ...one, statusId: shop.statuses.received, weight: 7.5 }
  const lock: [string, unknown[]] = ['select from packages where id = $1 for update', [one.id]]
  await holding(world.owner, lock, async (holder) => {
    const editing = shop.admin.send('PUT /api/packages/:id', { params: { id: one.id }, body: edit })
    await untilBlocked(world.owner, 1)
    const sending = shop.user.send(call, { params: { id }, body: {} })
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect([(await editing).statusCode, (await sending).statusCode]).toEqual([200, 200])
  })
  const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id: one.id } })
  expect(data).toMatchObject({ weight: 7.5, status: { name: 'En tránsito' } })
  const { data: rows } = await shop.user.ok('GET /api/shipments/:id/packages', { params: { id } })
  expect(rows[0]?.weight).toBe(7.5)
})

test('the weights that left stay beside those that are corrected later', async () => {
  const one = await shop.receive({ weight: 2 })
  const { id } = await addSent(shop, [one])
  const { data: now } = await shop.user.ok('GET /api/packages/:id', { params: { id: one.id } })
  await shop.user.ok('PUT /api/packages/:id', { params: { id: one.id }, body: { ...now, weight: 2.5 } })
  expect((await shop.user.ok('GET /api/shipments/:id', { params: { id } })).data.weight).toBe(2)
})

test('a status that is chosen before sending is proposed and taken, and the count says whom it notifies', async () => {
  const [other, unwilling] = [await shop.addClient({ firstName: 'Luis' }), await shop.addClient({ firstName: 'Eva' })]
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: unwilling.id }, body: { allowed: false } })
  const before = { statusId: shop.statuses.received }
  const packages = [
    ...(await shop.receiveMany(2, before)),
    await shop.receive({ ...before, clientId: other.id }),
    await shop.receive({ ...before, clientId: unwilling.id }),
    await shop.receive({ statusId: shop.statuses.inTransit }),
    await shop.receive({ statusId: shop.statuses.delivered, clientId: other.id }),
  ]
  const made = await addConsignment(shop, packages)
  const { inTransit, inCustoms } = shop.statuses
  const preview = async (statusId: string) =>
    (await shop.user.ok('GET /api/shipments/:id/sending', { params: { id: made.id }, query: { statusId } })).data
  expect(await preview(inTransit)).toEqual({ moving: 4, notified: 2, isNotifying: true })
  expect(await preview(inCustoms)).toMatchObject({ moving: 5, notified: 2 })
  const draft = { shippingMethod: 'aereo' as const, version: made.version }
  const params = { id: made.id }
  await shop.user.ok('PUT /api/shipments/:id', { params, body: { ...draft, sendStatusId: inCustoms } })
  // A body without it leaves what was chosen.
  const { data } = await shop.user.ok('PUT /api/shipments/:id', { params, body: { shippingMethod: 'aereo' } })
  expect(data.sendStatusId).toBe(inCustoms)
  await shop.user.ok(call, { params, body: {} })
  const { data: first } = await shop.user.ok('GET /api/packages/:id', { params: { id: packages[0]?.id ?? '' } })
  expect(first.status?.id).toBe(inCustoms)
  const { rows } = await world.owner.query<{ count: number }>(
    "select count(*)::int as count from messages where company_id = $1 and status_id = $2 and state <> 'cancelled'",
    [shop.id, inCustoms],
  )
  expect(rows[0]?.count).toBe(2)
})
const size = isWholeRun ? 5_000 : 1_000

/** Writes packages, each of a client of its own, and puts them into a consignment. */
async function fill({ id: companyId, client, statuses, admin }: Shop, consignmentId: string): Promise<void> {
  const { owner } = world
  await owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, search_text, sort_name)
     select company_id, 'BIG' || n, first_name, last_names, phone, '', sort_name
     from clients, generate_series(1, $2) n where company_id = $1 and id = $3`,
    [companyId, size, client.id],
  )
  await owner.query(
    `insert into packages (company_id, company_package_id, client_id, status_id, shipping_method, tracking, weight, search_text)
     select company_id, row_number() over (order by id), id, $2, 'aereo', 'T' || casillero, 2, ''
     from clients where company_id = $1 and casillero like 'BIG%'`,
    [companyId, statuses.received],
  )
  await owner.query(
    `insert into consignment_packages (company_id, consignment_id, package_id, added_by)
     select company_id, $2, id, $3 from packages where company_id = $1`,
    [companyId, consignmentId, admin.userId],
  )
  await owner.query('analyze clients; analyze packages; analyze consignment_packages')
}

test(`a consignment of ${size} packages of as many clients is sent and received while others read the list`, async () => {
  const shop = await openShop(world)
  const { id } = await addConsignment(shop, [])
  await fill(shop, id)
  const params = { id }
  const read = () => shop.user.ok('GET /api/packages', { query: { page: '1' } })
  const [sent, list] = await Promise.all([shop.user.ok('POST /api/shipments/:id/send', { params, body: {} }), read()])
  expect(sent.data).toMatchObject({ state: 'in_transit', packageCount: size, clientCount: size })
  expect(list.data).toHaveLength(20)
  await world.owner.query(`update consignment_packages set seen_by = $2, seen_at = now() where company_id = $1`, [
    shop.id,
    shop.user.userId,
  ])
  const [received] = await Promise.all([shop.user.ok('POST /api/shipments/:id/receive', { params, body: {} }), read()])
  expect(received.data).toMatchObject({ state: 'received', seenCount: size, missingCount: 0 })
  const { rows } = await world.owner.query(
    `select count(*)::int as moved, (select count(*)::int from messages where company_id = $1) as told
     from packages where company_id = $1 and status_id = $2`,
    [shop.id, shop.statuses.inCustoms],
  )
  expect(rows).toEqual([{ moved: size, told: 2 * size }])
})

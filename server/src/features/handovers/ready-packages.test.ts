import { expect, test } from 'vitest'
import { handoverOf } from '../../../../tests/support/hand-over.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addHandover, addPicker } from '../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)

const deskOf = async (shop: Shop, query: { clientId?: string; code?: string; isScanned?: 'true' }) =>
  (await shop.viewer.ok('GET /api/handovers/ready', { query })).data

test('a client at the counter has the ready packages, each with its invoice and what stands in the way', async () => {
  const [bare, paid, owed] = [await shop.receive(), await shop.receive(), await shop.receive()]
  await shop.receive({ statusId: shop.statuses.inTransit })
  await shop.receive({ clientId: (await shop.addClient()).id })
  await shop.invoice([paid], { payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }] })
  await shop.invoice([owed])
  const { name, cedula, id } = await addPicker(shop)
  const free = await deskOf(shop, { clientId: shop.client.id })
  expect(free).toMatchObject({
    requiresPayment: false,
    client: { id: shop.client.id, middleName: shop.client.middleName, cedula: null },
    pickers: [{ id, name, cedula }],
    lastReceiver: null,
    scanned: null,
  })
  expect(free.packages.map(({ block }) => block)).toEqual([null, null, null])
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  const { packages } = await deskOf(shop, { clientId: shop.client.id })
  expect(packages.map((one) => [one.id, one.invoice?.companyInvoiceId, one.invoice?.status, one.block])).toEqual([
    [bare.id, undefined, undefined, 'not_invoiced'],
    [paid.id, 1, 'paid', null],
    [owed.id, 2, 'pending', 'not_paid'],
  ])
})

test('a client at the counter is asked for with who took the packages last', async () => {
  const made = await addHandover(shop)
  expect((await deskOf(shop, { clientId: shop.client.id })).lastReceiver).toEqual(made.receivedBy)
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id: made.id }, body: { reason: 'Error' } })
  expect((await deskOf(shop, { clientId: shop.client.id })).lastReceiver).toBeNull()
})

test('a scanned code names a package by its trackings or its number, whether it is ready or not', async () => {
  const one = await shop.receive({ tracking: 'TBA123', warehouseTracking: 'WH-9' })
  const number = one.companyPackageId
  for (const code of [
    'TBA123',
    'tba123',
    ' WH-9 ',
    `#${number}`,
    String(number),
    one.labelCode,
    `]C1${one.labelCode}`,
  ]) {
    const { scanned, client, packages } = await deskOf(shop, { code })
    expect([scanned?.id, client?.id, packages.map(({ id }) => id)], code).toEqual([one.id, shop.client.id, [one.id]])
    expect(scanned).toMatchObject({ isReady: true, companyHandoverId: null })
  }
  for (const code of [`000000${number}`, `#0${number}`]) expect((await deskOf(shop, { code })).scanned, code).toBeNull()
  expect((await deskOf(shop, { code: String(number), isScanned: 'true' })).scanned).toBeNull()
  const carried = await shop.receive({ tracking: '9101026837331000039521' })
  expect((await deskOf(shop, { code: '420221539101026837331000039521' })).scanned?.id).toBe(carried.id)
  await addHandover(shop, [one])
  expect((await deskOf(shop, { code: 'TBA123' })).scanned).toMatchObject({ isReady: false, companyHandoverId: 1 })
  await shop.receive({ tracking: 'LEJOS', statusId: shop.statuses.inTransit })
  expect((await deskOf(shop, { code: 'LEJOS' })).scanned).toMatchObject({ isReady: false, statusName: 'En tránsito' })
})

test('a code that names nothing gives nothing, and one of another company neither', async () => {
  const other = await openShop(world)
  const foreign = await other.receive()
  for (const code of ['nada', '999999999', foreign.tracking ?? ''])
    expect(await deskOf(shop, { code })).toMatchObject({ client: null, scanned: null, packages: [] })
  const refused = await shop.viewer.refused('GET /api/handovers/ready', { query: { clientId: other.client.id } })
  expect(refused.status).toBe(404)
})

test('of two packages with one tracking the ready one is meant', async () => {
  const ready = await shop.receive({ tracking: 'DOBLE' })
  await shop.receive({ tracking: 'DOBLE', statusId: shop.statuses.inTransit })
  expect((await deskOf(shop, { code: 'DOBLE' })).scanned?.id).toBe(ready.id)
})
const call = 'POST /api/handovers'

const lockPackage = (id: string): [string, unknown[]] => ['select from packages where id = $1 for update', [id]]

async function codesOf(answers: Promise<{ statusCode: number; json(): { code?: string } }>[]) {
  const settled = await Promise.all(answers)
  return settled.map((answer) => (answer.statusCode < 300 ? 'done' : answer.json().code)).toSorted()
}

test('of two clerks who hand the same package over at once one does, in either order of their packages', async () => {
  const other = await shop.addUser('user')
  const packages = await shop.receiveMany(3)
  const [first] = packages
  await holding(world.owner, lockPackage(first?.id ?? ''), async (holder) => {
    const answers = [
      shop.user.send(call, { body: handoverOf(shop, packages) }),
      other.send(call, { body: handoverOf(shop, packages.toReversed()) }),
    ]
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect(await codesOf(answers)).toEqual(['done', 'package_handed_over'])
  })
  const { rows } = await world.owner.query(
    'select count(*)::int as count from handover_packages where company_id = $1 and undone_at is null',
    [shop.id],
  )
  expect(rows).toEqual([{ count: 3 }])
})

test('of a hand-over and a change of status at once one happens', async () => {
  for (const isHandedFirst of [true, false]) {
    const shop = await openShop(world)
    const packages = await shop.receiveMany(1)
    const packageIds = packages.map(({ id }) => id)
    const hand = () => shop.user.send(call, { body: handoverOf(shop, packages) })
    const move = () =>
      shop.admin.send('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.inCustoms } })
    await holding(world.owner, lockPackage(packageIds[0] ?? ''), async (holder) => {
      const first = isHandedFirst ? hand() : move()
      await untilBlocked(world.owner, 1)
      const second = isHandedFirst ? move() : hand()
      await untilBlocked(world.owner, 2)
      await holder.query('rollback')
      const codes = await codesOf([first, second])
      expect(codes).toEqual(isHandedFirst ? ['done', 'package_handed_over'] : ['done', 'package_not_ready'])
    })
  }
})

test('a hand-over waits for a void of its invoice, and is refused', async () => {
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  const packages = await shop.receiveMany(1)
  const invoice = await shop.invoice(packages, { payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }] })
  const lock: [string, unknown[]] = ['select from invoice_items where invoice_id = $1 for update', [invoice.id]]
  await holding(world.owner, lock, async (holder) => {
    const voiding = shop.admin.send('DELETE /api/invoices/:id', { params: { id: invoice.id } })
    await untilBlocked(world.owner, 1)
    const handing = shop.user.send(call, { body: handoverOf(shop, packages) })
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect((await voiding).statusCode).toBe(200)
    expect((await handing).json()).toMatchObject({ code: 'handover_not_invoiced' })
  })
})

test('a hand-over waits for the payment that covers its invoice', async () => {
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  const packages = await shop.receiveMany(1)
  const invoice = await shop.invoice(packages)
  const paid = "update invoices set paid_total = total_amount, pending_total = 0, status = 'paid' where id = $1"
  await holding(world.owner, [paid, [invoice.id]], async (holder) => {
    const handing = shop.user.send(call, { body: handoverOf(shop, packages) })
    await untilBlocked(world.owner, 1)
    await holder.query('commit')
    expect((await handing).statusCode).toBe(201)
  })
})

test('of two admins who undo a hand-over at once one does', async () => {
  const other = await shop.addUser('admin')
  const { id } = await addHandover(shop)
  const undo = (actor: Shop['admin']) =>
    actor.send('POST /api/handovers/:id/undo', { params: { id }, body: { reason: 'Error' } })
  await holding(world.owner, ['select from handovers where id = $1 for update', [id]], async (holder) => {
    const answers = [undo(shop.admin), undo(other)]
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect(await codesOf(answers)).toEqual(['done', 'handover_undone'])
  })
})

test('a hand-over whose answer was lost is answered again under its key, and refused with other content', async () => {
  const body = handoverOf(shop, await shop.receiveMany(2))
  const headers = { 'idempotency-key': 'una' }
  const answers = await Promise.all([1, 2, 3].map(() => shop.user.ok(call, { body, headers })))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  const other = { ...body, note: 'Otra' }
  expect(await shop.user.refused(call, { body: other, headers })).toMatchObject({
    status: 422,
    code: 'handover_already_made',
    message: 'Esta entrega ya se registró: #1',
    details: { handoverId: answers[0]?.data.id },
  })
})

test('hand-overs have numbers without a gap when many are made and refused at once', async () => {
  const packages = await shop.receiveMany(8)
  const waiting = await shop.receive({ statusId: shop.statuses.inTransit })
  await Promise.all(
    packages.flatMap((one) => [
      shop.user.send(call, { body: handoverOf(shop, [one]) }),
      shop.user.send(call, { body: handoverOf(shop, [one, waiting]) }),
    ]),
  )
  const { data } = await shop.user.ok('GET /api/handovers', { query: {} })
  expect(data.map(({ companyHandoverId }) => companyHandoverId)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
})

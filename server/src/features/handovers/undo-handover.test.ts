import { expect, test } from 'vitest'
import { readPackage } from '../../../../tests/support/hand-over.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addHandover, addStatus } from '../../../../tests/support/sample-rows.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const call = 'POST /api/handovers/:id/undo'
const reason = 'Se llevó el de otro cliente'

test('an admin undoes a hand-over: its packages go back, without a message, and can be handed over again', async () => {
  const shop = await openShop(world)
  const packages = await shop.receiveMany(2)
  const made = await addHandover(shop, packages)
  const { data } = await shop.admin.ok(call, { params: { id: made.id }, body: { reason } })
  expect(data).toMatchObject({ undoneBy: { fullName: expect.any(String) }, undoReason: reason, companyHandoverId: 1 })
  for (const { id } of packages) {
    const { status, statusHistory } = await readPackage(shop, id)
    expect(status?.id).toBe(shop.statuses.ready)
    expect(JSON.parse(statusHistory).at(-1)).toMatchObject({
      from: 'Entregado',
      to: 'Listo para retirar',
      comment: 'Se deshizo la entrega #1',
    })
  }
  expect((await addHandover(shop, packages)).companyHandoverId).toBe(2)
})

test('the line of an invoice names the hand-over that its package left with, until that is undone', async () => {
  const shop = await openShop(world)
  const packages = await shop.receiveMany(2)
  const voided = await shop.invoice(packages)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  const invoice = await shop.invoice(packages)
  const numbersOf = async (id: string) =>
    (await shop.viewer.ok('GET /api/invoices/:id', { params: { id } })).data.items.map((one) => one.companyHandoverId)
  expect(await numbersOf(invoice.id)).toEqual([null, null])
  const handover = await addHandover(shop, packages.slice(0, 1))
  expect(await numbersOf(invoice.id)).toEqual([handover.companyHandoverId, null])
  expect(await numbersOf(voided.id)).toEqual([null, null])
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id: handover.id }, body: { reason: 'Error' } })
  expect(await numbersOf(invoice.id)).toEqual([null, null])
})

test('a hand-over is undone once, with a reason, by admins alone', async () => {
  const shop = await openShop(world)
  const { id } = await addHandover(shop)
  const params = { id }
  expect((await shop.user.refused(call, { params, body: { reason } })).status).toBe(403)
  expect(await shop.admin.refused(call, { params, body: { reason: ' ' } })).toMatchObject({
    status: 400,
    fields: { reason: 'Escriba el motivo' },
  })
  const headers = { 'idempotency-key': 'deshacer' }
  const first = await shop.admin.ok(call, { params, body: { reason }, headers })
  expect(await shop.admin.ok(call, { params, body: { reason }, headers })).toEqual(first)
  expect(await shop.admin.refused(call, { params, body: { reason } })).toMatchObject({
    status: 409,
    code: 'handover_undone',
    message: 'La entrega #1 ya se deshizo',
  })
})

test('a hand-over is undone although the company asks for payment, and its packages are then refused again', async () => {
  const shop = await openShop(world)
  const packages = await shop.receiveMany(1)
  const made = await addHandover(shop, packages)
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  await shop.admin.ok(call, { params: { id: made.id }, body: { reason } })
  const body = { clientId: shop.client.id, packageIds: packages.map(({ id }) => id), receivedBy: { name: 'Ana' } }
  expect((await shop.user.refused('POST /api/handovers', { body })).code).toBe('handover_not_invoiced')
})

test('packages whose status is deleted meanwhile go back to the one that is ready now', async () => {
  const shop = await openShop(world)
  const { data: statuses } = await shop.admin.ok('GET /api/statuses')
  const old = statuses.find(({ role }) => role === 'ready')
  const [one] = await shop.receiveMany(1)
  const made = await addHandover(shop, one ? [one] : [])
  const next = await addStatus(shop)
  await shop.admin.ok('PUT /api/statuses/:id', {
    params: { id: next.id },
    body: { name: next.name, isFinalStatus: false, role: 'ready' },
  })
  await shop.admin.ok('DELETE /api/statuses/:id', { params: { id: old?.id ?? '' } })
  await shop.admin.ok(call, { params: { id: made.id }, body: { reason } })
  expect((await readPackage(shop, one?.id ?? '')).status?.id).toBe(next.id)
})

test('the log says who handed over, who undid it, and why', async () => {
  const shop = await openShop(world)
  const made = await addHandover(shop)
  await shop.admin.ok(call, { params: { id: made.id }, body: { reason } })
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'handovers' } })
  expect(data.map(({ action, label }) => [action, label])).toEqual([
    ['update', '#1'],
    ['insert', '#1'],
  ])
  expect(data[0]?.after).toMatchObject({ undo_reason: reason })
})

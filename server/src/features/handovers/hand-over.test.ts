import { expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/company-rows.ts'
import { handOver, handoverOf, readPackage } from '../../../../tests/support/hand-over.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { signature } from '../../../../tests/support/sample-handover-calls.ts'
import { addHandover, addStatus } from '../../../../tests/support/sample-rows.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const call = 'POST /api/handovers'

test('a hand-over moves ready packages to the final status, with its number in their history', async () => {
  const packages = await shop.receiveMany(2)
  const cedula = '001-150892-0012K'
  const made = await handOver(shop, packages, { receivedBy: { name: ' Elena Solís ', cedula }, note: 'Revisó' })
  expect(made).toMatchObject({
    companyHandoverId: 1,
    client: { id: shop.client.id, casillero: shop.client.casillero },
    receivedBy: { name: 'Elena Solís', cedula },
    packageCount: 2,
    weight: 4,
    note: 'Revisó',
    reason: null,
    undoneAt: null,
  })
  for (const { id } of packages) {
    const { status, statusHistory } = await readPackage(shop, id)
    expect(status?.isFinalStatus).toBe(true)
    expect(JSON.parse(statusHistory).at(-1)).toMatchObject({
      from: 'Listo para retirar',
      to: 'Entregado',
      comment: 'Entrega #1',
    })
  }
  const { data } = await shop.viewer.ok('GET /api/handovers/:id', { params: { id: made.id } })
  expect(data).toEqual({ ...made, signature: null })
  const list = await shop.viewer.ok('GET /api/handovers', { query: { packageId: packages[0]?.id ?? '' } })
  expect(list.data.map(({ id }) => id)).toEqual([made.id])
  const { packages: _, ...row } = made
  expect((await shop.viewer.ok('GET /api/handovers', { query: { clientId: shop.client.id } })).data).toEqual([row])
})

test('a hand-over has the next number, also after one was refused, and each company its own', async () => {
  const other = await openShop(world)
  expect((await handOver(shop, await shop.receiveMany(1))).companyHandoverId).toBe(1)
  const waiting = await shop.receive({ statusId: shop.statuses.inTransit })
  await shop.user.refused(call, { body: handoverOf(shop, [waiting]) })
  expect((await handOver(other, await other.receiveMany(1))).companyHandoverId).toBe(1)
  expect((await handOver(shop, await shop.receiveMany(1))).companyHandoverId).toBe(2)
})

test('a hand-over notifies the client as any change of status does', async () => {
  const { data: templates } = await shop.admin.ok('GET /api/templates')
  const { data: statuses } = await shop.admin.ok('GET /api/statuses')
  const final = statuses.find(({ isFinalStatus }) => isFinalStatus)
  await shop.admin.ok('PUT /api/statuses/:id', {
    params: { id: final?.id ?? '' },
    body: { name: 'Entregado', isFinalStatus: true, role: null, templateId: templates[0]?.id ?? '' },
  })
  const [one] = await shop.receiveMany(1, { shouldNotifyStorage: false })
  await handOver(shop, one ? [one] : [])
  const { data } = await shop.admin.ok('GET /api/messages', { query: { packageId: one?.id ?? '' } })
  expect(data.map(({ phone, state }) => [phone, state])).toEqual([[shop.client.phone, 'queued']])
})

test('a hand-over keeps a picker or the client’s cédula for the next time, where it is asked for', async () => {
  const pickers = async () =>
    (await shop.viewer.ok('GET /api/clients/:id/pickers', { params: { id: shop.client.id } })).data
  const elena = { name: 'Elena Solís', cedula: '001-010190-0001A' }
  await handOver(shop, await shop.receiveMany(1), { receivedBy: elena })
  expect(await pickers()).toEqual([])
  for (const name of ['Elena Solís', 'ELENA SOLÍS'])
    await handOver(shop, await shop.receiveMany(1), { receivedBy: { ...elena, name }, keepReceiver: 'picker' })
  expect(await pickers()).toEqual([{ id: expect.any(String), ...elena }])
  const own = { name: 'Ana Núñez Báez', cedula: '002-020280-0002B' }
  await handOver(shop, await shop.receiveMany(1), { receivedBy: own, keepReceiver: 'client' })
  const later = { ...own, cedula: '999' }
  await handOver(shop, await shop.receiveMany(1), { receivedBy: later, keepReceiver: 'client' })
  const { data } = await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })
  expect(data.cedula).toBe(own.cedula)
})

test('a signature is kept as a grey picture of its own, and shown with the hand-over', async () => {
  const made = await handOver(shop, await shop.receiveMany(1), { signature })
  const { data } = await shop.viewer.ok('GET /api/handovers/:id', { params: { id: made.id } })
  expect(data.signature).toMatch(/^data:image\/png;base64,/)
  const bare = await handOver(shop, await shop.receiveMany(1), { signature: signature.replace(/^data:.*,/, '') })
  const again = await shop.viewer.ok('GET /api/handovers/:id', { params: { id: bare.id } })
  expect(again.data.signature).toBe(data.signature)
  const entries = await world.owner.query(
    `select 1 from audit_entries where company_id = $1 and entity = 'handover_signatures'`,
    [shop.id],
  )
  expect(entries.rows).toEqual([])
})

test('packages that are not there, not ready, another client’s or handed over are refused under their place', async () => {
  const [good] = await shop.receiveMany(1)
  const other = await shop.addClient({ firstName: 'Eva' })
  const foreign = await (await openShop(world)).receive()
  const done = await shop.receive()
  await handOver(shop, [done])
  const before = await rowsOf(world.owner, shop.id)
  for (const [bad, status, code] of [
    [await shop.receive({ statusId: shop.statuses.inTransit }), 400, 'package_not_ready'],
    [await shop.receive({ clientId: other.id }), 400, 'package_of_other_client'],
    [foreign, 400, 'reference_not_found'],
    [done, 409, 'package_handed_over'],
  ] as const) {
    const refused = await shop.user.refused(call, { body: handoverOf(shop, good ? [good, bad] : []) })
    expect([refused.status, refused.code, Object.keys(refused.fields ?? {})]).toEqual([status, code, ['packageIds.1']])
  }
  const after = await rowsOf(world.owner, shop.id)
  expect(after.handovers).toEqual(before.handovers)
  expect((await readPackage(shop, good?.id ?? '')).status?.isFinalStatus).toBe(false)
})

test.each<[what: string, more: object, field: string]>([
  ['without packages', { packageIds: [] }, 'packageIds'],
  ['without a receiver', { receivedBy: null }, 'receivedBy'],
  ['with a blank receiver', { receivedBy: { name: ' ' } }, 'receivedBy.name'],
  ['with a cédula without end', { receivedBy: { name: 'Ana', cedula: '1'.repeat(41) } }, 'receivedBy.cedula'],
  ['with a signature that is no base64', { signature: 'data:image/png;base64,<svg>' }, 'signature'],
  ['with a signature of another kind', { signature: 'data:image/svg+xml;base64,AAAA' }, 'signature'],
  ['with a signature that is no picture', { signature: 'AAAA' }, 'signature'],
  ['with a signature that is too large', { signature: 'A'.repeat(28_004) }, 'signature'],
  ['with a note without end', { note: 'x'.repeat(501) }, 'note'],
])('a hand-over %s is refused under its field', async (_what, more, field) => {
  const packages = await shop.receiveMany(1)
  const body = JSON.parse(JSON.stringify(handoverOf(shop, packages, more)))
  const refused = await shop.user.refused(call, { body })
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]])
})

test('a package that is named twice is handed over once', async () => {
  const [one] = await shop.receiveMany(1)
  expect((await handOver(shop, one ? [one, one] : [])).packageCount).toBe(1)
})
const undoing = 'POST /api/handovers/:id/undo'
const reason = 'Se llevó el de otro cliente'

test('an admin undoes a hand-over: its packages go back, without a message, and can be handed over again', async () => {
  const packages = await shop.receiveMany(2)
  const made = await addHandover(shop, packages)
  const { data } = await shop.admin.ok(undoing, { params: { id: made.id }, body: { reason } })
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
  const { id } = await addHandover(shop)
  const params = { id }
  expect((await shop.user.refused(undoing, { params, body: { reason } })).status).toBe(403)
  expect(await shop.admin.refused(undoing, { params, body: { reason: ' ' } })).toMatchObject({
    status: 400,
    fields: { reason: 'Escriba el motivo' },
  })
  const headers = { 'idempotency-key': 'deshacer' }
  const first = await shop.admin.ok(undoing, { params, body: { reason }, headers })
  expect(await shop.admin.ok(undoing, { params, body: { reason }, headers })).toEqual(first)
  expect(await shop.admin.refused(undoing, { params, body: { reason } })).toMatchObject({
    status: 409,
    code: 'handover_undone',
    message: 'La entrega #1 ya se deshizo',
  })
})

test('a hand-over is undone although the company asks for payment, and its packages are then refused again', async () => {
  const packages = await shop.receiveMany(1)
  const made = await addHandover(shop, packages)
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  await shop.admin.ok(undoing, { params: { id: made.id }, body: { reason } })
  const body = { clientId: shop.client.id, packageIds: packages.map(({ id }) => id), receivedBy: { name: 'Ana' } }
  expect((await shop.user.refused('POST /api/handovers', { body })).code).toBe('handover_not_invoiced')
})

test('packages whose status is deleted meanwhile go back to the one that is ready now', async () => {
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
  await shop.admin.ok(undoing, { params: { id: made.id }, body: { reason } })
  expect((await readPackage(shop, one?.id ?? '')).status?.id).toBe(next.id)
})

test('pickers are added once and removed by users and admins, and read by every user', async () => {
  const params = { id: shop.client.id }
  const body = { name: 'Elena Solís', cedula: null }
  const { data: first } = await shop.user.ok('POST /api/clients/:id/pickers', { params, body })
  expect((await shop.admin.ok('POST /api/clients/:id/pickers', { params, body })).data).toEqual(first)
  const other = await shop.user.ok('POST /api/clients/:id/pickers', { params, body: { ...body, cedula: '1' } })
  expect((await shop.viewer.ok('GET /api/clients/:id/pickers', { params })).data).toHaveLength(2)
  const gone = { ...params, pickerId: first.id }
  await shop.user.ok('DELETE /api/clients/:id/pickers/:pickerId', { params: gone })
  expect((await shop.user.refused('DELETE /api/clients/:id/pickers/:pickerId', { params: gone })).status).toBe(404)
  const elsewhere = { id: (await shop.addClient()).id, pickerId: other.data.id }
  const refused = await shop.user.refused('DELETE /api/clients/:id/pickers/:pickerId', { params: elsewhere })
  expect(refused.status).toBe(404)
  expect((await shop.viewer.ok('GET /api/clients/:id/pickers', { params })).data).toEqual([other.data])
})

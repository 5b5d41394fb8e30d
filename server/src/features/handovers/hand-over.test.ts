import { expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/company-rows.ts'
import { handOver, handoverOf, readPackage } from '../../../../tests/support/hand-over.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { signature } from '../../../../tests/support/sample-handover-calls.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const call = 'POST /api/handovers'

test('a hand-over moves ready packages to the final status, with its number in their history', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const other = await openShop(world)
  expect((await handOver(shop, await shop.receiveMany(1))).companyHandoverId).toBe(1)
  const waiting = await shop.receive({ statusId: shop.statuses.inTransit })
  await shop.user.refused(call, { body: handoverOf(shop, [waiting]) })
  expect((await handOver(other, await other.receiveMany(1))).companyHandoverId).toBe(1)
  expect((await handOver(shop, await shop.receiveMany(1))).companyHandoverId).toBe(2)
})

test('a hand-over notifies the client as any change of status does', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const packages = await shop.receiveMany(1)
  const body = JSON.parse(JSON.stringify(handoverOf(shop, packages, more)))
  const refused = await shop.user.refused(call, { body })
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]])
})

test('a package that is named twice is handed over once', async () => {
  const shop = await openShop(world)
  const [one] = await shop.receiveMany(1)
  expect((await handOver(shop, one ? [one, one] : [])).packageCount).toBe(1)
})

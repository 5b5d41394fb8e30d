import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { addDispatch, addShipment, drawPhoto } from '../../../../tests/support/dispatch.ts'
import { readPackage } from '../../../../tests/support/hand-over.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const dayMs = 86_400_000
const list = async (shop: Shop, status: 'to_send' | 'sent' | 'delivered' | 'all', search = '') =>
  (await shop.viewer.ok('GET /api/invoice-shipments', { query: { status, search, page: '1' } })).data
const listNumbers = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).map(({ invoice }) => invoice.companyInvoiceId)
const refuse = async (shop: Shop, body: object, caller = shop.user) =>
  await caller.refused('POST /api/dispatches', { body: { carrier: 'Bus', shipmentIds: [], ...body } })
const readStatusName = async (shop: Shop, id: string) => (await readPackage(shop, id)).status?.name

test('the first dispatch gives its role to a status that has its name, takes the one that another made at once, and else a free name', async () => {
  const name = 'ENVIADO a domicilio'
  const { data: own } = await shop.admin.ok('POST /api/statuses', { body: { name } })
  const one = await addShipment(shop)
  await addDispatch(shop, { shipmentIds: [one.id] })
  const { data: statuses } = await shop.viewer.ok('GET /api/statuses', {})
  expect(statuses.filter(({ role }) => role === 'sent')).toMatchObject([{ id: own.id, name }])

  const busy = await openShop(world)
  const sent = await Promise.all(
    [await addShipment(busy), await addShipment(busy)].map(({ id }) => addDispatch(busy, { shipmentIds: [id] })),
  )
  expect(sent.map(({ companyDispatchId }) => companyDispatchId).toSorted()).toEqual([1, 2])

  const taken = await openShop(world)
  await taken.admin.ok('POST /api/statuses', { body: { name, isFinalStatus: true } })
  await addDispatch(taken, { shipmentIds: [(await addShipment(taken)).id] })
  const { data: after } = await taken.viewer.ok('GET /api/statuses', {})
  expect(after.find(({ role }) => role === 'sent')?.name).toBe('Enviado a domicilio 2')
})

test('shipments leave together, their packages come to a status that is made for it, and arrive one by one', async () => {
  const packages = await shop.receiveMany(2)
  const first = await addShipment(shop, {}, packages)
  const second = await addShipment(shop)
  expect(first).toMatchObject({ stage: 'to_send', payment: 'paid', packageCount: 2, city: 'Matagalpa', dispatch: null })
  expect(await listNumbers(shop, 'to_send')).toEqual([1, 2])
  expect(await listNumbers(shop, 'to_send', 'guanuca')).toEqual([1, 2])
  expect(await listNumbers(shop, 'to_send', packages[0]?.tracking ?? '')).toEqual([1])
  const dispatch = await addDispatch(shop, {
    shipmentIds: [first.id, second.id, first.id],
    guide: '0088-41275',
    cost: 420,
    costCurrencyId: shop.nio,
  })
  expect(dispatch).toMatchObject({
    companyDispatchId: 1,
    carrier: 'Cargotrans',
    cost: 420,
    costCurrency: { symbol: 'C$' },
    shipmentCount: 2,
    packageCount: 3,
    shipments: [
      { id: first.id, stage: 'sent', payment: 'paid', dispatch: { guide: '0088-41275', toCollect: null } },
      { id: second.id, stage: 'sent' },
    ],
  })
  const { data: statuses } = await shop.viewer.ok('GET /api/statuses', {})
  expect(statuses.map(({ name, role }) => [name, role]).slice(-3)).toEqual([
    ['Listo para retirar', 'ready'],
    ['Enviado a domicilio', 'sent'],
    ['Entregado', null],
  ])
  expect(await readStatusName(shop, packages[0]?.id ?? '')).toBe('Enviado a domicilio')
  const { data: invoice } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: first.invoice.id } })
  expect(invoice.shipments).toMatchObject([{ status: 'shipped', dateShipped: expect.any(String) }])
  expect(await shop.user.refused('DELETE /api/invoices/:id', { params: { id: first.invoice.id } })).toMatchObject({
    status: 403,
  })
  expect(await shop.admin.refused('DELETE /api/invoices/:id', { params: { id: first.invoice.id } })).toMatchObject({
    code: 'invoice_dispatched',
    message: 'La factura #1 va en el despacho #1; deshágalo antes',
  })
  const { data: voiding } = await shop.admin.ok('GET /api/invoices/:id/void', { params: { id: first.invoice.id } })
  expect(voiding.dispatch).toMatchObject({ companyDispatchId: 1 })
  expect(await refuse(shop, { shipmentIds: [second.id] })).toMatchObject({
    code: 'shipment_dispatched',
    fields: { 'shipmentIds.0': expect.stringContaining('ya lo envió en el despacho #1: factura #2') },
  })
  const params = { id: first.id }
  expect((await shop.user.ok('POST /api/invoice-shipments/:id/deliver', { params })).data.stage).toBe('delivered')
  expect(await shop.user.refused('POST /api/invoice-shipments/:id/deliver', { params })).toMatchObject({
    code: 'shipment_delivered',
  })
  expect(await readStatusName(shop, packages[1]?.id ?? '')).toBe('Entregado')
  expect([
    await listNumbers(shop, 'sent'),
    await listNumbers(shop, 'delivered'),
    await listNumbers(shop, 'to_send'),
  ]).toEqual([[2], [1], []])
  expect((await shop.viewer.ok('GET /api/invoice-shipments/counts', {})).data).toEqual({ toSend: 0, sent: 1 })
  expect((await shop.viewer.ok('GET /api/dispatches/carriers', {})).data).toEqual(['Cargotrans'])
  // A package of it was handed over since.
  expect(await shop.user.refused('POST /api/dispatches/:id/undo', { params: { id: dispatch.id } })).toMatchObject({
    code: 'undo_of_changed',
  })
  await expectWhole(world)
})

test('what a dispatch would do is said before: its shipments as they are by now, in its order, and how many clients are told', async () => {
  const other = await shop.addClient()
  const silent = await shop.addClient()
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: silent.id }, body: { allowed: false } })
  const own = await addShipment(shop)
  const twin = await addShipment(shop)
  const ship = async (clientId: string) =>
    await addShipment(shop, { clientId }, [await shop.receive({ clientId }), await shop.receive({ clientId })])
  const [theirs, mute] = [await ship(other.id), await ship(silent.id)]
  const foresee = async (ids: string[], statusId?: string) =>
    (await shop.user.ok('GET /api/invoice-shipments/sending', { query: { ids: ids.join(','), statusId } })).data
  const ids = [theirs, own, mute, twin].map(({ id }) => id)
  // The status that the first dispatch makes has a template.
  const before = await foresee([...ids, '0198f0c0-0000-7000-8000-000000000000'])
  expect(before).toMatchObject({ isNotifying: true, notified: 2 })
  expect(before.shipments.map(({ id }) => id)).toEqual(ids)
  expect((await shop.viewer.ok('GET /api/statuses', {})).data.some(({ role }) => role === 'sent')).toBe(false)
  // Packages that are there already are told nothing.
  expect(await foresee(ids, shop.statuses.ready)).toMatchObject({ isNotifying: true, notified: 0 })
  const { data: quiet } = await shop.admin.ok('POST /api/statuses', { body: { name: 'En ruta' } })
  expect(await foresee(ids, quiet.id)).toMatchObject({ isNotifying: false, notified: 0 })
  await addDispatch(shop, { shipmentIds: [theirs.id], statusId: quiet.id })
  expect(await foresee(ids)).toMatchObject({
    notified: 1,
    shipments: [
      { dispatch: { companyDispatchId: 1, sentBy: expect.stringMatching(/\S/) } },
      { dispatch: null },
      {},
      {},
    ],
  })
  expect(
    await shop.user.refused('GET /api/invoice-shipments/sending', { query: { ids: own.id, statusId: own.id } }),
  ).toMatchObject({ status: 404 })
})

test('shipments are found by city and department as any clerk wrote them, and by the Managua day since which they wait or on which they left', async () => {
  const ship = async (paidAt: string, shippingCity: string | null, shippingDepartment: string | null) => {
    world.setTime(new Date(paidAt))
    const shipping = { shippingMethodId: shop.methodId, currencyId: shop.nio, shippingPrice: 50, comments: null }
    return await addShipment(shop, {
      shipping: { ...shipping, shippingAddress: 'Bo. Guanuca', shippingCity, shippingDepartment },
    })
  }
  // The last minute of 1 March in Managua, and the first of 2 March.
  await ship('2026-03-02T05:59:00Z', 'León', 'León')
  await ship('2026-03-02T06:01:00Z', 'leon', 'LEÓN')
  await ship('2026-03-03T18:00:00Z', 'León', 'Chinandega')
  const last = await ship('2026-03-04T18:00:00Z', null, 'León')
  const filter = async (query: object) =>
    (await shop.viewer.ok('GET /api/invoice-shipments', { query: { status: 'all', ...query } })).data
      .map(({ invoice }) => invoice.companyInvoiceId)
      .toSorted()
  expect(await filter({ city: 'LEON' })).toEqual([1, 2, 3])
  expect(await filter({ city: 'León', department: 'leon' })).toEqual([1, 2])
  expect(await filter({ from: '2026-03-01', to: '2026-03-01' })).toEqual([1])
  expect(await filter({ from: '2026-03-02', to: '2026-03-03' })).toEqual([2, 3])
  await addDispatch(shop, { shipmentIds: [last.id], sentOn: '2026-03-07' })
  expect(await filter({ from: '2026-03-04' })).toEqual([4])
  expect(await filter({ to: '2026-03-06' })).toEqual([1, 2, 3])
  expect((await shop.viewer.ok('GET /api/invoice-shipments/places', {})).data).toEqual({
    cities: ['León'],
    departments: ['Chinandega', 'León'],
  })
})

test('a dispatch is undone by a user for a day, by an admin later, and once', async () => {
  world.setTime(new Date(Date.now() - 1.1 * dayMs))
  const packages = await shop.receiveMany(1)
  const shipment = await addShipment(shop, {}, packages)
  world.setTime(new Date(Date.now() - 1.05 * dayMs))
  const { id } = await addDispatch(shop, { shipmentIds: [shipment.id] })
  world.setTime(undefined)
  const params = { id }
  expect(await shop.user.refused('POST /api/dispatches/:id/undo', { params })).toMatchObject({ status: 403 })
  const { data: undone } = await shop.admin.ok('POST /api/dispatches/:id/undo', { params })
  expect(undone).toMatchObject({ undoneBy: { fullName: expect.any(String) }, shipments: [{ stage: 'to_send' }] })
  expect(await shop.admin.refused('POST /api/dispatches/:id/undo', { params })).toMatchObject({
    code: 'dispatch_undone',
  })
  expect(await readStatusName(shop, packages[0]?.id ?? '')).toBe('Listo para retirar')
  expect(await listNumbers(shop, 'to_send')).toEqual([1])
  expect((await addDispatch(shop, { shipmentIds: [shipment.id] })).companyDispatchId).toBe(2)
  await expectWhole(world)
})

test('what is not paid leaves by credit, to be collected, or freely, and stays where the company asks for payment', async () => {
  const settings = (body: object) => shop.admin.ok('PUT /api/companies/update', { body })
  const shipment = await addShipment(shop, { payments: [] })
  const payment = async () => (await list(shop, 'to_send'))[0]?.payment
  expect(await payment()).toBe('unpaid')
  await settings({ requiresPaidHandover: true })
  expect(await payment()).toBe('blocked')
  expect(await refuse(shop, { shipmentIds: [shipment.id] })).toMatchObject({
    code: 'dispatch_not_paid',
    fields: { 'shipmentIds.0': 'La factura #1 no está pagada' },
  })
  await settings({ allowsCashOnDelivery: true })
  expect(await payment()).toBe('collect')
  const dispatch = await addDispatch(shop, { shipmentIds: [shipment.id] })
  expect(dispatch.shipments).toMatchObject([
    { payment: 'collect', dispatch: { toCollect: shipment.invoice.pendingTotal } },
  ])
  // The carrier brings it: an ordinary payment.
  const body = { total: shipment.invoice.pendingTotal, method: 'transfer' as const, currencyId: shop.nio }
  await shop.user.ok('POST /api/invoices/:id/payments', { params: { id: shipment.invoice.id }, body })
  expect(await list(shop, 'sent')).toMatchObject([
    { payment: 'paid', invoice: { pendingTotal: 0 }, dispatch: { toCollect: shipment.invoice.pendingTotal } },
  ])
  const delivered = await shop.user.ok('POST /api/invoice-shipments/:id/deliver', { params: { id: shipment.id } })
  expect(delivered.data.stage).toBe('delivered')
})

test('of two dispatches at once with one shipment one is made, and the other is refused', async () => {
  const shipments = [await addShipment(shop), await addShipment(shop)]
  const shipmentIds = shipments.map(({ id }) => id)
  const send = (ids: string[]) => shop.user.send('POST /api/dispatches', { body: { shipmentIds: ids, carrier: 'Bus' } })
  const answers = await Promise.all([send(shipmentIds), send(shipmentIds.toReversed())])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  expect(await listNumbers(shop, 'sent')).toHaveLength(2)
})

test('each client is told once with the carrier, the guide and the address, and a dispatch without a shipment is refused', async () => {
  const { id } = await addShipment(shop, {}, await shop.receiveMany(2))
  await addDispatch(shop, { shipmentIds: [id], guide: '0088-41275' })
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { clientId: shop.client.id, page: '1' } })
  const told = data.filter(({ templateTitle }) => templateTitle === 'Encomienda enviada')
  expect(told).toHaveLength(1)
  expect(told[0]?.body).toContain('(2 paquetes) con *Cargotrans*')
  expect(told[0]?.body).toContain('Guía: 0088-41275')
  expect(told[0]?.body).toContain('Bo. Guanuca, pulpería Sol, Matagalpa, Matagalpa')
  expect(told[0]?.body).not.toContain('Recibo')
  expect(await refuse(shop, {})).toMatchObject({ fields: { shipmentIds: 'Elija al menos un envío' } })
  const { data: statuses } = await shop.viewer.ok('GET /api/statuses', {})
  const final = statuses.find(({ isFinalStatus }) => isFinalStatus)
  const other = await addShipment(shop)
  expect(await refuse(shop, { shipmentIds: [other.id], statusId: final?.id })).toMatchObject({
    code: 'final_by_handover',
  })
})

test('a label of each package and the list say place, carrier and what is collected, and a foreign shipment has none', async () => {
  await shop.admin.ok('PUT /api/companies/update', { body: { allowsCashOnDelivery: true } })
  const { id } = await addShipment(shop, { payments: [] }, await shop.receiveMany(2))
  const dispatch = await addDispatch(shop, { shipmentIds: [id], guide: '0088-41275' })
  const read = async (call: 'GET /api/invoice-shipments/labels' | 'GET /api/dispatches/:id/document') => {
    const sent = call === 'GET /api/dispatches/:id/document' ? { params: { id: dispatch.id } } : { query: { ids: id } }
    return await pagesOf((await shop.viewer.send(call, sent)).rawPayload)
  }
  const labels = await read('GET /api/invoice-shipments/labels')
  expect(labels).toHaveLength(2)
  expect(labels[0]).toMatch(/Entregar a.*MATAGALPA.*1\/2.*bulto.*Paga al.*C\$/s)
  expect(labels[0]).toContain('Despacho #1 · Cargotrans 0088-41275')
  expect(labels[1]).toContain('2/2')
  expect(labels[1]).not.toContain('Paga al')
  const list = (await read('GET /api/dispatches/:id/document')).join(' ')
  expect(list).toContain('Despacho')
  expect(list).toContain('Bo. Guanuca')
  const other = await openShop(world)
  expect((await other.user.send('GET /api/invoice-shipments/labels', { query: { ids: id } })).statusCode).toBe(404)
})

test('the photo of a receipt is drawn anew, its link stands in the message and shows it on the own host until it is taken off', async () => {
  const other = await openShop(world)
  const shipment = await addShipment(shop)
  const large = await drawPhoto(500, 700)
  const dispatch = await addDispatch(shop, { shipmentIds: [shipment.id], photo: large })
  const link = dispatch.receipt?.link ?? ''
  expect(link).toMatch(new RegExp(`^https?://${shop.host}/r/\\w{22}$`))
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { clientId: shop.client.id } })
  expect(data.find(({ templateTitle }) => templateTitle === 'Encomienda enviada')?.body).toContain(`Recibo: ${link}`)
  const open = (host: string) => world.app.inject({ url: new URL(link).pathname, headers: { host } })
  const shown = await open(shop.host)
  expect(shown).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/webp', 'cache-control': 'no-store' },
  })
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 500, height: 700 })
  const absent = await open(other.host)
  expect(absent).toMatchObject({ statusCode: 404, body: expect.stringContaining('no muestra ninguna foto') })

  const params = { id: dispatch.id }
  const set = async (photo: string | null) =>
    (await shop.user.ok('PUT /api/dispatches/:id/receipt', { params, body: { photo } })).data.receipt
  expect(await set(await drawPhoto(30, 20))).toMatchObject({ link, setBy: { fullName: expect.any(String) } })
  expect(await sharp((await open(shop.host)).rawPayload).metadata()).toMatchObject({ width: 30, height: 20 })
  const broken = { params, body: { photo: `data:image/png;base64,${Buffer.from('no').toString('base64')}` } }
  expect(await shop.user.refused('PUT /api/dispatches/:id/receipt', broken)).toMatchObject({
    fields: { photo: 'La foto debe ser una imagen PNG, JPEG o WebP' },
  })
  expect(await set(null)).toBeNull()
  expect(await open(shop.host)).toMatchObject({ statusCode: 404, body: absent.body })
  await set(large)
  await shop.user.ok('POST /api/dispatches/:id/undo', { params })
  expect(await open(shop.host)).toMatchObject({ statusCode: 404 })
  const again = { params, body: { photo: large } }
  expect(await shop.user.refused('PUT /api/dispatches/:id/receipt', again)).toMatchObject({ code: 'dispatch_undone' })
})

import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../../tests/support/shop.ts'
import { absentId } from '../../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

const messages = async () => (await shop.admin.ok('GET /api/messages')).data

const move = (packageIds: string[], statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId } })

/** A package that came in silently, so that only later changes make messages. */
const silent = (values: Parameters<Shop['receive']>[0] = {}) =>
  shop.receive({ statusId: shop.statuses.received, shouldNotifyStorage: false, ...values })

async function setText(key: string, customContent: string) {
  const template = (await shop.admin.ok('GET /api/templates')).data.find((each) => each.key === key)
  if (!template) throw new Error(`There is no ${key}`)
  const sent = { params: { id: template.id }, body: { customContent, version: template.version } }
  await shop.admin.ok('PUT /api/templates/:id', sent)
}

test('a change of status of many packages of one client is one message that lists them, adds them up, and shows a price that all have', async () => {
  const text =
    '{{tracking}} | {{contenido}} | {{descripcion}} | {{peso}} | {{precio_total}} | {{costo_por_libra}} | {{metodo_envio}}'
  await setText('ready', text)
  const packages = [
    await silent({ tracking: 'A1', contents: 'Zapatos', description: 'Par', weight: 2 }),
    await silent({ tracking: 'A2', contents: 'Libros', weight: 3.5 }),
    await silent({ tracking: null, warehouseTracking: 'BOD7', description: 'Caja', weight: 1 }),
  ]
  await move(packages.map(({ id }) => id).toReversed(), shop.statuses.ready)
  const [message, ...others] = await messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    clientId: shop.client.id,
    clientName: 'Ana Núñez Báez',
    templateTitle: 'Paquete listo para retirar',
    phone: '50586904417',
    body: 'A1, A2, BOD7 | Zapatos, Libros | Par, Caja | 6.50 lbs | US$24.38 | US$3.75/lb | Aéreo',
    state: 'queued',
    attempts: 0,
    error: null,
    packages: packages.map(({ id, companyPackageId }) => ({ id, companyPackageId })),
  })
})

test('a change of status of packages with different prices a pound and ways shows no price a pound and both ways', async () => {
  await setText('ready', '{{costo_por_libra}} {{metodo_envio}}')
  const packages = [await silent(), await silent({ shippingMethod: 'maritimo', tariffId: shop.sea.id })]
  await move(
    packages.map(({ id }) => id),
    shop.statuses.ready,
  )
  expect((await messages())[0]?.body).toBe('— Aéreo, Marítimo')
})

test('a change of status of a package without a weight shows no weight and no price', async () => {
  await setText('ready', '{{peso}} {{precio_total}} {{costo_por_libra}} {{contenido}}')
  await move([(await silent({ weight: null, tariffId: null })).id], shop.statuses.ready)
  expect((await messages())[0]?.body).toBe('— — — —')
})

test('a change of status of the packages of three clients is one message to each', async () => {
  const clients = [shop.client, await shop.addClient({ firstName: 'Eva' }), await shop.addClient({ firstName: 'Luz' })]
  const packages = []
  for (const { id: clientId } of [...clients, ...clients]) packages.push(await silent({ clientId }))
  packages.push(await silent({ clientId: null }))
  await move(
    packages.map(({ id }) => id),
    shop.statuses.ready,
  )
  const notified = (await messages()).map(({ clientName, packages }) => [clientName.split(' ')[0], packages.length])
  expect(notified.toSorted()).toEqual([
    ['Ana', 2],
    ['Eva', 2],
    ['Luz', 2],
  ])
})

test('a change of status notifies of changed packages only, and of each change', async () => {
  const [one, two] = [await silent(), await silent()]
  await move([one.id], shop.statuses.ready)
  await move([one.id, two.id], shop.statuses.ready)
  await move([one.id, two.id], shop.statuses.ready)
  expect((await messages()).map(({ packages }) => packages.map(({ id }) => id))).toEqual([[two.id], [one.id]])
  await move([one.id], shop.statuses.inCustoms)
  await move([one.id], shop.statuses.ready)
  expect(await messages()).toHaveLength(4)
})

test('a change of status that fails enqueues no message', async () => {
  const courierPackage = await silent()
  const body = { packageIds: [courierPackage.id, absentId], statusId: shop.statuses.ready }
  await shop.user.refused('PATCH /api/packages/status', { body })
  expect(await messages()).toEqual([])
})

test('a change of status in the form of a package enqueues one message, and another edit enqueues none', async () => {
  const courierPackage = await silent()
  const body = {
    shippingMethod: 'aereo' as const,
    clientId: shop.client.id,
    tariffId: shop.air.id,
    statusId: shop.statuses.ready,
    tracking: 'B9',
    weight: 2,
  }
  const { data } = await shop.user.ok('PUT /api/packages/:id', {
    params: { id: courierPackage.id },
    body: { ...body, version: courierPackage.version },
  })
  expect((await messages())[0]?.body).toContain('Tracking: B9')
  const again = { ...body, comments: 'Nuevo', version: data.version }
  await shop.user.ok('PUT /api/packages/:id', { params: { id: courierPackage.id }, body: again })
  expect(await messages()).toHaveLength(1)
})

test('a change of status sends values as text, even if they look like variables or marks', async () => {
  await setText('ready', '{{contenido}}|{{tracking}}')
  await move([(await silent({ contents: '{{tracking}} $& *x*', tracking: '$1 ```' })).id], shop.statuses.ready)
  expect((await messages())[0]?.body).toBe('{{tracking}} $& ∗x∗|$1 ˋˋˋ')
})

test('a change of status expires as late as its text says', async () => {
  await move([(await silent()).id], shop.statuses.ready)
  await move([(await silent()).id], shop.statuses.delivered)
  const hours = (await messages()).map(({ createdAt, expiresAt }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000),
  )
  expect(hours).toEqual([24, 72])
})

test('a package that comes in enqueues a message, unless it comes in silently', async () => {
  await silent()
  expect(await messages()).toEqual([])
  await shop.receive({ statusId: shop.statuses.received, tracking: 'D1' })
  const [message] = await messages()
  expect(message?.templateTitle).toBe('Paquete recibido en bodega')
  expect(message?.body).toContain('Tracking: D1')
})

test('a package that comes in without a client or a status enqueues no message', async () => {
  await shop.receive({ clientId: null, statusId: shop.statuses.received, shouldNotifyStorage: true })
  await shop.receive({ statusId: null, shouldNotifyStorage: true })
  expect(await messages()).toEqual([])
})

const shipping = () => ({
  shippingMethodId: shop.methodId,
  currencyId: shop.nio,
  shippingPrice: 147.2,
  shippingAddress: 'Reparto San Juan, casa 114',
  shippingCity: 'Managua',
})

test('an invoice with a delivery to the door enqueues a message with the address, the price and the packages', async () => {
  await setText(
    'shipping',
    '{{tipo_envio_cliente}} · {{direccion_completa}} · {{precio_envio}} · {{tracking}} · {{departamento_envio}}',
  )
  const packages = [await silent({ tracking: 'E1' }), await silent({ tracking: 'E2' })]
  await world.owner.query('update packages set status_id = $1 where company_id = $2', [shop.statuses.ready, shop.id])
  const fresh = await Promise.all(
    packages.map(async ({ id }) => (await shop.admin.ok('GET /api/packages/:id', { params: { id } })).data),
  )
  await shop.invoice(fresh, { shipping: shipping() })
  const all = await messages()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({
    templateTitle: 'Envío a domicilio',
    body: 'Entrega a domicilio · Reparto San Juan, casa 114, Managua · C$147.20 · E1, E2 · —',
    packages: packages.map(({ id, companyPackageId }) => ({ id, companyPackageId })),
  })
})

test('an invoice without delivery enqueues no message', async () => {
  await shop.invoice([await shop.receive({ shouldNotifyStorage: false })])
  expect(await messages()).toEqual([])
})

test('a client who wants no messages gets none, and staff see the unsent message and the reason', async () => {
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: false } })
  await move([(await silent()).id], shop.statuses.ready)
  expect((await messages())[0]).toMatchObject({
    state: 'cancelled',
    error: 'El cliente pidió no recibir mensajes',
    nextAt: null,
  })
})

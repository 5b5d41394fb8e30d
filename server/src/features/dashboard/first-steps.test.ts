import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua, type Shop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = openWorld()

const stepsOf = async ({ admin }: Company) => (await admin.ok('GET /api/dashboard')).data.firstSteps

const none = { company: false, tariffs: false, client: false, received: false, ready: false, whatsapp: false }

/** Receives a package without a client, which shows in the steps alone. */
const receive = async ({ admin }: Company, values: { statusId: string; weight?: number }) =>
  (
    await admin.ok('POST /api/packages', {
      body: { shippingMethod: 'aereo', tracking: `1Z${Math.random()}`, ...values },
    })
  ).data

test('each first step of a company ticks itself when it is taken, and only then', async () => {
  const company = await world.openCompany()
  expect(await stepsOf(company)).toEqual(none)
  const { admin } = company
  const keep = (phone: string | null, logo: string | null) =>
    world.owner.query('update companies set phone = $2, logo_url = $3 where id = $1', [company.id, phone, logo])
  await keep('2255 0000', null)
  expect(await stepsOf(company)).toEqual(none)
  await keep(null, '/logos/x.webp')
  expect(await stepsOf(company)).toEqual(none)
  await keep('2255 0000', '/logos/x.webp')
  await admin.ok('POST /api/tariffs', { body: { name: 'Vieja', type: 'aereo', pricePerPound: 3, isActive: false } })
  expect(await stepsOf(company)).toEqual({ ...none, company: true })
  await admin.ok('POST /api/tariffs', { body: { name: 'Aérea', type: 'aereo', pricePerPound: 3.75 } })
  const { data: client } = await admin.ok('POST /api/client', {
    body: { firstName: 'Ana', lastNames: 'Núñez', phone: phoneOfNicaragua },
  })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true, client: true })
  await admin.ok('DELETE /api/client/:id', { params: { id: client.id } })
  const { data: statuses } = await admin.ok('GET /api/statuses')
  const idOf = (name: string) => statuses.find((status) => status.name === name)?.id ?? ''
  await receive(company, { statusId: idOf('En tránsito') })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true })
  await receive(company, { statusId: idOf('En tránsito'), weight: 2 })
  expect(await stepsOf(company)).toEqual({ ...none, company: true, tariffs: true, received: true })
  await receive(company, { statusId: idOf('Listo para retirar') })
  await world.owner.query(
    `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, linked_at)
     values ($1, left(md5(random()::text), 20), repeat(md5(random()::text), 2), repeat('k', 32), now())`,
    [company.id],
  )
  expect(await stepsOf(company)).toEqual({
    ...none,
    company: true,
    tariffs: true,
    received: true,
    ready: true,
    whatsapp: true,
  })
})

test('the first steps are over with the first invoice, also after it is voided, and are told to every user', async () => {
  const shop: Shop = await openShop(world)
  const invoice = await shop.invoice([await shop.receive()])
  expect(await stepsOf(shop)).toBeNull()
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  expect(await stepsOf(shop)).toBeNull()
  const other = await openShop(world)
  for (const caller of [other.user, other.viewer]) {
    const { data } = await caller.ok('GET /api/dashboard')
    expect(data.firstSteps).toEqual({ ...none, tariffs: true, client: true })
  }
})

test('what is ready counts all packages, and says how many of them have no client', async () => {
  const shop = await openShop(world)
  await shop.receiveMany(2)
  await receive(shop, { statusId: shop.statuses.ready, weight: 1 })
  const { data } = await shop.viewer.ok('GET /api/dashboard')
  expect(data.ready).toMatchObject({ count: 3, unowned: 1 })
  const { data: charts } = await shop.viewer.ok('GET /api/dashboard/charts')
  expect(charts.statuses.find(({ status }) => status?.id === shop.statuses.ready)?.count).toBe(3)
})

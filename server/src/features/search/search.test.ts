import { beforeAll, expect, test } from 'vitest'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world, { subdomain: 'buscar' })
beforeAll(async () => {
  for (let made = 2; made <= 31; made++) {
    await shop.addClient({
      firstName: `Cliente${made}`,
      lastNames: 'Pérez',
      phone: made === 2 ? '31112233' : '88445566',
    })
  }
  const { id: clientId } = await shop.addClient({ firstName: 'Zoila', lastNames: 'Gaitán', phone: '50577001122' })
  for (let made = 1; made <= 12; made++) {
    await shop.receive({ tracking: `TBA30945518${made}`, description: made === 3 ? 'Ropa de bebé' : null })
  }
  const mine = await shop.receive({ clientId, tracking: '1Z999AA10123456784', warehouseTracking: 'WH-77001' })
  await shop.invoice([mine], { clientId })
  const other = await shop.receive({ clientId, tracking: 'ABC' })
  const { id } = await shop.invoice([other], { clientId })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  for (let made = 1; made <= 7; made++) {
    const guide = made === 3 ? 'AWB 230-4471 0031' : `GUIA-${made}`
    await ship(shop, { guide, carrier: made === 4 ? 'Naviera Colón' : null })
  }
})

const ship = async (at: Shop, more: { guide?: string; carrier?: string | null } = {}) =>
  (await at.user.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' as const, ...more } })).data

const find = async (q: string) => (await shop.viewer.ok('GET /api/search', { query: { q } })).data
const clients = async (q: string) => (await find(q)).clients.map(({ casillero }) => casillero)
const packages = async (q: string) => (await find(q)).packages.map(({ companyPackageId }) => companyPackageId)
const shipments = async (q: string) => (await find(q)).shipments.map(({ companyShipmentId }) => companyShipmentId)
const invoices = async (q: string) => (await find(q)).invoices.map(({ companyInvoiceId }) => companyInvoiceId)

test.each([
  ['31', ['BUS0031', 'BUS0002']],
  ['#31', ['BUS0031', 'BUS0002']],
  ['0031', ['BUS0031']],
  ['bus0031', ['BUS0031']],
  ['32', ['BUS0032']],
  ['gaitan', ['BUS0032']],
  ['7700 1122', ['BUS0032']],
  ['+505 7700-1122', ['BUS0032']],
  ['nadie', []],
])('a search for %j finds the clients %j', async (q, found) => {
  expect(await clients(q)).toEqual(found)
})

test.each([
  ['bebé', [3]],
  ['10123456784', [13]],
  ['wh77001', [13]],
  ['#3', [3]],
  ['12', [12]],
  ['000012', []],
  ['#03', []],
  ['buS0032', [14, 13]],
])('a search for %j finds the packages %j, the one with that number first', async (q, found) => {
  expect(await packages(q)).toEqual(found)
})

test('the package with the number comes before newer ones that have it at their beginning', async () => {
  expect(await packages('1')).toEqual([1, 14, 13, 12, 11])
  expect((await find('1')).totals.packages).toBe(6)
})

test.each([
  ['#1', [1]],
  ['2', [2]],
  ['zoila', [2, 1]],
])('a search for %j finds the invoices %j, voided ones too', async (q, found) => {
  expect(await invoices(q)).toEqual(found)
})

test.each([
  ['3', [3]],
  ['#3', [3]],
  ['230-4471', [3]],
  ['awb', [3]],
  ['colon', [4]],
  ['zoila', []],
])('a search for %j finds the shipments %j', async (q, found) => {
  expect(await shipments(q)).toEqual(found)
})

test('a shipment that is found says its method, guide, carrier and state, the one with that number first', async () => {
  expect((await find('guia')).totals.shipments).toBe(6)
  expect(await shipments('guia')).toEqual([7, 6, 5, 4, 2])
  expect(await shipments('31')).toEqual([])
  expect((await find('4')).shipments[0]).toMatchObject({
    companyShipmentId: 4,
    shippingMethod: 'aereo',
    guide: 'GUIA-4',
    carrier: 'Naviera Colón',
    state: 'open',
  })
  const deleted = await ship(shop, { guide: 'GUIA-BORRADA' })
  await shop.admin.ok('DELETE /api/shipments/:id', { params: { id: deleted.id } })
  expect(await shipments('borrada')).toEqual([])
})

test('a search gives five of each at most and counts them all', async () => {
  const { clients: rows, totals } = await find('perez')
  expect([rows.length, totals.clients]).toEqual([5, 30])
  expect((await find('31')).totals.clients).toBe(2)
  expect((await find('TBA309')).totals.packages).toBe(12)
})

test('a client that is found says what is owed in each currency', async () => {
  const [found] = (await find('zoila')).clients
  expect(found).toMatchObject({ casillero: 'BUS0032', owed: [{ code: 'USD', symbol: 'US$', amount: 7.5 }] })
})

test.each(['', '  ', '#', '%', '99999999999999999999'])('a search for %j finds nothing', async (q) => {
  const found = await find(q)
  expect([found.clients, found.packages, found.invoices, found.shipments]).toEqual([[], [], [], []])
})

test('a whole casillero puts its client before those whose casillero goes on', async () => {
  const crowd = await openShop(world, { subdomain: 'largos' })
  const wanted = await crowd.addClient({ firstName: 'Zoraida', lastNames: 'Zúniga' })
  for (let made = 1; made <= 6; made++) {
    const { id, casillero } = await crowd.addClient({ firstName: 'Ana', lastNames: `Báez${made}` })
    await world.owner.query(
      `update clients set casillero = $2 || $3, search_text = replace(search_text, lower($4), lower($2 || $3)) where id = $1`,
      [id, wanted.casillero, String(made), casillero],
    )
  }
  const { data } = await crowd.viewer.ok('GET /api/search', { query: { q: wanted.casillero } })
  expect([data.clients[0]?.id, data.totals.clients]).toEqual([wanted.id, 7])
})

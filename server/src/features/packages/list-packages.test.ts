import { beforeAll, expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world, { subdomain: 'lista' })
  const eva = await shop.addClient({ firstName: 'Eva', middleName: 'Luz', lastNames: 'Paz' })
  await shop.receive({ tracking: '1Z999AA1', description: 'Zapatos de niño' })
  await shop.receive({ tracking: 'TBA-77', warehouseTracking: 'BOD 4', clientId: eva.id })
  await shop.receive({ tracking: '94001', clientId: null, statusId: shop.statuses.received })
  await shop.invoice([await shop.receive({ tracking: '94002', description: 'Câmara', clientId: shop.client.id })])
})

const numbers = async (query: object) =>
  (await shop.viewer.ok('GET /api/packages', { query })).data.map(({ companyPackageId }) => companyPackageId)

test('the list of packages is newest first, and one by its id is the same as in the list', async () => {
  expect(await numbers({})).toEqual([4, 3, 2, 1])
  const { data } = await shop.viewer.ok('GET /api/packages')
  for (const courierPackage of data) {
    expect((await shop.viewer.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })).data).toEqual(
      courierPackage,
    )
  }
})

test.each([
  ['#1', [1]],
  ['4', [4]],
  ['999aa', [1]],
  ['tba77', [2]],
  ['bod', [2]],
  ['ZAPATOS niño', [1]],
  ['nino', [1]],
  ['camara', [4]],
  ['ana nuñez', [4, 1]],
  ['lis0002', [2]],
  ['luz', [2]],
  ['eva zapatos', []],
  ['9400', [4, 3]],
  ['%', []],
])('the list of packages searched for %j finds %j', async (search, found) => {
  expect(await numbers({ search })).toEqual(found)
})

test('the list of packages filters by client, by status and by being on no live invoice', async () => {
  const { client, statuses } = shop
  expect(await numbers({ clientId: client.id })).toEqual([4, 1])
  expect(await numbers({ statusId: statuses.received })).toEqual([3])
  expect(await numbers({ invoiced: 'false' })).toEqual([3, 2, 1])
  expect(await numbers({ invoiced: 'true' })).toEqual([4])
  const ready = { clientId: client.id, statusId: statuses.ready, invoiced: 'false', limit: '100' }
  expect(await numbers(ready)).toEqual([1])
  expect(await numbers({ ...ready, search: 'nada' })).toEqual([])
})

test('the list of packages comes in pages, with the total of its filter', async () => {
  const paginationOf = async (query: object) => (await shop.viewer.ok('GET /api/packages', { query })).pagination
  expect(await numbers({ page: '2', limit: '3' })).toEqual([1])
  expect(await paginationOf({ page: '2', limit: '3' })).toEqual({
    page: 2,
    pages: 2,
    totalPages: 2,
    limit: 3,
    total: 4,
  })
  expect(await paginationOf({ page: '7', limit: '3' })).toMatchObject({ page: 7, total: 4 })
  expect(await paginationOf({ page: '1', clientId: shop.client.id })).toMatchObject({ limit: 20, total: 2 })
  expect(await paginationOf({ page: '9', clientId: shop.client.id })).toMatchObject({ page: 9, total: 2 })
})

test.each([{ page: '0' }, { limit: '101' }, { clientId: 'x' }, { statusId: 'x' }, { invoiced: 'no' }])(
  'the list of packages refuses %j',
  async (query) => {
    expect((await shop.viewer.send('GET /api/packages', { query })).statusCode).toBe(400)
  },
)

test('the list of packages gives every one of more than a hundred ready packages over its pages', async () => {
  const busy = await openShop(world)
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, client_id, status_id)
       select $1, n, 'aereo', 'T' || n, '', $2, $3 from generate_series(1, 230) n`,
    [busy.id, busy.client.id, busy.statuses.ready],
  )
  const seen = new Set<string>()
  for (const page of ['1', '2', '3']) {
    const query = {
      clientId: busy.client.id,
      statusId: busy.statuses.ready,
      invoiced: 'false' as const,
      limit: '100',
      page,
    }
    const { data, pagination } = await busy.user.ok('GET /api/packages', { query })
    expect(pagination).toMatchObject({ pages: 3, total: 230 })
    for (const { id } of data) seen.add(id)
  }
  expect(seen.size).toBe(230)
})

test('the list of packages finds a package by the barcode of its carrier, which holds more than its number', async () => {
  const { companyPackageId } = await shop.receive({ tracking: '9400111899526018159083' })
  await shop.receive({ tracking: '9622001900000000000000776632517510' })
  expect(await numbers({ search: '420331669400111899526018159083' })).toEqual([companyPackageId])
  expect(await numbers({ search: '776632517510' })).toEqual([companyPackageId + 1])
  expect(await numbers({ search: '9622001900000000000000776632517510' })).toEqual([companyPackageId + 1])
})

import { beforeAll, expect, test } from 'vitest'
import { shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

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

test('the list of packages finds a package by the barcode of its carrier, which holds more than its number', async () => {
  const { companyPackageId } = await shop.receive({ tracking: '9400111899526018159083' })
  await shop.receive({ tracking: '9622001900000000000000776632517510' })
  expect(await numbers({ search: '420331669400111899526018159083' })).toEqual([companyPackageId])
  expect(await numbers({ search: '776632517510' })).toEqual([companyPackageId + 1])
  expect(await numbers({ search: '9622001900000000000000776632517510' })).toEqual([companyPackageId + 1])
})

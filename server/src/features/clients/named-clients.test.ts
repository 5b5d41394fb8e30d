import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { namesIn } from './named-clients.ts'

const world = shareWorld()

const listed = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/client', { query: { search, limit: '10' } })).data.map(({ id }) => id)
const found = async ({ user }: Shop, q: string) =>
  (await user.ok('GET /api/search', { query: { q } })).data.clients.map(({ id }) => id)

test('a mailbox number names its client first, with or without letters, zeros, dashes and what a scanner sends beside it', async () => {
  const shop = await openShop(world)
  const clients = []
  for (let count = 0; count < 11; count += 1) clients.push(await shop.addClient({ phone: '50588120012' }))
  const wanted = clients.find(({ casillero }) => casillero.endsWith('0012'))
  const [letters] = /^[A-Z]+/.exec(wanted?.casillero ?? '') ?? ['']
  const texts = [
    '12',
    '0012',
    '#12',
    `${letters}12`,
    `${letters.toLowerCase()}-0012`,
    `${letters} 012`,
    `]C1${letters}0012`,
    `${letters}\u200b0012`,
  ]
  for (const text of texts) {
    expect((await listed(shop, text))[0], text).toBe(wanted?.id)
    expect((await found(shop, text))[0], text).toBe(wanted?.id)
  }
  // The phones of all of them hold the digits.
  expect(await listed(shop, '0012')).toHaveLength(10)
  const { pagination } = await shop.user.ok('GET /api/client', { query: { search: '0012', page: '2', limit: '10' } })
  expect(pagination.total).toBe(11)
  expect(await listed(shop, `QQ12`)).toEqual([])
})

test('a label, a tracking and a number of the warehouse name the client of their package, however they are scanned', async () => {
  const shop = await openShop(world)
  const other = await shop.addClient({ firstName: 'Denis', phone: '50586904418' })
  const one = await shop.receive({
    clientId: other.id,
    tracking: '9400111201080805483016',
    warehouseTracking: 'WR 123456',
  })
  await shop.receive({ tracking: 'TBA502887274000' })
  await shop.receive({ clientId: null, tracking: 'TBA502887274001' })
  const code = one.labelCode
  const texts = [
    code,
    `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase(),
    '420331229400111201080805483016',
    '9400 1112 0108 0805 4830 16',
  ]
  for (const text of [...texts, 'wr123456', 'WR 123456']) expect(await listed(shop, text), text).toEqual([other.id])
  for (const text of ['TBA502887274001', 'TBA502887274002', '9400111201080805483'])
    expect(await listed(shop, text), text).toEqual([])
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: one.id } })
  expect(await listed(shop, code)).toEqual([])
})

test('a phone finds its client with a plus, spaces in any place, dashes and brackets', async () => {
  const shop = await openShop(world)
  const one = await shop.addClient({ phone: '50577123344' })
  for (const text of [
    '+505 7712-3344',
    '7712 33 44',
    '(505) 7712 3344',
    '77 12 33 44',
    '505-7712-3344',
    '\u202a+505 7712 3344\u202c',
  ])
    expect(await listed(shop, text), text).toEqual([one.id])
})

test('what a text names is left out where the filters of the list do not hold for it', async () => {
  const shop = await openShop(world)
  const number = /\d+$/.exec(shop.client.casillero)?.[0] ?? ''
  const { data } = await shop.user.ok('GET /api/client', { query: { search: number, debt: 'true', page: '1' } })
  expect(data).toEqual([])
})

test('the code of a label without a digit names a package, and a name does not', () => {
  expect(namesIn('TCCJSGXY')?.labelCode).toBe('TCCJSGXY')
  expect(namesIn('Ana Lucía')).toBeUndefined()
})

import type { Api } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { dayOf, daysWithin, expectCombinations, flags } from '../../../../tests/support/filters.ts'
import { openShops, shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua, type Shop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { namesIn } from './named-clients.ts'

const world = shareWorld()
let company: Company
let admin: Actor
beforeAll(async () => {
  company = await world.openCompany({ subdomain: 'cli' })
  admin = company.admin
  const people = [
    { firstName: 'Zoë', lastNames: 'Álvarez', email: 'zoe@correo.test' },
    { firstName: 'ana', middleName: 'María', lastNames: 'Núñez Báez', phone: '88112233' },
    { firstName: 'Ángel', lastNames: "O'Connor-Pérez", phone: '+1 305 555 0147' },
    { firstName: 'Beto', lastNames: 'Ma', email: 'ana.fan@correo.test' },
  ]
  for (const person of people) await admin.ok('POST /api/client', { body: { phone: phoneOfNicaragua, ...person } })
})

const find = async (search: string) =>
  (await admin.ok('GET /api/client', { query: { search } })).data.map(({ firstName }) => firstName)

test('the list of clients is ordered by name, without regard to case and accents', async () => {
  expect(await find('')).toEqual(['ana', 'Ángel', 'Beto', 'Zoë'])
})

test.each([
  ['cli0002', ['ana']],
  ['ANA', ['ana', 'Beto']],
  ['nunez', ['ana']],
  ['NÚÑEZ ana', ['ana']],
  ['baez maria', ['ana']],
  ['únez', ['ana']],
  ['ma', ['ana', 'Beto']],
  ['az', []],
  ['alv', ['Zoë']],
  ['oconnor perez', ['Ángel']],
  ['8811-2233', ['ana']],
  ['8811 2233', ['ana']],
  ['(305) 555', ['Ángel']],
  ['zoe@correo', ['Zoë']],
  ['correo.test', ['Beto', 'Zoë']],
  ['ana inexistente', []],
])('the list of clients searched for %j finds %j', async (search, found) => {
  expect(await find(search)).toEqual(found)
})

test('the list of clients comes in pages with the count of all', async () => {
  const page = async (number: string) => {
    const { data, pagination } = await admin.ok('GET /api/client', { query: { page: number, limit: '3' } })
    return [data.map(({ firstName }) => firstName), pagination]
  }
  const pages = { pages: 2, totalPages: 2, limit: 3, total: 4 }
  expect(await page('1')).toEqual([['ana', 'Ángel', 'Beto'], { page: 1, ...pages }])
  expect(await page('2')).toEqual([['Zoë'], { page: 2, ...pages }])
  expect(await page('9')).toEqual([[], { page: 9, ...pages }])
  const searched = await admin.ok('GET /api/client', { query: { page: '2', limit: '1', search: 'ana' } })
  expect([searched.data[0]?.firstName, searched.pagination.total]).toEqual(['Beto', 2])
  const beyond = await admin.ok('GET /api/client', { query: { page: '9', limit: '1', search: 'ana' } })
  expect([beyond.data, beyond.pagination.total]).toEqual([[], 2])
})

test('the list of clients counts at most a thousand matches of a search, and all rows without one', async () => {
  const { admin: busy, id } = await world.openCompany()
  await busy.ok('POST /api/client', { body: { firstName: 'Ana', lastNames: 'Ruiz', phone: phoneOfNicaragua } })
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
       select $1, 'X' || n, 'Eva', 'Paz', '88001122', '|eva paz|', '|x' || n || '|eva|paz|' from generate_series(1, 1100) n`,
    [id],
  )
  await world.owner.query(
    `update company_counters set last_number = 1101, live_count = 1101 where company_id = $1 and kind = 'client'`,
    [id],
  )
  const total = async (query: object) => (await busy.ok('GET /api/client', { query })).pagination.total
  expect(await total({ page: '1' })).toBe(1101)
  expect(await total({ page: '1', search: 'eva' })).toBe(1000)
  expect(await total({ page: '51', search: 'eva' })).toBe(1000)
  expect(await total({ page: '1', search: 'x1100' })).toBe(1)
})

test('a client of the same name and phone is found however both are written, but for the one that is edited', async () => {
  const shop = await openShop(world)
  const { id } = await shop.addClient({ firstName: 'María José', lastNames: 'Peña', phone: '50588112233' })
  await shop.addClient({ firstName: 'María José', lastNames: 'Peña', phone: '50588110000' })
  const same = async (values: { firstName?: string; phone?: string; exceptId?: string }) => {
    const query = { firstName: 'maria jose', lastNames: 'PENA', phone: '8811-2233', ...values }
    return (await shop.user.ok('GET /api/client/same', { query })).data?.id ?? null
  }
  expect(await same({})).toBe(id)
  expect(await same({ phone: '+505 8811 2233' })).toBe(id)
  expect(await same({ exceptId: id })).toBeNull()
  expect(await same({ firstName: 'José' })).toBeNull()
  await shop.admin.ok('DELETE /api/client/:id', { params: { id } })
  expect(await same({})).toBeNull()
})
const filled = shareShop(world)
const count = 90

type Row = { casillero: string; name: string; createdOn: string; owes: boolean; isReady: boolean; isRecent: boolean }
let rows: Row[] = []

/** Writes clients with debts, with ready packages, with packages of long ago, with deleted ones, and with nothing. */
beforeAll(async () => {
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text, created_at)
     select $1, 'F' || n, 'x', 'x', '50580000000', chr(97 + n * 7 % 26) || n, '|f' || n || '|', now() - n * interval '20 hours'
     from generate_series(1, $2::int) n`,
    [filled.id, count],
  )
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, client_id, status_id, weight, created_at,
                           deleted_at)
     select $1, 10 + n * 4 + k, 'aereo', 'F' || n || 'x' || k, '|f|', c.id, ($3::uuid[])[1 + (n + k) % 3], 2,
            now() - ((n * 13 + k * 31) % 150) * interval '1 day', case when (n * 7 + k) % 5 = 0 then now() end
     from generate_series(1, $2::int) n cross join lateral generate_series(0, n % 4 - 1) k
     join clients c on c.company_id = $1 and c.casillero = 'F' || n`,
    [filled.id, count, [filled.statuses.ready, filled.statuses.received, null]],
  )
  await world.owner.query(
    `insert into invoices (company_id, company_invoice_id, client_id, client_first_name, client_last_names, client_casillero, client_phone,
       status, currency_id, currency_code, currency_name, currency_symbol, rate_compra, rate_venta, general_discount_type,
       general_discount_value, subtotal, shipping_total, discount_total, total_amount, paid_total, pending_total, search_text, created_by,
       voided_by, voided_at)
     select $1, n, c.id, 'x', 'x', 'x', '50580000000', s, $3, 'X', 'x', 'x', 1, 1, 'none', 0, 9, 0, 0, 9, case s when 'paid' then 9 else 0 end,
            case s when 'paid' then 0 else 9 end, '', u.id, case s when 'cancelled' then u.id end, case s when 'cancelled' then now() end
     from generate_series(1, $2::int) n
     cross join lateral (select ('{pending,paid,cancelled}'::text[])[1 + n / 2 % 3] as s) v
     join clients c on c.company_id = $1 and c.casillero = 'F' || n
     cross join lateral (select id from users where company_id = $1 limit 1) u
     where n % 5 <> 0`,
    [filled.id, count, filled.usd],
  )
  await world.owner.query(
    `update company_counters set last_number = $2, live_count = $2 where company_id = $1 and kind = 'client'`,
    [filled.id, count + 1],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select c.casillero, c.sort_name as name, (c.created_at at time zone 'America/Managua')::date::text as "createdOn",
            count(v.id) > 0 as owes, count(p.id) filter (where p.status_id = $2) > 0 as "isReady",
            count(p.id) filter (where (p.created_at at time zone 'America/Managua')::date::text >= $3) > 0 as "isRecent"
     from clients c
     left join invoices v on v.company_id = c.company_id and v.client_id = c.id and v.status = 'pending'
     left join packages p on p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null
     where c.company_id = $1 group by c.company_id, c.id`,
    [filled.id, filled.statuses.ready, dayOf(89)],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/client']['query']>, 'page' | 'limit'>

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): string[] {
  const { from = '', to = '9999', search, sort = 'name' } = query
  const found = rows
    .filter(({ owes }) => query.debt === undefined || String(owes) === query.debt)
    .filter(({ isReady }) => query.ready === undefined || String(isReady) === query.ready)
    .filter(({ isRecent }) => query.recent === undefined || String(isRecent) === query.recent)
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .filter(({ casillero }) => search === undefined || casillero.toLowerCase().startsWith(search))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return (sort === 'name' ? found : found.toReversed()).map(({ casillero }) => casillero)
}

test('any combination of filters leaves just the clients for which all of them hold, by name, counted', async () => {
  await expectCombinations<Query, string>({
    filters: {
      debt: flags,
      ready: flags,
      recent: flags,
      from: daysWithin(90),
      to: daysWithin(90),
      search: fc.constantFrom('f1', 'f12'),
      sort: fc.constantFrom('name', '-name'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await filled.viewer.ok('GET /api/client', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ casillero }) => casillero), total: pagination.total }
    },
  })
})
const shop = openShops(world)

const listed = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/client', { query: { search, limit: '10' } })).data.map(({ id }) => id)
const found = async ({ user }: Shop, q: string) =>
  (await user.ok('GET /api/search', { query: { q } })).data.clients.map(({ id }) => id)

test('a mailbox number names its client first, with or without letters, zeros, dashes and what a scanner sends beside it', async () => {
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
  const number = /\d+$/.exec(shop.client.casillero)?.[0] ?? ''
  const { data } = await shop.user.ok('GET /api/client', { query: { search: number, debt: 'true', page: '1' } })
  expect(data).toEqual([])
})

test('the code of a label without a digit names a package, and a name does not', () => {
  expect(namesIn('TCCJSGXY')?.labelCode).toBe('TCCJSGXY')
  expect(namesIn('Ana Lucía')).toBeUndefined()
})

import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'

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

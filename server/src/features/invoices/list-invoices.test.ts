import { beforeAll, expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world, { subdomain: 'facturas' })
  const eva = await shop.addClient({ firstName: 'Eva', lastNames: 'Peña' })
  await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive({ clientId: eva.id })], { clientId: eva.id })
  const { id } = await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive()], { payments: [{ total: 7.5, method: 'cash' }] })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
})

const ask = (query: object) => shop.viewer.ok('GET /api/invoices', { query })
const numbers = async (query: object) => (await ask(query)).data.map(({ companyInvoiceId }) => companyInvoiceId)

test.each([
  [{}, [4, 2, 1]],
  [{ includeVoided: 'true' }, [4, 3, 2, 1]],
  [{ includeVoided: 'false' }, [4, 2, 1]],
  [{ status: 'pending' }, [2, 1]],
  [{ status: 'paid' }, [4]],
  [{ status: 'cancelled' }, [3]],
  [{ search: '#2' }, [2]],
  [{ search: 'pena' }, [2]],
  [{ search: 'fac0002' }, [2]],
  [{ search: 'ana nuñez' }, [4, 1]],
  [{ search: 'ana', includeVoided: 'true' }, [4, 3, 1]],
  [{ search: 'ana', status: 'pending' }, [1]],
  [{ search: 'nadie' }, []],
  [{ page: '2', limit: '2' }, [1]],
])('the list of invoices asked for %j gives %j, newest first', async (query, found) => {
  expect(await numbers(query)).toEqual(found)
})

test('the list of invoices counts the requested ones, on every page and beyond the last', async () => {
  const total = async (query: object) => (await ask({ page: '1', limit: '2', ...query })).pagination.total
  expect(await total({})).toBe(3)
  expect(await total({ includeVoided: 'true' })).toBe(4)
  expect(await total({ status: 'pending' })).toBe(2)
  expect(await total({ page: '9' })).toBe(3)
  expect(await total({ page: '9', search: 'ana' })).toBe(2)
  expect((await ask({ page: '1', limit: '2' })).pagination).toEqual({
    page: 1,
    pages: 2,
    totalPages: 2,
    limit: 2,
    total: 3,
  })
})

test('a row of the list of invoices has the values of the detail', async () => {
  const [row] = (await ask({})).data
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: row?.id ?? '' } })
  const {
    items: _,
    charges: _______,
    shipments: __,
    payments: ___,
    reversedPayments: _____,
    change: ____,
    isShared: ______,
    ...summary
  } = data
  expect(row).toEqual(summary)
})

test.each([{ status: 'open' }, { includeVoided: 'yes' }, { page: '0' }, { limit: '101' }])(
  'the list of invoices refuses %j',
  async (query) => {
    expect((await shop.viewer.send('GET /api/invoices', { query })).statusCode).toBe(400)
  },
)

test('the list of invoices counts at most a thousand hits of a search, and all without a search', async () => {
  const busy = await openShop(world)
  const { id } = await busy.invoice([await busy.receive()])
  const { rows } = await world.owner.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = 'invoices' and column_name not in ('id', 'company_invoice_id')`,
  )
  const columns = rows[0]?.columns ?? ''
  await world.owner.query(
    `insert into invoices (company_invoice_id, ${columns}) select 1 + n, ${columns} from invoices, generate_series(1, 1099) n where id = $1`,
    [id],
  )
  await world.owner.query(
    `update company_counters set last_number = 1100, live_count = 1100 where company_id = $1 and kind = 'invoice'`,
    [busy.id],
  )
  const pagination = async (query: object) => (await busy.user.ok('GET /api/invoices', { query })).pagination
  expect(await pagination({ page: '1' })).toMatchObject({ total: 1100, pages: 55 })
  expect(await pagination({ page: '1', search: 'ana' })).toMatchObject({ total: 1000, pages: 50 })
  expect(await pagination({ page: '1', status: 'pending' })).toMatchObject({ total: 1000, pages: 50 })
})

import { beforeAll, expect, test } from 'vitest'
import { isCommon } from '../../../../tests/support/common-words.ts'
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

test('a search of invoices finds the same rows for words of many invoices, of a few and of both, the newest first', async () => {
  const shop = await openShop(world)
  await shop.invoice([await shop.receive()])
  await world.owner.query(
    `insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(v) || jsonb_build_object(
       'id', uuidv7(), 'company_invoice_id', n * 60,
       'search_text', case when n % 3 = 0 then '|comun|' else '|' end || case when n in (30, 31) then '|escaso|' else '|' end))).*
     from (select * from invoices where company_id = $1 limit 1) v cross join generate_series(1, 100) n`,
    [shop.id],
  )
  const numbersOf = (from: number[]) => from.toReversed().map((n) => n * 60)
  const common = Array.from({ length: 33 }, (_, index) => (index + 1) * 3)
  for (const [search, wanted] of [
    ['comun', common],
    ['escaso', [30, 31]],
    ['comun escaso', [30]],
  ] as const) {
    const { data, pagination } = await shop.user.ok('GET /api/invoices', { query: { search, page: '1', limit: '100' } })
    expect(data.map(({ companyInvoiceId }) => companyInvoiceId)).toEqual(numbersOf([...wanted]))
    expect(pagination.total).toBe(wanted.length)
    const found = (await shop.user.ok('GET /api/search', { query: { q: search } })).data.invoices
    expect(found.map(({ companyInvoiceId }) => companyInvoiceId)).toEqual(numbersOf([...wanted]).slice(0, 5))
  }
  expect(await isCommon(world.owner, shop.id, 'invoices', 'comun')).toBe(true)
  expect(await isCommon(world.owner, shop.id, 'invoices', 'escaso')).toBe(false)
})

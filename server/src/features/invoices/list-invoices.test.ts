import type { Api } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isCommon } from '../../../../tests/support/common-words.ts'
import { daysWithin, expectCombinations, flags } from '../../../../tests/support/filters.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world, { subdomain: 'facturas' })
beforeAll(async () => {
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
const filled = shareShop(world)
const count = 160

type Row = {
  number: number
  clientId: string
  currencyId: string
  createdBy: string
  status: 'pending' | 'paid' | 'cancelled'
  createdOn: string
  createdAt: number
}
let rows: Row[] = []

/** Writes invoices of every kind, some months apart, a few with the date of an older system. */
beforeAll(async () => {
  const eva = await filled.addClient({ firstName: 'Eva' })
  const { rows: users } = await world.owner.query<{ id: string }>('select id from users where company_id = $1', [
    filled.id,
  ])
  const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T
  await world.owner.query(
    `insert into invoices (company_id, company_invoice_id, client_id, client_first_name, client_last_names, client_casillero, client_phone,
       status, currency_id, currency_code, currency_name, currency_symbol, rate_compra, rate_venta, general_discount_type,
       general_discount_value, subtotal, shipping_total, discount_total, total_amount, paid_total, pending_total, search_text, created_by,
       created_at, voided_by, voided_at)
     select $1, n, c, 'x', 'x', 'x', '50580000000', s, k, 'X', 'x', 'x', 1, 1, 'none', 0, 9, 0, 0, 9, case s when 'paid' then 9 else 0 end,
            case s when 'paid' then 0 else 9 end, '|f' || n || '|', u, at, case s when 'cancelled' then u end,
            case s when 'cancelled' then now() end
     from jsonb_to_recordset($2) as r (n int, c uuid, k uuid, u uuid, s text, at timestamptz)`,
    [
      filled.id,
      JSON.stringify(
        Array.from({ length: count }, (_, index) => ({
          n: index + 1,
          c: pick([filled.client.id, eva.id], index),
          k: pick([filled.usd, filled.nio, filled.usd], index),
          u: pick(users, index)?.id,
          s: pick(['pending', 'paid', 'paid', 'cancelled', 'pending'] as const, index),
          at: new Date(Date.now() - (count - index + (index % 50 === 9 ? 70 : 0)) * 11 * 3_600_000).toISOString(),
        })),
      ),
    ],
  )
  await world.owner.query(
    `update company_counters set last_number = $2, live_count = (select count(*) from invoices where company_id = $1 and voided_at is null)
     where company_id = $1 and kind = 'invoice'`,
    [filled.id, count],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select company_invoice_id::int as number, client_id as "clientId", currency_id as "currencyId", created_by as "createdBy", status,
            (created_at at time zone 'America/Managua')::date::text as "createdOn", extract(epoch from created_at)::float as "createdAt"
     from invoices where company_id = $1`,
    [filled.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/invoices']['query']>, 'page' | 'limit'>

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): number[] {
  const { from = '', to = '9999', search, sort = '-number' } = query
  const isWithVoided = query.includeVoided === 'true' || query.status === 'cancelled'
  const found = rows
    .filter(({ status }) => isWithVoided || status !== 'cancelled')
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter(({ status }) => query.debt === undefined || String(status === 'pending') === query.debt)
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .filter(({ clientId }) => query.clientId === undefined || clientId === query.clientId)
    .filter(({ currencyId }) => query.currencyId === undefined || currencyId === query.currencyId)
    .filter(({ createdBy }) => query.createdBy === undefined || createdBy === query.createdBy)
    .filter(({ number }) => search === undefined || `f${number}`.startsWith(search))
  const isBetweenDays = query.from !== undefined || query.to !== undefined
  const keyOf = (row: Row) => (isBetweenDays ? row.createdAt : 0)
  found.sort((one, other) => keyOf(one) - keyOf(other) || one.number - other.number)
  return (sort === 'number' ? found : found.reverse()).map(({ number }) => number)
}

test('any combination of filters leaves just the invoices for which all of them hold, in order, counted', async () => {
  await expectCombinations<Query, number>({
    filters: {
      status: fc.constantFrom('pending', 'paid', 'cancelled'),
      debt: flags,
      includeVoided: flags,
      from: daysWithin(90),
      to: daysWithin(90),
      clientId: fc.constant(filled.client.id),
      currencyId: fc.constantFrom(filled.usd, filled.nio),
      createdBy: fc.constantFrom(...new Set(rows.map(({ createdBy }) => createdBy))),
      search: fc.constantFrom('f1', 'f12'),
      sort: fc.constantFrom('number', '-number'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await filled.viewer.ok('GET /api/invoices', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ companyInvoiceId }) => companyInvoiceId), total: pagination.total }
    },
  })
})

import type { Api } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { beforeAll, test } from 'vitest'
import { dayOf, daysWithin, expectCombinations, flags } from '../../../../tests/support/filters.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const count = 90
let shop: Shop

type Row = { casillero: string; name: string; createdOn: string; owes: boolean; isReady: boolean; isRecent: boolean }
let rows: Row[] = []

/** Writes clients with debts, with ready packages, with packages of long ago, with deleted ones, and with nothing. */
beforeAll(async () => {
  shop = await openShop(world)
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text, created_at)
     select $1, 'F' || n, 'x', 'x', '50580000000', chr(97 + n * 7 % 26) || n, '|f' || n || '|', now() - n * interval '20 hours'
     from generate_series(1, $2::int) n`,
    [shop.id, count],
  )
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, client_id, status_id, weight, created_at,
                           deleted_at)
     select $1, 10 + n * 4 + k, 'aereo', 'F' || n || 'x' || k, '|f|', c.id, ($3::uuid[])[1 + (n + k) % 3], 2,
            now() - ((n * 13 + k * 31) % 150) * interval '1 day', case when (n * 7 + k) % 5 = 0 then now() end
     from generate_series(1, $2::int) n cross join lateral generate_series(0, n % 4 - 1) k
     join clients c on c.company_id = $1 and c.casillero = 'F' || n`,
    [shop.id, count, [shop.statuses.ready, shop.statuses.received, null]],
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
    [shop.id, count, shop.usd],
  )
  await world.owner.query(
    `update company_counters set last_number = $2, live_count = $2 where company_id = $1 and kind = 'client'`,
    [shop.id, count + 1],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select c.casillero, c.sort_name as name, (c.created_at at time zone 'America/Managua')::date::text as "createdOn",
            count(v.id) > 0 as owes, count(p.id) filter (where p.status_id = $2) > 0 as "isReady",
            count(p.id) filter (where (p.created_at at time zone 'America/Managua')::date::text >= $3) > 0 as "isRecent"
     from clients c
     left join invoices v on v.company_id = c.company_id and v.client_id = c.id and v.status = 'pending'
     left join packages p on p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null
     where c.company_id = $1 group by c.company_id, c.id`,
    [shop.id, shop.statuses.ready, dayOf(89)],
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
      const { data, pagination } = await shop.viewer.ok('GET /api/client', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ casillero }) => casillero), total: pagination.total }
    },
  })
})

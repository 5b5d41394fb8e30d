import type { Api } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { beforeAll, test } from 'vitest'
import { dayOf, expectCombinations, flags } from '../../../../tests/support/filters.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const count = 90
let shop: Shop

type Row = { name: string; type: string; isActive: boolean; startsOn: string | null; endsOn: string | null }
let rows: Row[] = []

/** Writes tariffs of both kinds, some switched off, with days that are over, run, or are to come, or without days, and deleted ones. */
beforeAll(async () => {
  shop = await openShop(world)
  await world.owner.query(
    `insert into tariffs (company_id, name, type, price_per_pound, is_active, start_date, end_date, deleted_at, search_text)
     select $1, 'F' || n, case when n % 2 = 0 then 'aereo' else 'maritimo' end, 2, n % 3 <> 0, d.starts, d.starts + 20,
            case when n % 7 = 0 then now() end, '|f' || n || '|'
     from generate_series(1, $2::int) n
     cross join lateral (select case when n % 4 > 0 then $3::date + (n % 4 - 2) * 30 - 10 + n % 2 end as starts) d`,
    [shop.id, count, dayOf(0)],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select name, type, is_active as "isActive", start_date::text as "startsOn", end_date::text as "endsOn"
     from tariffs where company_id = $1 and deleted_at is null order by name collate "C"`,
    [shop.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/tariffs']['query']>, 'page' | 'limit'>

const isAssignable = ({ isActive, startsOn, endsOn }: Row) =>
  isActive && (startsOn ?? '') <= dayOf(0) && (endsOn ?? '9999') >= dayOf(0)

/** What a list with these filters has to show, by comparing each row. */
const expected = (query: Query): string[] =>
  rows
    .filter((row) => query.isActive !== 'true' || isAssignable(row))
    .filter(({ isActive }) => query.isActive !== 'false' || !isActive)
    .filter(({ type }) => query.type === undefined || type === query.type)
    .filter(({ name }) => query.search === undefined || name.toLowerCase().startsWith(query.search))
    .map(({ name }) => name)

test('any combination of filters leaves just the tariffs for which all of them hold, by name, counted', async () => {
  await expectCombinations<Query, string>({
    filters: {
      isActive: flags,
      type: fc.constantFrom('aereo', 'maritimo'),
      search: fc.constantFrom('f1', 'f12'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await shop.viewer.ok('GET /api/tariffs', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ name }) => name), total: pagination.total }
    },
  })
})

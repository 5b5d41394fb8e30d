import type { Api } from '@casillero/shared/contract/api'
import fc from 'fast-check'
import { beforeAll, test } from 'vitest'
import { daysWithin, expectCombinations } from '../../../../tests/support/filters.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'

const world = shareWorld()
const shop = shareShop(world)
const count = 160
const entities = ['clients', 'packages', 'invoices'] as const

type Row = { id: string; entity: string; userId: string | null; createdOn: string; createdAt: number }
let rows: Row[] = []

/** Writes entries of three tables and of every user some hours apart, two at a time, beside those of the company's opening. */
beforeAll(async () => {
  await shop.addUser('admin')
  await world.owner.query(
    `insert into audit_entries (company_id, at, user_id, user_name, action, entity, entity_id, label, after)
     select $1, now() - n / 2 * interval '13 hours', u.ids[1 + n / 3 % cardinality(u.ids)], 'Ana', 'insert', ($3::text[])[1 + n % 3], uuidv7(), 'F' || n, '{}'
     from generate_series(1, $2::int) n, (select array_agg(id) as ids from users where company_id = $1) u`,
    [shop.id, count, entities],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select id, entity, user_id as "userId", (at at time zone 'America/Managua')::date::text as "createdOn",
            extract(epoch from at)::float as "createdAt"
     from audit_entries where company_id = $1`,
    [shop.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/audit']['query']>, 'page' | 'limit'>

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): string[] {
  const { from = '', to = '9999', sort = '-at' } = query
  const found = rows
    .filter(({ entity }) => query.entity === undefined || entity === query.entity)
    .filter(({ userId }) => query.userId === undefined || userId === query.userId)
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  return (sort === 'at' ? found : found.toReversed()).map(({ id }) => id)
}

test('any combination of filters leaves just the entries of the log for which all of them hold, in order, counted', async () => {
  const users = rows.map(({ userId }) => userId).filter((id) => id !== null)
  await expectCombinations<Query, string>({
    filters: {
      entity: fc.constantFrom(...entities, 'tariffs'),
      userId: fc.constantFrom(...new Set(users)),
      from: daysWithin(50),
      to: daysWithin(50),
      sort: fc.constantFrom('at', '-at'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await shop.admin.ok('GET /api/audit', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ id }) => id), total: pagination.total }
    },
  })
})

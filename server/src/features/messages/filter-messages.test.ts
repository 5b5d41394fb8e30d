import type { Api } from '@casillero/shared/contract/api'
import { messageStates } from '@casillero/shared/domain/message-state'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { daysWithin, expectCombinations } from '../../../../tests/support/filters.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const count = 160
let shop: Shop
let clients: string[] = []
let packages: string[] = []

type Row = { id: string; clientId: string; state: string; createdOn: string; createdAt: number; toldOf: string[] }
let rows: Row[] = []

/** Writes messages in every state some hours apart, two at a time, of which some tell of packages and some no longer do. */
beforeAll(async () => {
  shop = await openShop(world)
  const eva = await shop.addClient({ firstName: 'Eva' })
  clients = [shop.client.id, eva.id]
  packages = (await shop.receiveMany(3)).map(({ id }) => id)
  await world.owner.query('delete from message_packages where company_id = $1', [shop.id])
  await world.owner.query('delete from messages where company_id = $1', [shop.id])
  await world.owner.query(
    `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, state, expires_at, created_at)
     select $1, 'f' || n, ($3::uuid[])[1 + n / 2 % 2], t.id, '50580000000', 'Hola', 'f' || n, ($4::text[])[1 + n % cardinality($4::text[])], now(),
            now() - n / 2 * interval '13 hours'
     from generate_series(1, $2::int) n, (select id from templates where company_id = $1 limit 1) t`,
    // One message of a company is on its way at a time.
    [shop.id, count, clients, messageStates.filter((state) => state !== 'sending' && state !== 'unconfirmed')],
  )
  await world.owner.query(
    `insert into message_packages (company_id, message_id, package_id, is_told)
     select m.company_id, m.id, p, substr(m.event_key, 2)::int % 5 <> 0
     from messages m cross join unnest($2::uuid[]) with ordinality as given (p, i)
     where m.company_id = $1 and substr(m.event_key, 2)::int % (1 + i) = 0`,
    [shop.id, packages],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select m.id, m.client_id as "clientId", m.state, (m.created_at at time zone 'America/Managua')::date::text as "createdOn",
            extract(epoch from m.created_at)::float as "createdAt",
            array(select l.package_id::text from message_packages l where l.company_id = m.company_id and l.message_id = m.id and l.is_told) as "toldOf"
     from messages m where m.company_id = $1`,
    [shop.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/messages']['query']>, 'page' | 'limit'>

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): string[] {
  const { from = '', to = '9999', sort = '-createdAt' } = query
  const found = rows
    .filter(({ state }) => query.state === undefined || state === query.state)
    .filter(({ clientId }) => query.clientId === undefined || clientId === query.clientId)
    .filter(({ toldOf }) => query.packageId === undefined || toldOf.includes(query.packageId))
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  return (sort === 'createdAt' ? found : found.toReversed()).map(({ id }) => id)
}

test('any combination of filters leaves just the messages for which all of them hold, in order, counted', async () => {
  expect(rows.filter(({ toldOf }) => toldOf.length > 1).length).toBeGreaterThan(10)
  await expectCombinations<Query, string>({
    filters: {
      state: fc.constantFrom(...messageStates),
      clientId: fc.constantFrom(...clients),
      packageId: fc.constantFrom(...packages),
      from: daysWithin(50),
      to: daysWithin(50),
      sort: fc.constantFrom('createdAt', '-createdAt'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await shop.admin.ok('GET /api/messages', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ id }) => id), total: pagination.total }
    },
  })
})

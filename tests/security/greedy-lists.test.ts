import { catalogues } from '@casillero/shared/contract/api'
import { allCalls, isOperators } from '../support/sample-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { asSuperuser, on } from './support/on-world.ts'
import { type Held, isLong, threat } from './support/threat.ts'
import { withoutPart } from './support/without-part.ts'

const rows = 130

/** The lists that are answered whole to a request without a page, because an admin makes few rows of them. */
const whole = catalogues.map(({ name }) => `GET /api/${name}`)

const paged = allCalls.filter(({ endpoint: { query } }) => query && 'page' in query.shape)

const extremes = [
  '1e9',
  '1000000000',
  '-1',
  '0',
  '101',
  '100',
  'NaN',
  'Infinity',
  '[]',
  '{}',
  '',
  '1.5',
  ' 1',
  '0x10',
  '１',
  'null',
  '9'.repeat(400),
]
const pages = [...extremes, '10000', '10001', '999999']
const manyWords = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `a${letter}`).join(' ')
const searches = [manyWords, 'x'.repeat(100), 'x'.repeat(101), '% '.repeat(50), '_'.repeat(100), 'a'.repeat(10_000)]

/** Inserts more rows of each kind than one page may hold; answers the shipment that misses them all. */
async function fill(world: World, shop: Shop): Promise<{ id: string }> {
  const make = (statement: string) => world.owner.query(statement, [shop.id, rows])
  await make(`insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
    select $1, 'X' || n, 'Ana', 'Paz ' || n, '50588001122', 'ana paz ' || n, '|x' || n || '|ana|paz ' || n || '|' from generate_series(1, $2::int) n`)
  await make(`insert into packages (company_id, company_package_id, shipping_method, tracking, search_text)
    select $1, 1000 + n, 'aereo', 'A' || n, '|' || n || '|a' || n || '|' from generate_series(1, $2::int) n`)
  await make(`update company_counters set last_number = last_number + 1000 + $2, live_count = live_count + $2
    where company_id = $1 and kind in ('client', 'package')`)
  await make(`insert into consignments (company_id, company_consignment_id, shipping_method, guide, search_text, created_by)
    select $1, 1000 + n, 'aereo', 'A' || n, '|a' || n || '|', u.id from users u, generate_series(1, $2::int) n
    where u.company_id = $1 and u.id = (select id from users where company_id = $1 limit 1)`)
  await make(`insert into consignment_packages (company_id, consignment_id, package_id, added_by)
    select $1, g.id, p.id, g.created_by from consignments g, packages p
    where g.company_id = $1 and g.company_consignment_id = 1001 and p.company_id = $1 and p.company_package_id between 1001 and 1000 + $2::int`)
  const { rows: received } = await world.owner.query<{ id: string }>(
    `update consignments g set state = 'received', sent_at = now(), sent_by = created_by, sent_status_id = s.id,
       received_at = now(), received_by = created_by, received_status_id = s.id
     from statuses s where g.company_id = $1 and g.company_consignment_id = 1001 and s.company_id = $1 and s.order_position = 1
     returning g.id`,
    [shop.id],
  )
  await make(`update company_counters set last_number = last_number + 1000 + $2, live_count = live_count + $2
    where company_id = $1 and kind = 'consignment'`)
  await make(`insert into users (company_id, first_name, last_name, email, password_hash, search_text)
    select $1, 'Ana', 'Paz', 'a' || n || '@lista.test', 'x', '|ana|paz|a' || n || '@lista.test|' from generate_series(1, $2::int) n`)
  await make(`insert into tariffs (company_id, name, type, price_per_pound, search_text)
    select $1, 'A ' || n, 'aereo', 1, '|a ' || n || '|' from generate_series(1, $2::int) n`)
  const [shipment] = received
  if (!shipment) throw new Error('A shipment was received')
  return shipment
}

async function askForEverything(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await openShop(world, { isOperator: true })
  const shipment = await fill(world, shop)
  for (const { name, endpoint, sample } of paged) {
    const isOfShipment = endpoint.path.startsWith('/api/shipments/:id')
    const { params } = isOfShipment ? { params: shipment } : await sample(shop)
    const { admin } = isOperators(endpoint) ? operator : shop
    const ask = async (query: Record<string, string>) => {
      const { statusCode, body } = await admin.send(name, { params, query })
      const { pagination, ...answer } = JSON.parse(body)
      const data = answer.data ?? answer.users
      const isWhole = whole.includes(name) && query.page === undefined && query.limit === undefined
      const isBounded =
        statusCode === 400 || (statusCode === 200 && (isWhole || data.length <= 100) && pagination.total >= data.length)
      held(isBounded, `${name} ${JSON.stringify(query).slice(0, 80)}: ${statusCode}, ${data?.length} rows`)
    }
    await ask({})
    for (const limit of extremes) await ask({ limit })
    for (const page of pages) await ask({ page })
    for (const search of searches) await ask({ search })
    await ask({ page: '10000', limit: '100', search: manyWords })
  }
}

/** Copies all clients to a device, which comes in pages of its own size. */
async function copyClients(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
     select $1, 'X' || n, 'Ana', 'Paz ' || n, '50588001122', 'ana paz ' || n, '|x' || n || '|' from generate_series(1, 1100) n`,
    [shop.id],
  )
  const since = '2026-01-01T00:00:00Z'
  for (const query of [
    {},
    { since },
    { limit: '1e9' },
    { since, page: '0' },
    ...extremes.map((after) => ({ after })),
  ]) {
    const { statusCode, body } = await shop.user.send('GET /api/receptions/clients', { query })
    const { clients = [], removed = [] } = Object(JSON.parse(body).data)
    const count = clients.length + removed.length
    held(statusCode === 400 || (statusCode === 200 && count <= 1_000), `${JSON.stringify(query)}: ${count} clients`)
  }
}

/** The time of the fastest of some calls, so that a busy machine does not count. */
async function fastest(call: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const start = performance.now()
    await call()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

async function searchWithMuch(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  await fill(world, shop)
  for (const call of [
    'GET /api/client',
    'GET /api/packages',
    'GET /api/packages/unowned',
    'GET /api/waiting',
    'GET /api/shipments',
    'GET /api/users',
    'GET /api/tariffs',
  ]) {
    const ask = (query: Record<string, string>) => fastest(() => shop.admin.send(call, { query }))
    const ordinary = Math.max(await ask({ page: '1', search: 'ana' }), await ask({ page: '1', search: 'paz 1' }))
    for (const search of searches.slice(0, 5)) {
      const ms = await ask({ page: '1', search })
      held(ms <= 3 * ordinary + 5, `${call} ${search.slice(0, 10)}… takes ${ms} ms instead of ${ordinary}`)
    }
    const deep = await ask({ page: '10000', limit: '100' })
    held(deep <= 3 * ordinary + 5, `page 10000 of ${call} takes ${deep} ms instead of ${ordinary}`)
  }
}

/** A search that looks for each word in turn, slowly. */
const searchSlowly = `
  create or replace function like_clauses(searched text, patterns text[]) returns text language plpgsql as $$
  begin
    perform pg_sleep(0.002 * cardinality(patterns));
    return '';
  end $$`

threat(
  'T-26',
  { what: 'Lists without an end and searches without a measure', asvs: ['2.2.1', '2.4.1', '15.2.2'] },
  ({ proof, control }) => {
    proof('no list gives more than a hundred rows for any query', on(askForEverything, { hasGateway: true }))
    control('lists without a limit', on(askForEverything, { hasGateway: true, rewire: withoutPart(/ limit \d+/g) }))
    proof('the copy of the clients comes in pages of a thousand, whatever is asked for', on(copyClients))
    control('a copy without a limit', on(copyClients, { rewire: withoutPart(/ limit \d+/g) }))
    // Times say nothing on a machine that is busy with other tests.
    if (!isLong) return
    proof('the longest search and the last page take no more than three times an ordinary one', on(searchWithMuch))
    control(
      'a search that works for each word by itself',
      on(searchWithMuch, { weaken: (world) => asSuperuser(world, searchSlowly) }),
    )
  },
)

import type { Api } from '@casillero/shared/contract/api'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isCommon } from '../../../../../tests/support/common-words.ts'
import { daysWithin, expectCombinations, flags } from '../../../../../tests/support/filters.ts'
import { shareShop, shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()
const named = shareShop(world, { subdomain: 'lista' })
beforeAll(async () => {
  const eva = await named.addClient({ firstName: 'Eva', middleName: 'Luz', lastNames: 'Paz' })
  await named.receive({ tracking: '1Z999AA1', description: 'Zapatos de niño' })
  await named.receive({ tracking: 'TBA-77', warehouseTracking: 'BOD 4', clientId: eva.id })
  await named.receive({ tracking: '94001', clientId: null, statusId: named.statuses.received })
  await named.invoice([await named.receive({ tracking: '94002', description: 'Câmara', clientId: named.client.id })])
})

const numbers = async (query: object) =>
  (await named.viewer.ok('GET /api/packages', { query })).data.map(({ companyPackageId }) => companyPackageId)

test('the list of packages is newest first, and one by its id is the same as in the list', async () => {
  expect(await numbers({})).toEqual([4, 3, 2, 1])
  const { data } = await named.viewer.ok('GET /api/packages')
  for (const courierPackage of data) {
    expect((await named.viewer.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })).data).toEqual(
      courierPackage,
    )
  }
})

test.each([
  ['#1', [1]],
  ['4', [4]],
  ['999aa', [1]],
  ['tba77', [2]],
  ['bod', [2]],
  ['ZAPATOS niño', [1]],
  ['nino', [1]],
  ['camara', [4]],
  ['ana nuñez', [4, 1]],
  ['lis0002', [2]],
  ['luz', [2]],
  ['eva zapatos', []],
  ['9400', [4, 3]],
  ['%', []],
])('the list of packages searched for %j finds %j', async (search, found) => {
  expect(await numbers({ search })).toEqual(found)
})

test('the list of packages finds a package by the barcode of its carrier, which holds more than its number', async () => {
  const { companyPackageId } = await named.receive({ tracking: '9400111899526018159083' })
  await named.receive({ tracking: '9622001900000000000000776632517510' })
  expect(await numbers({ search: '420331669400111899526018159083' })).toEqual([companyPackageId])
  expect(await numbers({ search: '776632517510' })).toEqual([companyPackageId + 1])
  expect(await numbers({ search: '9622001900000000000000776632517510' })).toEqual([companyPackageId + 1])
})
const shop = shareShop(world)
const count = 240

type Row = {
  id: string
  number: number
  clientId: string | null
  statusId: string | null
  method: 'aereo' | 'maritimo'
  tariffId: string | null
  weight: number | null
  createdOn: string
  statusOn: string
  createdAt: number
  since: number
  shipmentId: string | null
  isInvoiced: boolean
  isFreed: boolean
}
let rows: Row[] = []

/** Writes packages of every kind, some years apart, each with the history of its status, some in shipments and on invoices. */
beforeAll(async () => {
  const { id: invoiceId } = await shop.invoice([await shop.receive()])
  const shipments = await Promise.all(
    (['aereo', 'maritimo'] as const).map(
      async (shippingMethod) => (await shop.admin.ok('POST /api/shipments', { body: { shippingMethod } })).data.id,
    ),
  )
  const eva = await shop.addClient({ firstName: 'Eva' })
  const owners = [shop.client.id, eva.id, null]
  const statuses = [...Object.values(shop.statuses), null]
  const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text, client_id, status_id, tariff_id,
                           price_per_pound, final_price_per_pound, total_price, weight, created_at)
     select $1, n, m, 'F' || n, '|f' || n || '|', c, s, t, case when t is null then null else 1 end,
            case when t is null or w is null then null else 1 end, case when t is null or w is null then null else w end, w, at
     from jsonb_to_recordset($2) as r (n int, m text, c uuid, s uuid, t uuid, w numeric, at timestamptz)`,
    [
      shop.id,
      JSON.stringify(
        Array.from({ length: count }, (_, index) => {
          const method = pick(['aereo', 'maritimo'] as const, index * 7)
          return {
            // So far apart that some words count as common.
            n: 10 + index * 31,
            m: method,
            c: pick(owners, index * 5),
            s: pick(statuses, index),
            t: index % 4 === 0 ? null : method === 'aereo' ? shop.air.id : shop.sea.id,
            w: index % 9 === 0 ? null : 2,
            // Some came from an older system, with the date of before.
            at: new Date(Date.now() - (count - index + (index % 50 === 9 ? 70 : 0)) * 11 * 3_600_000).toISOString(),
          }
        }),
      ),
    ],
  )
  await world.owner.query(
    `insert into package_status_changes (company_id, package_id, to_status_id, to_name, user_name, created_at)
     select company_id, id, status_id, 'x', 'Ana', created_at + (company_package_id % 40) * interval '7 hours'
     from packages where company_id = $1 and company_package_id >= 10 and company_package_id % 5 <> 0
       and created_at + (company_package_id % 40) * interval '7 hours' < now()`,
    [shop.id],
  )
  await world.owner.query(
    `update packages p set status_since = coalesce((
       select max(h.created_at) from package_status_changes h
       where h.package_id = p.id and h.to_status_id is not distinct from p.status_id), p.created_at)
     where p.company_id = $1`,
    [shop.id],
  )
  await world.owner.query(
    `insert into consignment_packages (company_id, consignment_id, package_id, added_by, removed_at)
     select p.company_id, ($2::uuid[])[case p.shipping_method when 'aereo' then 1 else 2 end], p.id, u.id,
            case when p.company_package_id % 5 = 0 then now() end
     from packages p, (select id from users where company_id = $1 limit 1) u
     where p.company_id = $1 and p.company_package_id >= 10 and p.company_package_id % 4 < 2`,
    [shop.id, shipments],
  )
  await world.owner.query(
    `insert into invoice_items (company_id, invoice_id, position, package_id, company_package_id, quantity, unit_price, discount_type,
                                discount_value, amount, final_amount, total, voided_at)
     select company_id, $2, company_package_id, id, company_package_id, 2, 1, 'none', 0, 2, 2, 2,
            case when company_package_id % 6 = 0 then now() end
     from packages where company_id = $1 and company_package_id >= 10 and company_package_id % 3 = 0 and weight is not null`,
    [shop.id, invoiceId],
  )
  await world.owner.query(
    `update company_counters set last_number = $2, live_count = $3 where company_id = $1 and kind = 'package'`,
    [shop.id, count * 31, count + 1],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select p.id, p.company_package_id::int as number, p.client_id as "clientId", p.status_id as "statusId", p.shipping_method as method,
            p.tariff_id as "tariffId", p.weight::float as weight, (p.created_at at time zone 'America/Managua')::date::text as "createdOn",
            (coalesce(h.created_at, p.created_at) at time zone 'America/Managua')::date::text as "statusOn",
            extract(epoch from p.created_at)::float as "createdAt", extract(epoch from p.status_since)::float as since,
            l.consignment_id as "shipmentId", i.id is not null as "isInvoiced",
            i.id is null and exists (select from invoice_items x
                where x.company_id = p.company_id and x.package_id = p.id and x.voided_at is not null) as "isFreed"
     from packages p
     left join package_status_changes h on h.company_id = p.company_id and h.package_id = p.id
     left join consignment_packages l on l.company_id = p.company_id and l.package_id = p.id and l.removed_at is null
     left join invoice_items i on i.company_id = p.company_id and i.package_id = p.id and i.voided_at is null
     where p.company_id = $1`,
    [shop.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/packages']['query']>, 'statusId' | 'page' | 'limit'> & {
  statusId?: string[] | undefined
}

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): number[] {
  const { statusId, from = '', to = '9999', statusSince = '9999', statusFrom = '', search } = query
  const missing = { client: 'clientId', weight: 'weight', tariff: 'tariffId' } as const
  const lacks = Object.entries(missing).find(([name]) => name === query.missing)?.[1]
  const found = rows
    .filter((row) => statusId === undefined || statusId.includes(row.statusId ?? 'none'))
    .filter(({ method }) => query.shippingMethod === undefined || method === query.shippingMethod)
    .filter(({ isInvoiced }) => query.invoiced === undefined || String(isInvoiced) === query.invoiced)
    .filter((row) => lacks === undefined || row[lacks] === null)
    .filter((row) => query.missing !== 'invoice' || (row.isFreed && row.statusId === shop.statuses.delivered))
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .filter(({ statusOn }) => statusOn <= statusSince && statusOn >= statusFrom)
    .filter(({ clientId }) => query.clientId === undefined || clientId === query.clientId)
    .filter(({ tariffId }) => query.tariffId === undefined || tariffId === query.tariffId)
    .filter(({ shipmentId }) => query.shipmentId === undefined || shipmentId === query.shipmentId)
    .filter(({ number }) => search === undefined || (number >= 10 && `f${number}`.startsWith(search)))
  const isBySince = query.statusSince !== undefined || query.statusFrom !== undefined
  const { sort = isBySince ? 'statusSince' : '-number' } = query
  const isBetweenDays = query.from !== undefined || query.to !== undefined
  const keyOf = (row: Row) => (sort.endsWith('number') ? (isBetweenDays ? row.createdAt : 0) : row.since)
  found.sort((one, other) => keyOf(one) - keyOf(other) || one.number - other.number)
  return (sort.startsWith('-') ? found.reverse() : found).map(({ number }) => number)
}

const ask = (query: Query, page = '1') =>
  shop.viewer.ok('GET /api/packages', { query: { ...query, page, limit: '100' } })

test('the words that are searched for here are common in one case and rare in the other', async () => {
  expect(await isCommon(world.owner, shop.id, 'packages', '|f1')).toBe(true)
  expect(await isCommon(world.owner, shop.id, 'packages', '|f24')).toBe(false)
})

test('any combination of filters leaves just the packages for which all of them hold, in order, counted', async () => {
  const shipments = [...new Set(rows.map(({ shipmentId }) => shipmentId))].filter((id) => id !== null)
  await expectCombinations<Query, number>({
    filters: {
      statusId: fc.uniqueArray(fc.constantFrom(...Object.values(shop.statuses), 'none'), {
        minLength: 1,
        maxLength: 4,
      }),
      shippingMethod: fc.constantFrom('aereo', 'maritimo'),
      invoiced: flags,
      missing: fc.constantFrom('client', 'weight', 'tariff', 'invoice'),
      from: daysWithin(120),
      to: daysWithin(120),
      statusSince: daysWithin(120),
      statusFrom: daysWithin(240),
      clientId: fc.constant(shop.client.id),
      tariffId: fc.constantFrom(shop.air.id, shop.sea.id),
      shipmentId: fc.constantFrom(...shipments),
      search: fc.constantFrom('f1', 'f24'),
      sort: fc.constantFrom('number', '-number', 'statusSince', '-statusSince'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await ask(query)
      return { keys: data.map(({ companyPackageId }) => companyPackageId), total: pagination.total }
    },
  })
})

test('a filtered list continues on its next page and ends after its last one', async () => {
  const all = expected({ shippingMethod: 'aereo', sort: 'number' })
  const second = await ask({ shippingMethod: 'aereo', sort: 'number' }, '2')
  expect(second.data.map(({ companyPackageId }) => companyPackageId)).toEqual(all.slice(100))
  expect((await ask({ shippingMethod: 'aereo' }, '9')).pagination.total).toBe(all.length)
})

test.each([
  { statusId: 'x' },
  { missing: 'todo' },
  { from: '2026-02-30' },
  { shipmentId: "' or true --" },
  { sort: 'weight' },
])('the list of packages refuses the filter %j', async (query) => {
  expect((await shop.viewer.send('GET /api/packages', { query })).statusCode).toBe(400)
})

test('an unfiltered list by the time in the status has every package on its pages once, the longest first, and counts all of them', async () => {
  const wanted = expected({ sort: 'statusSince' })
  const pages = await Promise.all(['1', '2', '3'].map((page) => ask({ sort: 'statusSince' }, page)))
  expect(pages.flatMap(({ data }) => data.map(({ companyPackageId }) => companyPackageId))).toEqual(wanted)
  expect(pages.map(({ pagination }) => pagination.total)).toEqual(Array(3).fill(count + 1))
  expect((await ask({ sort: 'statusSince' }, '9')).pagination.total).toBe(count + 1)
})

test('a status that is asked for twice gives its packages once', async () => {
  const { ready } = shop.statuses
  const { data, pagination } = await ask({ statusId: [ready, ready, 'none', 'none'] })
  const wanted = expected({ statusId: [ready, 'none'] })
  expect(data.map(({ companyPackageId }) => companyPackageId)).toEqual(wanted.slice(0, 100))
  expect(pagination.total).toBe(wanted.length)
})

test('a package is in its status since it was moved there, by whatever way, and never since before it exists', async () => {
  const own = await openShop(world)
  const { id, createdAt, statusSince } = await own.receive()
  expect(statusSince).toBe(createdAt)
  const params = { id }
  const read = async () => (await own.viewer.ok('GET /api/packages/:id', { params })).data
  await own.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId: own.statuses.delivered } })
  const moved = await read()
  expect(JSON.parse(moved.statusHistory).at(-1).date).toBe(moved.statusSince)
  await world.owner.query("update packages set status_id = $2, status_since = '2001-01-01' where id = $1", [
    id,
    own.statuses.ready,
  ])
  expect((await read()).statusSince).toBe(createdAt)
  await world.owner.query('update packages set weight = 3 where id = $1', [id])
  expect((await read()).statusSince).toBe(createdAt)
})
const shipper = shareShop(world)
const invoicedIds = new Set<string>()
const shipments: Record<string, { id: string; packages: CourierPackage[] }> = {}

/** A shipment with all of these packages but the third, which is taken out again; some are invoiced, one of them in vain. */
async function ship(packages: CourierPackage[]): Promise<{ id: string; packages: CourierPackage[] }> {
  const { id } = (await shipper.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })).data
  const params = { id }
  const packageIds = packages.map((one) => one.id)
  await shipper.admin.ok('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  await shipper.admin.ok('DELETE /api/shipments/:id/packages', { params, body: { packageIds: packageIds.slice(2, 3) } })
  const [inVain, ...invoiced] = packages.filter(
    ({ statusId }, index) => index % 2 === 1 && statusId === shipper.statuses.ready,
  )
  if (!inVain) throw new Error('A shipment has at least two packages')
  const { id: invoiceId } = await shipper.invoice([inVain])
  await shipper.admin.ok('DELETE /api/invoices/:id', { params: { id: invoiceId } })
  await shipper.invoice(invoiced)
  for (const one of invoiced) invoicedIds.add(one.id)
  return { id, packages: packages.filter((_, index) => index !== 2) }
}

/** Since when a package is in its status here, in hours: some since the same. */
const hoursOf = (companyPackageId: number) => (companyPackageId * 7) % 5

const skipNumbers = () =>
  world.owner.query(
    `update company_counters set last_number = last_number + 1000 where company_id = $1 and kind = 'package'`,
    [shipper.id],
  )

beforeAll(async () => {
  const { ready, received } = shipper.statuses
  const receive = async (count: number) => [
    ...(await shipper.receiveMany(count, { statusId: ready })),
    ...(await shipper.receiveMany(count, { statusId: received })),
  ]
  const [together, old] = [await receive(5), await receive(2)]
  await skipNumbers()
  const late = await receive(4)
  shipments['side by side'] = await ship(together)
  shipments['far apart'] = await ship([...old, ...late])
  await world.owner.query(
    `update packages set status_since = timestamptz '2026-01-01Z' + company_package_id * 7 % 5 * interval '1 hour' where company_id = $1`,
    [shipper.id],
  )
  shipments.none = {
    id: (await shipper.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })).data.id,
    packages: [],
  }
})

const sorts = ['-number', 'number', 'statusSince', '-statusSince'] as const

test.each(['side by side', 'far apart', 'none'].flatMap((kind) => sorts.map((sort) => ({ kind, sort }))))(
  'the packages of a shipment, $kind by their numbers, are listed in the order $sort, of a status or all, invoiced or not',
  async ({ kind, sort }) => {
    const { id, packages } = shipments[kind] ?? { id: '', packages: [] }
    const keyOf = ({ companyPackageId }: CourierPackage) =>
      sort.endsWith('number') ? companyPackageId : hoursOf(companyPackageId) * 10_000 + companyPackageId
    const ordered = packages.toSorted((one, other) => keyOf(one) - keyOf(other))
    if (sort.startsWith('-')) ordered.reverse()
    for (const invoiced of [undefined, 'true', 'false'] as const) {
      for (const statusId of [undefined, shipper.statuses.ready]) {
        const wanted = ordered
          .filter((one) => invoiced === undefined || String(invoicedIds.has(one.id)) === invoiced)
          .filter((one) => statusId === undefined || one.statusId === statusId)
        const query = { shipmentId: id, sort, ...(invoiced && { invoiced }), ...(statusId && { statusId }) }
        const { data, pagination } = await shipper.viewer.ok('GET /api/packages', { query: { ...query, page: '1' } })
        expect(data.map((one) => one.companyPackageId)).toEqual(wanted.map((one) => one.companyPackageId))
        expect(pagination.total).toBe(wanted.length)
        expect(wanted.length > 0).toBe(packages.length > 0)
      }
    }
  },
)

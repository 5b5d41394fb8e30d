import { allEndpoints } from '@casillero/shared/contract/api'
import { rowsOf } from '../support/company-rows.ts'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, untilFirst } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

type Path = string[]
type Sample = { from?: string; params?: { id: string }; query?: Record<string, string>; body?: unknown }

const writes = allEndpoints
  .filter(({ method, who }) => method !== 'GET' && who !== 'companies.manage')
  .map(({ method, path }) => `${method} ${path}`)
  .filter(isCall)

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

/** `rawId` is WebAuthn's name for the key of an authenticator, and refers to no row. */
const isReference = (key: string): boolean => /Ids?$/.test(key) && key !== 'rawId'

/** Finds the places where a body refers to another row: texts under a key that ends in Id or Ids. */
function referencesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return path.some(isReference) ? [path] : []
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.flatMap(([key, inner]) => referencesOf(inner, [...path, key]))
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(whole) ? [...whole] : { ...Object(whole) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

/** The fields that refer to other rows, written out by hand so that a missing one shows. */
const places = [
  'POST /api/client defaultTariffMaritimoId',
  'POST /api/client defaultTariffAereoId',
  'PUT /api/client/:id defaultTariffMaritimoId',
  'PUT /api/client/:id defaultTariffAereoId',
  'POST /api/clients/:id/credit currencyId',
  'POST /api/clients/:id/merge intoClientId',
  'POST /api/clients/:id/collections allocations.invoiceId',
  'POST /api/clients/:id/collections cashSessionId',
  'POST /api/clients/:id/collections change.currencyId',
  'POST /api/clients/:id/collections expected.invoices.invoiceId',
  'POST /api/clients/:id/collections payments.currencyId',
  'POST /api/collections/:id/reverse cashSessionId',
  'POST /api/vouchers/:id/accept allocations.invoiceId',
  'POST /api/vouchers/:id/accept cashSessionId',
  'POST /api/vouchers/:id/accept change.currencyId',
  'POST /api/vouchers/:id/accept expected.invoices.invoiceId',
  'POST /api/vouchers/:id/accept payments.currencyId',
  'POST /api/charges tariffIds',
  'PUT /api/charges/:id tariffIds',
  'PUT /api/packages/:id/charges charges.chargeId',
  'PUT /api/packages/:id/charges charges.currencyId',
  'POST /api/invoices charges.chargeId',
  'POST /api/invoices charges.packageId',
  'POST /api/invoices charges.currencyId',
  'POST /api/statuses templateId',
  'PUT /api/statuses/:id templateId',
  'POST /api/packages clientId',
  'POST /api/packages tariffId',
  'POST /api/packages statusId',
  'POST /api/packages shipmentId',
  'PUT /api/conversations/:id clientId',
  'POST /api/prealerts clientId',
  'PUT /api/prealerts/:id clientId',
  'POST /api/receptions clientId',
  'POST /api/receptions tariffId',
  'POST /api/receptions shipmentId',
  'PUT /api/packages/:id clientId',
  'POST /api/packages/:id/owner clientId',
  'PUT /api/packages/:id tariffId',
  'PUT /api/packages/:id statusId',
  'PATCH /api/packages/status packageIds',
  'PATCH /api/packages/status statusId',
  'POST /api/packages/status/preview packageIds',
  'POST /api/packages/status/preview statusId',
  'POST /api/packages/correction packageIds',
  'POST /api/invoices clientId',
  'POST /api/invoices currencyId',
  'POST /api/invoices items.packageId',
  'POST /api/invoices shipping.shippingMethodId',
  'POST /api/invoices shipping.currencyId',
  'POST /api/invoices payments.currencyId',
  'POST /api/invoices change.currencyId',
  'POST /api/invoices/:id/payments currencyId',
  'POST /api/invoices/:id/payments cashSessionId',
  'POST /api/invoices/:id/payments change.currencyId',
  'POST /api/handovers clientId',
  'POST /api/handovers packageIds',
  'POST /api/dispatches shipmentIds',
  'POST /api/dispatches costCurrencyId',
  'POST /api/dispatches statusId',
  'POST /api/shipments sendStatusId',
  'PUT /api/shipments/:id sendStatusId',
  'POST /api/shipments/:id/packages packageIds',
  'DELETE /api/shipments/:id/packages packageIds',
  'POST /api/shipments/:id/send statusId',
  'POST /api/shipments/:id/receive statusId',
  'POST /api/shipments/:id/lost packageIds',
  'PUT /api/shipments/:id/costs costs.currencyId',
  'POST /api/payments/:id/reverse cashSessionId',
  'POST /api/cash-sessions drawerId',
  'POST /api/cash-sessions opening.currencyId',
  'POST /api/cash-sessions/:id/movements currencyId',
  'POST /api/cash-sessions/:id/movements otherDrawerId',
  'POST /api/cash-sessions/:id/counts counts.currencyId',
  'POST /api/cash-sessions/:id/close counts.currencyId',
]

/** Makes every write, with one reference to a row of the neighbour. */
async function referAcross(world: World, held: Held): Promise<void> {
  const [shop, neighbour] = [await openShop(world), await openShop(world)]
  const tried = new Set<string>()
  for (const name of writes) {
    const [own, theirs]: Sample[] = [await sampleCalls[name](shop), await sampleCalls[name](neighbour)]
    const rows = async () =>
      JSON.stringify([await rowsOf(world.owner, shop.id), await rowsOf(world.owner, neighbour.id)])
    for (const path of referencesOf(own?.body)) {
      const foreign = valueAt(theirs?.body, path)
      const before = await rows()
      const answer = await shop.admin.send(name, { ...own, body: withValue(own?.body, path, foreign) })
      const isRefused = [400, 404, 409].includes(answer.statusCode) && !answer.body.includes(String(foreign))
      const isUnchanged = (await rows()) === before
      held(isRefused && isUnchanged, `${name} ${path.join('.')}: ${answer.statusCode}, unchanged: ${isUnchanged}`)
      tried.add(`${name} ${path.join('.').replace(/\.\d+/g, '')}`)
    }
  }
  held(JSON.stringify([...tried].toSorted()) === JSON.stringify(places.toSorted()), `all places: ${[...tried]}`)
}

type Key = { name: string; table: string; column: string; target: string }

const tenantKeys = `
  select c.conname as name, c.conrelid::regclass::text as table, c.confrelid::regclass::text as target, (
    select a.attname from unnest(c.conkey) k (num) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
    where a.attname <> 'company_id' limit 1) as column
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'companies'::regclass`

/**
 * Runs statements that no call sends, as the owner, whom no policy and no grant restricts; on a row that refers to something, so
 * that no check of the table answers for the key.
 */
async function pointAcross(world: World, held: Held): Promise<void> {
  const shops: [Shop, Shop] = [await openShop(world), await openShop(world)]
  for (const shop of shops) await fillEveryTable(shop)
  const [own, other] = shops
  const { rows: keys } = await world.owner.query<Key>(tenantKeys)
  for (const { name, table, column, target } of keys) {
    const move = `update ${table} set ${column} = (select id from ${target} where company_id = $2 limit 1)
      where company_id = $1 and ctid = (
        select ctid from ${table} where company_id = $1 order by ${column} is null limit 1)`
    held((await refusalOf(world, table, move, [own.id, other.id])) === '23503', name)
  }
}

async function fillEveryTable(shop: Shop): Promise<void> {
  for (const name of writes) {
    const isEndOfSession = name === 'POST /api/auth/logout' || name.includes(' /api/account/')
    const caller = isEndOfSession ? await shop.addUser('user') : shop.admin
    const headers = { 'idempotency-key': `${shop.id}${name.replaceAll(' ', '')}` }
    await caller.send(name, { ...(await sampleCalls[name](shop)), headers })
  }
  await shrinkCredit(shop)
  await oweUsedCredit(shop)
}

/** Takes back a payment that left credit, so that a row of the invoice's change refers to the one that it makes smaller. */
async function shrinkCredit(shop: Shop): Promise<void> {
  const { id } = await shop.invoice(await shop.receiveMany(1))
  const body = { total: 200, method: 'card' as const }
  const { data } = await shop.admin.ok('POST /api/invoices/:id/payments', { params: { id }, body })
  const paid = { params: { id: data.payments[0]?.id ?? '' }, body: { reason: 'Error' } }
  await shop.admin.ok('POST /api/payments/:id/reverse', paid)
}

/** Takes back a payment whose credit paid another invoice, and pays the debt that it leaves. */
async function oweUsedCredit(shop: Shop): Promise<void> {
  const { id: clientId } = await shop.addClient()
  const bill = async () => await shop.invoice([await shop.receive({ clientId })], { clientId })
  const pay = async (id: string, body: { total: number; method: 'card' | 'credit' }) =>
    (await shop.admin.ok('POST /api/invoices/:id/payments', { params: { id }, body })).data
  const { payments } = await pay((await bill()).id, { total: 15, method: 'card' })
  await pay((await bill()).id, { total: 7.5, method: 'credit' })
  await shop.admin.ok('POST /api/payments/:id/reverse', {
    params: { id: payments[0]?.id ?? '' },
    body: { reason: 'Error' },
  })
  await shop.admin.ok('POST /api/clients/:id/collections', {
    params: { id: clientId },
    body: { payments: [{ total: 100, method: 'card', currencyId: shop.usd }] },
  })
}

/** Gives the code with which PostgreSQL refuses a statement without the product's triggers, and rolls it back. */
async function refusalOf(world: World, table: string, statement: string, values: string[]): Promise<string> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await client.query(`alter table ${table} disable trigger user`)
    const { rowCount } = await client.query(statement, values)
    await client.query('set constraints all immediate')
    return `${rowCount} rows changed`
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Weakens a foreign key to the usual form: the id alone, without the company. */
async function plainKeys(world: World): Promise<void> {
  const { rows } = await world.owner.query<Key>(tenantKeys)
  for (const target of new Set(rows.map((row) => row.target))) {
    await world.owner.query(`alter table ${target} add unique (id)`)
  }
  for (const { name, table, column, target } of rows) {
    await world.owner.query(`alter table ${table} drop constraint ${name}`)
    await world.owner.query(`alter table ${table} add foreign key (${column}) references ${target} (id)`)
  }
}

threat('T-04', { what: 'a reference to a row of another company', asvs: ['8.2.2', '8.4.1'] }, ({ proof, control }) => {
  proof('a foreign id is refused in every place of every write', on(referAcross, { hasGateway: true }))
  control(
    'writes, with foreign keys without the company',
    untilFirst(on(referAcross, { hasGateway: true, weaken: plainKeys })),
  )
  proof('a foreign id is refused by every foreign key alone', on(pointAcross, { hasGateway: true }))
  control(
    'statements, with foreign keys without the company',
    untilFirst(on(pointAcross, { hasGateway: true, weaken: plainKeys })),
  )
})

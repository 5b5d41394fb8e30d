import type { Shop } from '../../support/shop.ts'
import type { World } from '../../support/world.ts'
import type { Scene } from './scene.ts'

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
export async function pointAcross({ world, shop, neighbour, note }: Scene): Promise<void> {
  for (const company of [shop, neighbour]) {
    await shrinkCredit(company)
    await oweUsedCredit(company)
    await world.owner.query(addCorrection, [company.id])
    await world.owner.query(addPromise, [company.id])
  }
  const { rows: keys } = await world.owner.query<Key>(tenantKeys)
  for (const { name, table, column, target } of keys) {
    const move = `update ${table} set ${column} = (select id from ${target} where company_id = $2 limit 1)
      where company_id = $1 and ctid = (
        select ctid from ${table} where company_id = $1 order by ${column} is null limit 1)`
    const refusal = await refusalOf(world, table, move, [shop.id, neighbour.id])
    note('foreignKey', refusal === '23503', `${name}: ${refusal}`)
  }
}

/** What a change of a package on a later day leaves. */
const addCorrection = `
  insert into package_corrections (company_id, package_id, client_id, shipping_method, pounds, sign, received_at)
  select p.company_id, p.id, p.client_id, p.shipping_method, 1, 1, p.created_at
  from packages p where p.company_id = $1 and p.client_id is not null limit 1`

/** What is said of a package on its way. */
const addPromise = `
  insert into package_promises
    (company_id, package_id, first_method, first_from, first_to, shipping_method, stage, counted_from, from_on, to_on)
  select p.company_id, p.id, p.shipping_method, app_today(), app_today(), p.shipping_method, 'received', app_today(), app_today(), app_today()
  from packages p where p.company_id = $1 limit 1 on conflict do nothing`

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
export async function forgetCompanyInKeys(world: World): Promise<void> {
  const { rows } = await world.owner.query<Key>(tenantKeys)
  for (const target of new Set(rows.map((row) => row.target))) {
    await world.owner.query(`alter table ${target} add unique (id)`)
  }
  for (const { name, table, column, target } of rows) {
    await world.owner.query(`alter table ${table} drop constraint ${name}`)
    await world.owner.query(`alter table ${table} add foreign key (${column}) references ${target} (id)`)
  }
}

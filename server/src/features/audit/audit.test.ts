import { auditedEntities } from '@casillero/shared/domain/audited-entity'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = shareShop(world)
let operator: Shop
beforeAll(async () => {
  operator = await openShop(world, { isOperator: true })
})

async function newestOf(companyId: string, userId: string) {
  const { rows } = await world.owner.query(
    'select * from audit_entries where company_id = $1 and user_id = $2 order by at desc, id desc',
    [companyId, userId],
  )
  return rows
}

test('the tables whose writes are audited are the audited entities of the contract', async () => {
  const { rows } = await world.owner.query<{ entity: string }>(`
    select c.relname as entity from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.prosrc ~ 'write_audit' and p.prosrc ~ 'tg_table_name'
    union
    select (regexp_matches(p.prosrc, 'write_audit\\(''(\\w+)''', 'g'))[1] from pg_proc p
    order by 1`)
  expect(rows.map(({ entity }) => entity)).toEqual([...auditedEntities].sort())
})

test('a write of the operator stands in both companies, each naming the other', async () => {
  const admin = await operator.addUser('admin')
  const { id, userId } = { id: shop.id, userId: (await shop.addUser('user')).userId }
  await admin.ok('DELETE /api/companies/:id/users/:userId', { params: { id, userId } })
  const [own] = await newestOf(operator.id, admin.userId)
  const [theirs] = await newestOf(shop.id, admin.userId)
  const deed = { action: 'delete', entity: 'users', entity_id: userId }
  expect(own).toMatchObject({ ...deed, user_company: null, target_company: expect.any(String) })
  expect(theirs).toMatchObject({ ...deed, user_company: expect.stringContaining('Empresa'), target_company: null })
})

test('a write of a password alone is logged without the password, and no entry ever holds its hash', async () => {
  const user = await shop.addUser('user', { email: 'sola@correo.test' })
  const params = { id: user.userId }
  const body = { firstName: 'user', lastName: 'Prueba', email: 'sola@correo.test', password: 'otra clave segura' }
  const admin = await shop.addUser('admin')
  await admin.ok('PUT /api/users/:id', { params, body: { ...body, type: 'user' } })
  const query = { userId: admin.userId }
  const { data } = await admin.ok('GET /api/audit', { query })
  const hidden = { password: '••••••' }
  expect(data).toMatchObject([{ action: 'update', entity: 'users', before: hidden, after: hidden }])
  const { rows } = await world.owner.query(
    `select before, after from audit_entries where concat(before, after) ~ 'hash|scrypt|otra clave|una clave|no password'`,
  )
  expect(rows).toEqual([])
})

test('a write that is refused leaves no entry', async () => {
  const admin = await shop.addUser('admin')
  await admin.refused('POST /api/users', { body: { firstName: '', email: 'x@correo.test', password: '12345678' } })
  expect(await newestOf(shop.id, admin.userId)).toEqual([])
})

test('the log shows an entry of an entity that the contract does not know', async () => {
  const own = await openShop(world)
  const { userId } = own.admin
  await world.owner.query(
    `insert into audit_entries (company_id, user_id, user_name, action, entity, entity_id, label, after)
       values ($1, $2, 'Ana', 'insert', 'warehouses', uuidv7(), 'Norte', '{}')`,
    [own.id, userId],
  )
  const { data } = await own.admin.ok('GET /api/audit', { query: { userId } })
  expect(data.filter(({ entity }) => entity === 'warehouses')).toMatchObject([{ label: 'Norte' }])
})

test('the log names the invoice and the client in entries of payments and invoices, and in no others', async () => {
  const own = await openShop(world)
  const payments = [{ currencyId: own.nio, total: 200, method: 'cash' as const }]
  const made = await own.invoice([await own.receive()], { payments })
  const { data } = await own.admin.ok('GET /api/audit', { query: { limit: '100' } })
  const invoicesOf = (entity: string) => data.filter((entry) => entry.entity === entity).map(({ invoice }) => invoice)
  const invoice = { number: made.companyInvoiceId, client: 'Ana Núñez Báez', currencySymbol: 'US$' }
  expect(invoicesOf('invoice_payments')).toEqual([invoice])
  expect(invoicesOf('invoices')).toEqual([invoice])
  expect(invoicesOf('packages')).toEqual([null])
})

test('the log is the own company’s, newest first, by entity, person and day of Managua', async () => {
  const mine = await openShop(world)
  world.setTime(new Date('2026-11-20T05:59:59Z'))
  const admin = await mine.addUser('admin')
  await admin.ok('POST /api/statuses', { body: { name: 'Ayer' } })
  world.setTime(new Date('2026-11-20T06:00:00Z'))
  await admin.ok('POST /api/shipping-methods', { body: { name: 'Hoy' } })
  world.setTime(undefined)
  const labels = async (query: Record<string, string>) =>
    (await mine.admin.ok('GET /api/audit', { query: { userId: admin.userId, ...query } })).data.map(
      ({ label }) => label,
    )
  expect(await labels({})).toEqual(['Hoy', 'Ayer'])
  expect(await labels({ entity: 'statuses' })).toEqual(['Ayer'])
  expect(await labels({ from: '2026-11-20' })).toEqual(['Hoy'])
  expect(await labels({ to: '2026-11-19' })).toEqual(['Ayer'])
  expect(await labels({ userId: shop.admin.userId })).toEqual([])
})

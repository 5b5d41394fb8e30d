import { CompiledQuery } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { copyRows } from '../../../../tests/support/copy-rows.ts'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { addDispatch, addShipment } from '../../../../tests/support/dispatch.ts'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import type { Db } from '../../platform/database/database.ts'
import { exportInvoices } from './export-invoices.ts'
import { exportPackages } from './export-packages.ts'
import { exportClients } from './routes.ts'

const world = openWorld({ hasGateway: true })
const shop = shareShop(world)
beforeAll(async () => {
  const debtor = await shop.addClient({ firstName: 'Wendy', lastNames: 'Obando', middleName: 'María' })
  await shop.invoice([await shop.receive({ weight: 2.5 })])
  await shop.invoice([await shop.receive({ clientId: debtor.id })], { clientId: debtor.id })
  await shop.invoice([await shop.receive()], { payments: [{ total: 7.5, method: 'cash' }] })
  const voided = await shop.invoice([await shop.receive({ clientId: debtor.id })], { clientId: debtor.id })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  const gone = await shop.addClient({ firstName: 'Bruno', lastNames: 'Obando' })
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: gone.id } })
  await shop.addClient({ firstName: 'Zoila', lastNames: 'Obando' })
  const neighbour = await openShop(world)
  await neighbour.invoice([await neighbour.receive()])
  await addConsignment(shop, await shop.receiveMany(2))
  for (const carrier of ['Moto', 'Cargotrans']) await addDispatch(shop, { carrier })
  await addShipment(shop)
  await addConsignment(shop, [await shop.receive({ weight: 7 })])
  await addHandover(shop, await shop.receiveMany(2))
  await shop.admin.ok('POST /api/tariffs', {
    body: {
      name: 'Feria',
      type: 'aereo',
      pricePerPound: 4.5,
      startDate: '2026-01-01',
      endDate: '2099-12-31',
      notes: 'a;b',
    },
  })
})

type Row = Record<string, unknown>

const lists: { path: string; queries: Record<string, string>[]; rows?: string }[] = [
  { path: '/api/packages', queries: [{ sort: 'statusSince' }, { statusSince: '2099-01-01' }] },
  {
    path: '/api/client',
    queries: [
      {},
      { search: 'obando', sort: '-name' },
      { debt: 'true', ready: 'true' },
      { recent: 'false', search: 'zoila' },
      { from: '2020-01-01', to: '2099-12-31' },
    ],
  },
  {
    path: '/api/invoices',
    queries: [
      {},
      { includeVoided: 'true', search: 'wendy', sort: 'number' },
      { search: '#2' },
      { debt: 'true' },
      { from: '2020-01-01', to: '2099-12-31', status: 'paid', sort: 'number' },
    ],
  },
  { path: '/api/users', rows: 'users', queries: [{}] },
  { path: '/api/tariffs', queries: [{ type: 'aereo', search: 'feria' }, { isActive: 'true' }] },
  { path: '/api/messages', queries: [{ state: 'queued' }] },
  { path: '/api/shipments', queries: [{ status: 'open' }] },
  { path: '/api/waiting', queries: [{ search: 'ana' }] },
  { path: '/api/handovers', queries: [{}] },
  { path: '/api/invoice-shipments', queries: [{ status: 'sent' }, { status: 'all', search: 'ana' }] },
  { path: '/api/dispatches', queries: [{ search: 'moto' }] },
  { path: '/api/audit', queries: [{ entity: 'packages' }] },
]

test.each(lists.flatMap(({ queries, ...list }) => queries.map((query) => ({ ...list, query }))))(
  'the export of $path has the rows of its list with $query, in its order',
  async ({ path, rows = 'data', query }) => {
    const shown = (await shop.admin.send(`GET ${path}`, { query: { page: '1', limit: '100', ...query } })).json()
    const listed: Row[] = shown[rows]
    const answer = await shop.admin.send(`GET ${path}/export`, { query: { format: 'csv', ...query } })
    const [head = [], ...found] = csvRows(answer.rawPayload.toString('utf8'))
    const ids = found.map((row) => row[head.indexOf('Id')])
    // A page of the log has twenty entries.
    expect(ids.slice(0, listed.length)).toEqual(listed.map(({ id }) => id))
    expect(ids).toHaveLength(shown.pagination.total)
    expect(ids.length).toBeGreaterThan(0)
  },
)

test('the export of invoices has those of one client, one currency and one user, as their list', async () => {
  const [invoice] = (await shop.admin.ok('GET /api/invoices', { query: { search: 'wendy' } })).data
  const chosen = { clientId: invoice?.client.id ?? '', currencyId: shop.usd, createdBy: shop.admin.userId }
  expect(await firstOf('GET /api/invoices/export', chosen)).toMatchObject({ Id: invoice?.id })
  for (const key of Object.keys(chosen)) {
    expect(await firstOf('GET /api/invoices/export', { ...chosen, [key]: shop.nio }), key).toMatchObject({ Id: '' })
  }
})

/** The cells of the first row under their heads. */
async function firstOf(path: string, query: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await shop.admin.send(path, { query: { format: 'csv', ...query } })
  const [head = [], row = []] = csvRows(answer.rawPayload.toString('utf8'))
  return Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))
}

test('an export of invoices has their amounts with their currency, and nothing pending of a voided one', async () => {
  const [invoice] = (await shop.admin.ok('GET /api/invoices', { query: { page: '1', search: 'wendy' } })).data
  expect(await firstOf('GET /api/invoices/export', { search: 'wendy' })).toMatchObject({
    Factura: String(invoice?.companyInvoiceId),
    Cliente: 'Wendy María Obando',
    Estado: 'Pendiente',
    Total: String(invoice?.totalAmount),
    Pendiente: String(invoice?.pendingTotal),
    Moneda: 'USD',
    'Hecha por': invoice?.createdBy.fullName,
  })
  const voided = { Total: '7.5', Pendiente: '0', Vuelto: '0' }
  expect(await firstOf('GET /api/invoices/export', { status: 'cancelled' })).toMatchObject(voided)
})

test('an export of invoices or packages has no amounts for who sees no sums of money, and all else', async () => {
  for (const path of ['GET /api/invoices/export', 'GET /api/packages/export'] as const) {
    const headsOf = async (caller: typeof shop.admin) =>
      csvRows((await caller.send(path, { query: { format: 'csv' } })).rawPayload.toString('utf8'))[0] ?? []
    const [all, seen] = [await headsOf(shop.admin), await headsOf(shop.viewer)]
    const money = 'Subtotal Cargos Adelantos Envío Descuento Total Pagado Pendiente Vuelto Precio'.split(' ')
    expect(all.filter((head) => !seen.includes(head))).toEqual(money.filter((head) => all.includes(head)))
    expect(seen.length).toBeGreaterThan(8)
  }
})

test('an export of clients, tariffs, users and shipments has their values in words', async () => {
  expect(await firstOf('GET /api/client/export', { search: 'wendy' })).toMatchObject({
    Nombre: 'Wendy',
    'Segundo nombre': 'María',
    'Acepta mensajes': 'Sí',
  })
  expect(await firstOf('GET /api/tariffs/export', { search: 'feria' })).toMatchObject({
    Tipo: 'Aéreo',
    'Precio por libra': '4.5',
    Desde: '2026-01-01',
    'Por defecto': 'No',
    Notas: 'a;b',
  })
  expect(Object.keys(await firstOf('GET /api/users/export'))).not.toContain('Contraseña')
  expect(await firstOf('GET /api/shipments/export')).toMatchObject({
    Estado: 'Abierto',
    Paquetes: '1',
    'Peso (lbs)': '7',
  })
})

const long = 200

/** A company with so many packages, invoices and clients. */
async function openLongLists(): Promise<Shop> {
  const company = await openShop(world)
  await company.invoice([await company.receive()])
  const copies = { companyId: company.id, count: long - 1 }
  const numbers = "'company_package_id', 1000 + n, 'label_code', lpad(n::text, 8, '0')"
  await copyRows(world, { ...copies, table: 'packages', values: numbers })
  await copyRows(world, { ...copies, table: 'invoices', values: "'company_invoice_id', 1000 + n" })
  await world.owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
     select $1, 'X' || n, 'Eva', 'Paz', '88001122', '|eva paz|', '' from generate_series(1, $2) n`,
    [company.id, long - 1],
  )
  return company
}

test.each([
  ['packages', (db: Db) => exportPackages(db, { format: 'csv' })],
  ['invoices', (db: Db) => exportInvoices(db, { format: 'csv' })],
  ['clients', (db: Db) => exportClients(db, { format: 'csv' })],
] as const)('the file of %s begins with its first ids, without the rows of all the others', async (table, partOf) => {
  const { id, admin } = await openLongLists()
  const { ids, rows: read } = await world.database.asUser({ companyId: id, userId: admin.userId }, async (db) => {
    const ask = async (statement: string, parameters: readonly unknown[] = []) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(statement, [...parameters]))).rows
    const countRows = async () => {
      const counted = 'select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = $1'
      const [count] = await ask(counted, [table])
      return Number(count?.read)
    }
    const { rows } = await partOf(db)
    if (!('openIds' in rows)) throw new Error('Its ids come all at once')
    // A table of a test is so small that PostgreSQL would rather read and sort it whole.
    await ask('set local enable_seqscan = off')
    await ask('set local enable_bitmapscan = off')
    await ask('set local enable_sort = off')
    // Rows that an index alone answers are not counted.
    await ask('set local enable_indexonlyscan = off')
    // The connection may have counts of its last transaction still.
    const before = await countRows()
    await ask(rows.openIds.sql, rows.openIds.parameters)
    const first = await ask('fetch forward 5 from ids')
    return { ids: first.length, rows: (await countRows()) - before }
  })
  expect(ids).toBe(5)
  // Rows whose order an index gives in part are sorted in groups of 32.
  expect(read).toBeGreaterThanOrEqual(ids)
  expect(read).toBeLessThan(long / 2)
})

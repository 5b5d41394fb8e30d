import { beforeAll, expect, test } from 'vitest'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld({ hasGateway: true })
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world)
  const debtor = await shop.addClient({ firstName: 'Wendy', lastNames: 'Obando', middleName: 'María' })
  await shop.invoice([await shop.receive({ weight: 2.5 })])
  await shop.invoice([await shop.receive({ clientId: debtor.id })], { clientId: debtor.id })
  await addConsignment(shop, await shop.receiveMany(2))
  await addConsignment(shop, [await shop.receive({ weight: 7 })])
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

const lists: { path: string; queries: Record<string, string>[]; rows: string }[] = [
  {
    path: '/api/packages',
    rows: 'data',
    queries: [
      {},
      { sort: 'statusSince' },
      { sort: '-statusSince' },
      { from: '2020-01-01' },
      { statusSince: '2099-01-01' },
    ],
  },
  { path: '/api/client', rows: 'data', queries: [{}, { search: 'wendy' }, { debt: 'true' }, { sort: '-name' }] },
  {
    path: '/api/invoices',
    rows: 'data',
    queries: [{}, { status: 'pending' }, { search: 'wendy' }, { sort: 'number' }],
  },
  { path: '/api/users', rows: 'users', queries: [{}] },
  { path: '/api/tariffs', rows: 'data', queries: [{}, { type: 'aereo' }, { search: 'feria' }, { isActive: 'true' }] },
  { path: '/api/messages', rows: 'data', queries: [{}, { state: 'queued' }] },
  { path: '/api/shipments', rows: 'data', queries: [{}, { status: 'open' }] },
  { path: '/api/audit', rows: 'data', queries: [{ entity: 'packages' }] },
]

test.each(lists.flatMap(({ queries, ...list }) => queries.map((query) => ({ ...list, query }))))(
  'the export of $path has the rows of its list with $query, in its order',
  async ({ path, rows, query }) => {
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

/** The cells of the first row under their heads. */
async function firstOf(path: string, query: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await shop.admin.send(path, { query: { format: 'csv', ...query } })
  const [head = [], row = []] = csvRows(answer.rawPayload.toString('utf8'))
  return Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))
}

test('an export of invoices has their amounts, and the currency beside them', async () => {
  const [invoice] = (await shop.admin.ok('GET /api/invoices', { query: { page: '1', search: 'wendy' } })).data
  expect(await firstOf('GET /api/invoices/export', { search: 'wendy' })).toMatchObject({
    Factura: String(invoice?.companyInvoiceId),
    Cliente: 'Wendy Obando',
    Estado: 'Pendiente',
    Total: String(invoice?.totalAmount),
    Pendiente: String(invoice?.pendingTotal),
    Moneda: 'USD',
    'Hecha por': invoice?.createdBy.fullName,
  })
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
    'Peso (lb)': '7',
  })
})

test('an export of the queue is for admins, one of a client for everyone', async () => {
  const path = 'GET /api/messages/export'
  expect((await shop.user.send(path, { query: { format: 'csv' } })).statusCode).toBe(403)
  const query = { format: 'csv', clientId: shop.client.id }
  expect((await shop.viewer.send(path, { query })).statusCode).toBe(200)
})

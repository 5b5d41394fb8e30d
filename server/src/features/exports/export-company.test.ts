import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { isCall, sampleCalls } from '../../../../tests/support/sample-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { archiveTables, leftOutColumns, leftOutTables } from './archive-tables.ts'

const world = openWorld({ hasGateway: true })
const call = 'GET /api/company/export'

/** Calls that leave rows in most of the tables. */
const filling = [
  'DELETE /api/invoices/:id',
  'POST /api/invoices/:id/payments',
  'POST /api/clients/:id/collections',
  'POST /api/handovers',
  'POST /api/clients/:id/pickers',
  'POST /api/shipments/:id/arrivals',
  'POST /api/shipments/:id/close',
  'POST /api/cash-sessions/:id/movements',
  'POST /api/packages/correction',
  'PUT /api/currencies/:id',
  'POST /api/receptions',
]

async function filesOf(shop: Shop): Promise<Map<string, string[][]>> {
  const { rawPayload, headers, statusCode } = await shop.admin.send(call)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="empresa-\d{4}-\d\d-\d\d\.zip"$/)
  return new Map(Object.entries(unzipSync(rawPayload)).map(([name, content]) => [name, csvRows(strFromU8(content))]))
}

test('the file of a company has every table and column of the database, or says why not', async () => {
  const { rows } = await world.owner.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname`,
  )
  const names = rows.map(({ name }) => name).toSorted()
  expect(names).toEqual([...Object.keys(archiveTables), ...Object.keys(leftOutTables)].toSorted())
  for (const { name, columns } of rows) {
    const table = archiveTables[name]
    if (!table) continue
    const described = table.columns.map(([column]) => column)
    expect(columns.filter((column) => !leftOutColumns.includes(column)).toSorted(), name).toEqual(described.toSorted())
  }
  const files = Object.values(archiveTables).map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
})

test('the file of a company has all rows of each of its tables, and none of another company', async () => {
  const [shop, neighbour] = [await openShop(world), await openShop(world)]
  for (const one of [shop, neighbour]) {
    for (const name of filling) {
      if (isCall(name)) await one.admin.send(name, await sampleCalls[name](one))
    }
  }
  const files = await filesOf(shop)
  for (const [table, { file }] of Object.entries(archiveTables)) {
    const key = table === 'companies' ? 'id' : 'company_id'
    const { rows } = await world.owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${key} = $1`,
      [shop.id],
    )
    const found = files.get(`${file}.csv`)
    // The log and the exports have grown by the end of this very export.
    if (table !== 'audit_entries') expect([file, (found?.length ?? 0) - 1]).toEqual([file, rows[0]?.count])
  }
  const text = JSON.stringify([...files])
  expect(text).toContain(shop.client.id)
  for (const id of [neighbour.id, neighbour.client.id, neighbour.admin.userId]) expect(text).not.toContain(id)
})

test('the file of a company holds no secrets', async () => {
  const shop = await openShop(world)
  await shop.invoice([await shop.receive()])
  const text = JSON.stringify([...(await filesOf(shop))])
  const { rows } = await world.owner.query<{ secret: string }>(
    `select password_hash as secret from users where company_id = $1
     union all select encode(token_hash, 'hex') from sessions where company_id = $1
     union all select webhook_token from whatsapp_sessions where company_id = $1
     union all select hmac_key from whatsapp_sessions where company_id = $1`,
    [shop.id],
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { secret } of rows) expect(text).not.toContain(secret)
})

test('the description names each column of each file', async () => {
  const shop = await openShop(world)
  const files = await filesOf(shop)
  const [head, ...described] = files.get('columnas.csv') ?? []
  expect(head).toEqual(['Archivo', 'Columna', 'Qué contiene', 'Qué es'])
  for (const [name, [heads]] of files) {
    if (name === 'columnas.csv') continue
    expect(described.filter(([file]) => file === name).map(([, column]) => column)).toEqual(heads)
  }
  expect(files.size).toBe(Object.keys(archiveTables).length + 1)
})

import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { isCall, sampleCalls } from '../../../../tests/support/sample-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

/** The tables that the file leaves out, and why. */
const leftOutTables: Record<string, string> = {
  address_failures: 'belongs to no company',
  token_calls: 'how many calls a token has left',
  applied_sql: 'belongs to no company',
  arrival_measures: 'is made of the history of the packages',
  bulk_status_changes: 'matters for ten seconds; the history of the packages has the changes',
  chat_aliases: 'names by which WhatsApp hides numbers',
  client_credit_balances: 'is the sum of the credits',
  client_devices: 'is the key to the pages of a client',
  client_links: 'is the key to the pages of a client',
  conversation_repliers: 'says who writes a reply just now, for seconds',
  company_counters: 'is counted from the rows',
  gateway_turns: 'belongs to no company',
  idempotency_keys: 'matters for the repetition of a call',
  import_files: 'is swept; what was written of it is in its own table',
  import_layouts: 'remembers how files looked',
  import_rows: 'is swept; what was written of them is in its own table',
  installation_pace: 'belongs to no company',
  invoice_links: 'is the key to an invoice',
  known_origins: 'is for the guard of sign-ins',
  message_reactions: 'is known by the ids of WhatsApp alone',
  passkeys: 'is the key to an account',
  package_photo_contents: 'is the pictures of photos, each of which its call gives; all of them would be gigabytes',
  package_search_texts: 'is made of the packages and their owners',
  recovery_codes: 'is the key to an account',
  received_files: 'is what clients sent, each of which its call gives; all of it would be gigabytes',
  schema_migrations: 'belongs to no company',
  second_steps: 'is the key to an account',
  sessions: 'is the key to an account',
  sign_in_tickets: 'is for the guard of sign-ins',
  trusted_devices: 'is the key to an account',
  sign_in_failures: 'is for the guard of sign-ins',
  sign_in_tries: 'is for the guard of sign-ins',
  webhook_deliveries: 'is swept; what it says stands in the tables it is about',
  webhook_events: 'is for the repetition of an event',
  webhook_turns: 'matters for the next call',
  whatsapp_sessions: 'holds the keys of the gateway',
}

/** The columns that it leaves out of the tables it has: secrets, and what the server makes of other columns to find rows. */
const leftOutColumns: readonly string[] = [
  'company_id',
  'version',
  'search_text',
  'client_search_text',
  'sort_name',
  'maritimo',
  'aereo',
  'entry',
  'password_hash',
  'token_hash',
  'asked_from',
  'chat_code',
  'chat_code_until',
  'secret',
  'phone_key',
  'second_phone_code',
  'second_phone_code_until',
  'chat_known_at',
  'chat_alias',
  'event_key',
  'preview',
  'link',
  'receipt_link',
  'photo_link',
  'audio_path',
  'file_path',
  'fetch_at',
  'lease_until',
  'early_receipts',
  'gateway_message_id',
  'is_counted',
  'counts_on_no_day',
  'logo_url',
  'is_operator',
  'is_demo',
]

type Table = { name: string; file: string | null; columns: { name: string; description: string | null }[] }

/** Reads every table of the database, with what its comments say. */
async function readTables(): Promise<Table[]> {
  const { rows } = await world.owner.query<Table>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as file,
            jsonb_agg(jsonb_build_object('name', a.attname, 'description', col_description(c.oid, a.attnum))) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid`,
  )
  return rows
}

const world = openWorld({ hasGateway: true })
const shop = shareShop(world)
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

let neighbour: Shop
let files: Map<string, string[][]>
beforeAll(async () => {
  neighbour = await openShop(world)
  for (const one of [shop, neighbour]) {
    for (const name of filling) if (isCall(name)) await one.admin.send(name, await sampleCalls[name](one))
  }
  files = await filesOf(shop)
})

test('the file of a company has every table and column of the database that is not left out by name', async () => {
  const tables = await readTables()
  const forgotten = tables.filter(({ file, name }) => (file === null) !== name in leftOutTables).map(({ name }) => name)
  const columns = tables
    .filter(({ file }) => file)
    .flatMap(({ name: table, columns }) => columns.map(({ name, description }) => ({ table, name, description })))
  const undescribed = columns
    .filter(({ name, description }) => /^[^:]+: ./.test(description ?? '') === leftOutColumns.includes(name))
    .map(({ table, name }) => `${table}.${name}`)
  expect(
    [...forgotten, ...undescribed],
    "as `comment on column … is 'Head: meaning'` in its migration, or left out",
  ).toEqual([])
  const files = tables.flatMap(({ file }) => file ?? [])
  expect(new Set(files).size).toBe(files.length)
})

test('the file of a company has all rows of each of its tables, and none of another company', async () => {
  for (const { name: table, file } of await readTables()) {
    if (!file) continue
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
  const { rows } = await world.owner.query<{ secret: string }>(
    `select password_hash as secret from users where company_id = $1
     union all select encode(token_hash, 'hex') from sessions where company_id = $1
     union all select webhook_token from whatsapp_sessions where company_id = $1
     union all select hmac_key from whatsapp_sessions where company_id = $1`,
    [shop.id],
  )
  expect(rows.length).toBeGreaterThan(3)
  const text = JSON.stringify([...files])
  for (const { secret } of rows) expect(text).not.toContain(secret)
})

test('the description names each column of each file, what it holds and what it means', async () => {
  const [head, ...described] = files.get('columnas.csv') ?? []
  expect(head).toEqual(['Archivo', 'Columna', 'Qué contiene', 'Qué es'])
  for (const [name, [heads]] of files) {
    if (name === 'columnas.csv') continue
    expect(described.filter(([file]) => file === name).map(([, column]) => column)).toEqual(heads)
  }
  for (const row of [
    ['paquetes.csv', 'Paquete', 'Número entero', 'Número del paquete'],
    ['facturas.csv', 'Total', 'Número', 'Lo que se cobra'],
    ['estados.csv', 'Orden', 'Número entero', 'Su lugar entre los estados'],
    ['tarifas.csv', 'Desde', 'Fecha', 'Primer día en que vale'],
    ['tarifas.csv', 'Activa', 'Sí o No', 'Si se puede elegir'],
    ['tarifas.csv', 'Eliminado', 'Fecha y hora de Managua', 'Vacío mientras existe'],
    ['bitacora.csv', 'Antes', 'Texto JSON', 'Los valores de antes'],
    ['logo.csv', 'Imagen', 'Imagen en base64', 'La imagen WebP, en base64'],
    ['clientes.csv', 'Casilleros anteriores', 'Lista', 'De los clientes que se le unieron'],
    ['clientes.csv', 'Casillero', 'Texto', 'Número de casillero'],
  ])
    expect(described).toContainEqual(row)
  expect(files.size).toBe((await readTables()).filter(({ file }) => file).length + 1)
})

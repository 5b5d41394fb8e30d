import { join } from 'node:path'
import { Client } from 'pg'
import { templateDatabase, urlOf } from '../../support/test-database.ts'

/** The file with Kysely's types of the tables. */
export const tablesFile = join(import.meta.dirname, '../../../server/src/platform/database/tables.ts')

type Column = {
  table: string
  name: string
  type: string
  isNullable: boolean
  isComputed: boolean
  isKey: boolean
  hasDefault: boolean
  mayInsert: boolean
  mayUpdate: boolean
  checks: string
}

// A table without rights of requests is reached through functions, and no statement names it.
const columnsOfTables = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    a.attgenerated <> '' as "isComputed",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey",
    a.atthasdef as "hasDefault",
    has_column_privilege('casillero_app', c.oid, a.attnum, 'insert') as "mayInsert",
    has_column_privilege('casillero_app', c.oid, a.attnum, 'update') as "mayUpdate",
    coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
              where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '') as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace
    and has_any_column_privilege('casillero_app', c.oid, 'select')
  order by c.relname, a.attnum`

const wireTypes: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  interval: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Instant',
  uuid: 'string',
  'uuid[]': 'string[]',
}

// No grant says it of these, but no statement sets them: the company and the actor come from the transaction, the rest from
// triggers.
const setByDatabase = ['company_id', 'created_at', 'created_by', 'version']
const setByDatabaseIn: Record<string, readonly string[]> = {
  bulk_status_changes: ['user_id'],
  conversation_repliers: ['user_id'],
  invoice_shipments: ['date_shipped'],
  package_status_changes: ['user_id'],
  templates: ['expires_after'],
  webhook_events: ['received_at'],
  whatsapp_sessions: [
    'status_since',
    'failed_from',
    'is_unlinked',
    'problem',
    'next_try_at',
    'begun_at',
    'lease_until',
  ],
}
// Columns that are written with the row and never again, although requests could.
const writtenOnceIn: Record<string, readonly string[]> = {
  bulk_status_changes: ['to_status_id', 'undo_until'],
  clients: ['casillero'],
  idempotency_keys: ['endpoint', 'request_hash'],
  messages: ['event_key', 'occasion', 'status_id', 'client_id', 'template_id', 'invoice_id', 'link'],
  packages: ['company_package_id'],
  templates: ['key', 'title', 'default_content', 'position'],
  whatsapp_sessions: ['name', 'webhook_token', 'hmac_key'],
}
// Types that a check constraint cannot give.
const ownKinds: Record<string, string> = {
  'audit_entries.before': 'GeneratedAlways<Record<string, unknown> | null>',
  'audit_entries.after': 'GeneratedAlways<Record<string, unknown> | null>',
  'idempotency_keys.response': 'ColumnType<unknown, never, string>',
  'messages.first_contact_at': 'ColumnType<Instant | null, never, null>',
}

function valueType({ table, name, type, checks, isNullable }: Column): string {
  const read = wireTypes[type]
  if (read === undefined)
    throw new Error(`${table}.${name} is of the type ${type}, which tests/server/support/tables-text.ts does not know`)
  const [, list] = /= ANY \(ARRAY\[([^\]]*)\]/.exec(checks) ?? []
  const values = [...(list?.matchAll(/'([^']*)'::text/g) ?? [])].map(([, value]) => `'${value}'`)
  const value = values.length > 0 ? values.join(' | ') : read
  return isNullable && value !== 'unknown' ? `${value} | null` : value
}

function kindOf(column: Column): string {
  const { table, name } = column
  const own = ownKinds[`${table}.${name}`]
  if (own !== undefined) return own
  const value = valueType(column)
  const isNamedIn = (sheet: Record<string, readonly string[]>) => sheet[table]?.includes(name) === true
  const isSetByDatabase = column.isComputed || setByDatabase.includes(name) || isNamedIn(setByDatabaseIn)
  const mayUpdate = column.mayUpdate && !column.isKey && !isNamedIn(writtenOnceIn)
  if (isSetByDatabase || (!column.mayInsert && !mayUpdate)) return `GeneratedAlways<${value}>`
  if (!column.mayInsert) return `ColumnType<${value}, never, ${value}>`
  if (!mayUpdate) return column.hasDefault ? `ColumnType<${value}, ${value} | undefined, never>` : `Fixed<${value}>`
  return column.hasDefault ? `Generated<${value}>` : value
}

function missingNames(columns: readonly Column[]): string[] {
  const present = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  const sheets = [setByDatabaseIn, writtenOnceIn].flatMap((sheet) =>
    Object.entries(sheet).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  )
  return [...sheets, ...Object.keys(ownKinds)].filter((name) => !present.has(name))
}

/** Each table of the migrated database as the text of a type; throws when a sheet above names a column that is not there. */
export async function tableTexts(): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ connectionString: urlOf(process.env.TEST_OWNER_URL ?? '', templateDatabase) })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columnsOfTables)
    const missing = missingNames(rows)
    if (missing.length > 0)
      throw new Error(`tests/server/support/tables-text.ts names ${missing}, which the database does not have`)
    const lines = Map.groupBy(rows, ({ table }) => table)
    return new Map(
      [...lines].map(([table, columns]) => [
        table,
        `  ${table}: {\n${columns.map((column) => `    ${column.name}: ${kindOf(column)}\n`).join('')}  }\n`,
      ]),
    )
  } finally {
    await client.end()
  }
}

/** Makes the text of the whole file. */
export const tablesText = (
  tables: ReadonlyMap<string, string>,
): string => `// Written by \`npm run tables\` from the migrated database.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fixed, Instant } from './column-kinds.ts'

/** The tables that requests have a right on, as Kysely needs to know them. */
export type Tables = {
${[...tables.values()].join('')}}
`

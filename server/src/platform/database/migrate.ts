import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, DatabaseError } from 'pg'
import { withConnection } from './single-connection.ts'

export type MigrateOptions = {
  /** The folder of the files `0001_name.sql`, `0002_name.sql` … */
  directory: string
  say: (line: string) => void
}

type Migration = { name: string; sql: string; checksum: string }

/** Any number will do as long as every version of Casillero takes the same one. */
const migrationLock = 7_253_804_117

const roleTries = 10
const roleRaceCodes = new Set(['23505', '42710', 'XX000'])

/**
 * Brings a database to the newest schema: makes the two unprivileged roles, then runs each new file in a transaction of its own.
 * Servers that start at once take turns; a file that is interrupted leaves nothing behind.
 *
 * @param ownerUrl a connection string of the role that owns the database
 * @throws when a file that was applied has changed since, or a new file would have to run before an applied one
 */
export async function migrate(ownerUrl: string, { directory, say }: MigrateOptions): Promise<void> {
  const migrations = readMigrations(directory)
  await withConnection(ownerUrl, async (client) => {
    await ensureRoles(client)
    await inTurn(client, async () => {
      await client.query(
        `create table if not exists schema_migrations (
           name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      )
    })
    for (const migration of migrations) await inTurn(client, () => applyOnce(client, migration, say))
  })
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

/** One transaction under one lock: a second server waits here, then finds the work done. */
async function inTurn(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await work()
    await client.query('commit')
  } catch (error) {
    // On a cut connection this fails too, and must not hide why.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function applyOnce(client: Client, migration: Migration, say: (line: string) => void): Promise<void> {
  const { name, sql, checksum } = migration
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations where name >= $1 order by name',
    [name],
  )
  const first = applied.rows[0]
  if (first?.name === name) {
    if (first.checksum === checksum) return
    throw new Error(
      `The migration ${name} was changed after it had been applied. Put it back, and write the change as a new file.`,
    )
  }
  if (first)
    throw new Error(
      `The migration ${name} is new but comes before ${first.name}, which is already applied. Give it a later number.`,
    )
  say(`Applying ${name} …`)
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${describe(error, sql)}`, { cause: error })
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) return String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}${error.detail ? `. ${error.detail}` : ''}`
}

/** Roles belong to the whole cluster while the lock belongs to one database, so two databases can meet here: who loses tries again. */
async function ensureRoles(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTurn(client, () => createRoles(client))
      return
    } catch (error) {
      const raced = error instanceof DatabaseError && roleRaceCodes.has(error.code ?? '')
      if (!raced || attempt === roleTries) throw error
    }
  }
}

async function createRoles(client: Client): Promise<void> {
  for (const role of ['casillero_app', 'casillero_definer']) {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (found.rowCount === 0) {
      await client.query(
        `create role ${role} nologin nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`,
      )
    }
    const allowed = await client.query<{ may: boolean }>(`select pg_has_role(current_user, $1, 'set') as may`, [role])
    // The right to become the role, without having its rights all the time.
    if (!allowed.rows[0]?.may) await client.query(`grant ${role} to current_user with set true, inherit false`)
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, DatabaseError } from 'pg'
import { applyPresentSql, computeChecksum, readPresentSql, runFile } from './present-sql.ts'
import { withConnection } from './single-connection.ts'

export type MigrateOptions = {
  /** With `migrations/` and `sql/`; left out: the one of this server. */
  directory?: string
  say: (line: string) => void
}

type Migration = { name: string; sql: string; checksum: string }
type Applied = Pick<Migration, 'name' | 'checksum'>

/** Lists the migrations of before 1.0.0 by name and checksum; those up to the last of them make the schema that they left. */
const adoptedFile = 'adopted.txt'

/** Any number, as long as every version takes the same. */
const migrationLock = 7_253_804_117

const ownDirectory = join(import.meta.dirname, '../../..')
const roleTries = 10
const roleRaceCodes = new Set(['23505', '42710', 'XX000'])

/**
 * The roles, the new files of `migrations/` and the changed ones of `sql/`, in one transaction: other servers see tables and functions of
 * one version. Servers that start at once take turns.
 * @param ownerUrl a connection string of the role that owns the database
 * @throws when a migration that was applied has changed since, a new one would have to run before an applied one, or the database is of a
 * state that this version does not adopt
 */
export async function migrate(ownerUrl: string, { directory = ownDirectory, say }: MigrateOptions): Promise<void> {
  const migrations = readMigrations(join(directory, 'migrations'))
  const former = readAdopted(join(directory, 'migrations', adoptedFile))
  const presentSql = readPresentSql(join(directory, 'sql'))
  await withConnection(ownerUrl, async (client) => {
    // A migration's warnings are for the people who run the installation.
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING' && message !== undefined) say(message)
    })
    await ensureRoles(client)
    await runInTurn(client, async () => {
      await client.query(
        `create table if not exists schema_migrations (
           name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      )
      await adopt(client, migrations, former)
      let isMigrated = false
      for (const migration of migrations) isMigrated = (await applyOnce(client, migration, say)) || isMigrated
      await applyPresentSql(client, presentSql, { isMigrated, say })
    })
  })
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8')
      return { name, sql, checksum: computeChecksum(sql) }
    })
}

function readAdopted(path: string): Applied[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => {
    const [name = '', checksum = ''] = line.split(' ')
    return { name, checksum }
  })
}

/**
 * The schema of 1.0.0 is the one that the migrations before it made. Their names stay, because a server of the version before looks for
 * them.
 */
async function adopt(client: Client, migrations: readonly Migration[], former: readonly Applied[]): Promise<void> {
  const last = former.at(-1)
  const [first] = migrations
  if (last === undefined || first === undefined) return
  const { rows: applied } = await client.query<Applied>('select name, checksum from schema_migrations')
  const has = (one: Applied) => applied.some(({ name, checksum }) => name === one.name && checksum === one.checksum)
  if (applied.length === 0 || has(first)) return
  const missing = former.find((one) => !has(one))
  if (missing) {
    throw new Error(
      `This database is older than version 1.0.0 can take: it lacks ${missing.name}. Start the commit 926fb2d of Casillero on it once, then this version.`,
    )
  }
  for (const { name, checksum } of migrations.filter((one) => one.name <= last.name)) {
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

/** A second server waits here, then finds the work done. */
async function runInTurn(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await work()
    await client.query('commit')
  } catch (error) {
    // On a lost connection the rollback fails too, and must not hide the first error.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** True where it was applied now. */
async function applyOnce(client: Client, migration: Migration, say: (line: string) => void): Promise<boolean> {
  const { name, sql, checksum } = migration
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations where name >= $1 order by name',
    [name],
  )
  const first = applied.rows[0]
  if (first?.name === name) {
    if (first.checksum === checksum) return false
    throw new Error(
      `The migration ${name} was changed after it had been applied. Put it back, and write the change as a new file.`,
    )
  }
  if (first)
    throw new Error(
      `The migration ${name} is new but comes before ${first.name}, which is already applied. Give it a later number.`,
    )
  say(`Applying ${name} …`)
  await runFile(client, `The migration ${name}`, sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  return true
}

/** Roles belong to the cluster while the lock belongs to one database: of two that make them at once the loser tries again. */
async function ensureRoles(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runInTurn(client, () => createRoles(client))
      return
    } catch (error) {
      const raced = error instanceof DatabaseError && roleRaceCodes.has(error.code ?? '')
      if (!raced || attempt === roleTries) throw error
    }
  }
}

async function createRoles(client: Client): Promise<void> {
  for (const role of ['casillero_app', 'casillero_definer', 'casillero_client']) {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (found.rowCount === 0) {
      await client.query(
        `create role ${role} nologin nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`,
      )
    }
    const allowed = await client.query<{ may: boolean }>(`select pg_has_role(current_user, $1, 'set') as may`, [role])
    // Without `inherit`, the owner may become the role but does not have its rights all the time.
    if (!allowed.rows[0]?.may) await client.query(`grant ${role} to current_user with set true, inherit false`)
  }
  const isMember = await client.query<{ may: boolean }>(
    `select pg_has_role('casillero_app', 'casillero_client', 'set') as may`,
  )
  // A request for a client's page gives up the rights of requests for those of one client.
  if (!isMember.rows[0]?.may) {
    await client.query('grant casillero_client to casillero_app with set true, inherit false')
  }
}

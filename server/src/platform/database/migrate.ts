import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Client, DatabaseError } from 'pg'
import { withConnection } from './single-connection.ts'

type SqlFile = { path: string; sql: string; checksum: string }

/** Files in the order in which they are applied. */
type PresentSql = {
  files: SqlFile[]
  /** The next line of `versions.txt`, if the last one differs. */
  checksum: string
  /** Oldest first. */
  released: string[]
}

/** Lists every released state of the folder. */
export const versionsFile = 'versions.txt'

/** SHA-256 in hexadecimal, independent of the checkout's line ends. */
function computeChecksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** Also applied to tables that a migration has just made. */
const isRule = ({ path }: { path: string }) => path.endsWith('/every-table.sql')

/** Functions come first, then the views that call them, then triggers, which lock their tables. */
function rankFile(path: string): number {
  if (isRule({ path })) return 3
  return path.endsWith('/triggers.sql') ? 2 : path.endsWith('/views.sql') ? 1 : 0
}

/**
 * @param directory the folder `sql/`; one that does not exist holds nothing
 */
export function readPresentSql(directory: string): PresentSql {
  if (!existsSync(directory)) return { files: [], checksum: computeChecksum(''), released: [] }
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const sql = readFileSync(file, 'utf8')
      return { path: relative(directory, file).replaceAll('\\', '/'), sql, checksum: computeChecksum(sql) }
    })
    .toSorted((a, b) => rankFile(a.path) - rankFile(b.path) || (a.path < b.path ? -1 : 1))
  const versions = join(directory, versionsFile)
  return {
    files,
    checksum: computeChecksum(files.map(({ path, checksum }) => `${path} ${checksum}\n`).join('')),
    released: existsSync(versions) ? readFileSync(versions, 'utf8').split(/\s+/).filter(Boolean) : [],
  }
}

/**
 * Runs in the caller's transaction; after a migration, applies the rules for every table. Newer functions stay: a server of the version
 * before must not restore its own.
 */
async function applyPresentSql(
  client: Client,
  { files, released }: PresentSql,
  { isMigrated, say }: { isMigrated: boolean; say: (line: string) => void },
): Promise<void> {
  await client.query(
    `create table if not exists applied_sql (
       path text primary key, checksum text not null, version int not null, applied_at timestamptz not null default now())`,
  )
  const applied = await client.query<{ path: string; checksum: string; version: number }>(
    'select path, checksum, version from applied_sql',
  )
  const version = released.length
  const appliedVersion = Math.max(0, ...applied.rows.map((row) => row.version))
  if (appliedVersion > version) {
    say(
      `The functions of this database are of version ${appliedVersion}, newer than this server's ${version}: they stay.`,
    )
    return
  }
  const checksums = new Map(applied.rows.map((row) => [row.path, row.checksum]))
  const changed = files.filter(({ path, checksum }) => checksums.get(path) !== checksum)
  const due = files.filter((file) => changed.includes(file) || (isMigrated && isRule(file)))
  if (due.length > 0) await applyFiles(client, due, say)
  if (changed.length === 0 && applied.rowCount === files.length && appliedVersion === version) return
  await client.query('delete from applied_sql where path <> all ($1)', [files.map(({ path }) => path)])
  await client.query('update applied_sql set version = $1', [version])
  for (const { path, checksum } of changed) {
    await client.query(
      `insert into applied_sql (path, checksum, version) values ($1, $2, $3)
       on conflict (path) do update set checksum = excluded.checksum, applied_at = now()`,
      [path, checksum, version],
    )
  }
}

/** Checks all bodies at the end, so that a function may stand before one that it calls. */
async function applyFiles(client: Client, files: SqlFile[], say: (line: string) => void): Promise<void> {
  say(`Applying ${files.length} files of functions, policies and triggers …`)
  await client.query(`grant create on schema public to casillero_definer; set local check_function_bodies = off`)
  for (const { path, sql } of files) await runFile(client, `The file sql/${path}`, `${sql}\n;reset role`)
  await client.query('set local check_function_bodies = on')
  const check = `select fmgr_sql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'sql' and p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = current_user`
  await runFile(client, 'A function of sql/', `${check}; set local role casillero_definer; ${check}; reset role`)
  await client.query('revoke create on schema public from casillero_definer')
}

/** Its error says what failed, where, and why. */
async function runFile(client: Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new Error(`${name} failed: ${describe(error, sql)}`, { cause: error })
  }
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) return String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}${error.detail ? `. ${error.detail}` : ''}${error.where ? `. ${error.where}` : ''}`
}

export type MigrateOptions = {
  /** Holds `migrations/` and `sql/`; left out: this server's folder. */
  directory?: string
  say: (line: string) => void
}

type Migration = { name: string; sql: string; checksum: string }
type Applied = Pick<Migration, 'name' | 'checksum'>

/** Lists the migrations before 1.0.0 by name and checksum. Those up to the last of them make the schema of 1.0.0. */
const adoptedFile = 'adopted.txt'

/** Any number, but the same in every version. */
const migrationLock = 7_253_804_117

const ownDirectory = join(import.meta.dirname, '../../..')
const roleTries = 10
const roleRaceCodes = new Set(['23505', '42710', 'XX000'])

/**
 * Applies the roles, new files of `migrations/` and changed ones of `sql/` in one transaction, so that other servers see one version.
 * Servers that start at once take turns.
 * @param ownerUrl a connection string of the role that owns the database
 * @throws when a migration that was applied has changed since, a new one would have to run before an applied one, or the database is of a
 * state that this version does not adopt
 */
export async function migrate(ownerUrl: string, { directory = ownDirectory, say }: MigrateOptions): Promise<void> {
  const migrations = readMigrations(join(directory, 'migrations'))
  const former = readAdopted(join(directory, 'migrations', adoptedFile))
  const presentSql = readPresentSql(join(directory, 'sql'))
  await withConnection(ownerUrl, async (client) => {
    // Migrations warn the people who run the installation.
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

/** Earlier migrations made the schema of 1.0.0. Their names stay, because a server of the version before looks for them. */
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

/** A second server waits here, and then finds the work done. */
async function runInTurn(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await work()
    await client.query('commit')
  } catch (error) {
    // On a lost connection the rollback fails too; it must not hide the first error.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Returns true if it was applied now. */
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

/** Roles belong to the cluster, the lock to one database. So two servers may create them at once, and the loser tries again. */
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
    // Without `inherit`, the owner may become the role but does not always have its rights.
    if (!allowed.rows[0]?.may) await client.query(`grant ${role} to current_user with set true, inherit false`)
  }
  const isMember = await client.query<{ may: boolean }>(
    `select pg_has_role('casillero_app', 'casillero_client', 'set') as may`,
  )
  // A request for a client's page swaps its rights for those of one client.
  if (!isMember.rows[0]?.may) {
    await client.query('grant casillero_client to casillero_app with set true, inherit false')
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Client, DatabaseError } from 'pg'

type SqlFile = { path: string; sql: string; checksum: string }

/** In the order in which they are applied. */
export type PresentSql = {
  files: SqlFile[]
  /** The next line of `versions.txt`, unless it is the last one already. */
  checksum: string
  /** The first one first. */
  released: string[]
}

/** Names every released state of the folder. */
export const versionsFile = 'versions.txt'

/** SHA-256 in hexadecimal, whichever line ends the file was checked out with. */
export function computeChecksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** Also for those that a migration has just made. */
const isRule = ({ path }: { path: string }) => path.endsWith('/every-table.sql')

/** Functions first, then the views that call them, then the triggers, which lock their tables. */
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
 * In the caller's transaction, and after a migration the rules for every table. Functions of a newer version stay: a server of the version
 * before must not put its own back.
 */
export async function applyPresentSql(
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

/** Then checks all bodies: checked earlier, a function could not stand before one that it calls. */
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

/** An error says what failed, where, and why. */
export async function runFile(client: Client, name: string, sql: string): Promise<void> {
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

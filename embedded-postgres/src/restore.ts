import { existsSync, lchownSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupMark } from './backup.ts'
import { findPostgresBinaries } from './binaries.ts'
import type { Configuration } from './configuration.ts'
import { copyTree } from './copy-tree.ts'
import { lockFolder } from './folder-lock.ts'
import { passwordFile } from './passwords.ts'
import { choosePlace, type SystemUser } from './place.ts'
import { findRunningPostmaster } from './postmaster-file.ts'
import { EmbeddedPostgresError } from './refusal.ts'
import { restoredMark } from './restored-mark.ts'

export type RestoreOptions = {
  source: string
  /** Created if missing. */
  dataDir: string
  /** Moves an existing database aside under another name. */
  replace: boolean
  say: (line: string) => void
}

const postgresVersion = '18'

/**
 * The next start replays the backup's log.
 * @throws when the backup is not whole, PostgreSQL runs, or a database is there and may not be replaced
 */
export async function restore(
  configuration: Configuration,
  { source, dataDir, replace, say }: RestoreOptions,
): Promise<void> {
  if (!existsSync(join(source, backupMark))) {
    const why = `${source} is no complete backup: it has no ${backupMark}.`
    throw new EmbeddedPostgresError('backup_incomplete', source, why)
  }
  const version = readFileSync(join(source, 'postgres/PG_VERSION'), 'utf8').trim()
  if (version !== postgresVersion) {
    const why = `The backup is of PostgreSQL ${version}; this is ${postgresVersion}.`
    throw new EmbeddedPostgresError('backup_of_other_version', source, why)
  }
  const { home, cluster, user } = choosePlace(configuration, dataDir, findPostgresBinaries(), say)
  const unlock = lockFolder(home)
  const stillRuns = () =>
    new EmbeddedPostgresError('is_running', home, `PostgreSQL is running on the data folder ${home}.`)
  if (!unlock) throw stillRuns()
  try {
    if (findRunningPostmaster(cluster)) throw stillRuns()
    if (existsSync(cluster) && !replace) {
      throw new EmbeddedPostgresError('has_database', home, `${home} already has a database.`)
    }
    const unfinished = `${cluster}.restoring`
    rmSync(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    await copyTree(join(source, 'postgres'), unfinished, () => 'copy')
    // Inside the cluster, so that mark and restored rows come into place together.
    await writeFile(join(unfinished, restoredMark(configuration)), '', { mode: 0o600, flush: true })
    if (user) giveTo(user, unfinished)
    if (existsSync(cluster)) putAside(home, cluster, say)
    await copyFile(join(source, passwordFile), join(home, passwordFile))
    renameSync(unfinished, cluster)
  } finally {
    unlock()
  }
}

function putAside(home: string, cluster: string, say: (line: string) => void): void {
  const aside = `.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(cluster, cluster + aside)
  renameSync(join(home, passwordFile), join(home, passwordFile + aside))
  say(`The database that was there is now ${cluster}${aside}.`)
}

function giveTo(user: SystemUser, path: string): void {
  lchownSync(path, user.uid, user.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(user, inside)
    else lchownSync(inside, user.uid, user.gid)
  }
}

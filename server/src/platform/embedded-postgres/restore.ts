import { existsSync, lchownSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withConnection } from '../database/single-connection.ts'
import { backupMark } from './backup.ts'
import { copyTree } from './copy-tree.ts'
import { lockFolder } from './folder-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { choosePostgresPlace, type SystemUser } from './postgres-place.ts'
import { findRunningPostmaster } from './postmaster-file.ts'

export type RestoreOptions = {
  /** A folder that `backUp` wrote, absolute. */
  source: string
  /** The data folder to fill, absolute; made when missing. */
  dataDir: string
  /** Moves an existing database aside, under another name. */
  replace: boolean
  say: (line: string) => void
}

const postgresVersion = '18'

/** The file that marks a cluster as restored and not served since. */
const restoredMark = 'casillero-restored'

/**
 * Puts a backup in place as the database of a data folder; the next start replays its log.
 *
 * @throws an English sentence when the backup is not whole, the server runs, or a database is there and may not be replaced
 */
export async function restore({ source, dataDir, replace, say }: RestoreOptions): Promise<void> {
  if (!existsSync(join(source, backupMark)))
    throw new Error(`${source} is no complete backup: it has no ${backupMark}.`)
  const version = readFileSync(join(source, 'postgres/PG_VERSION'), 'utf8').trim()
  if (version !== postgresVersion)
    throw new Error(`The backup is of PostgreSQL ${version}; this is ${postgresVersion}.`)
  const { home, cluster, user } = choosePostgresPlace(dataDir, findPostgresBinaries(), say)
  const unlock = lockFolder(home)
  const stillRuns = `PostgreSQL is running on the data folder ${home}; stop Casillero first (start it once when only PostgreSQL is left over).`
  if (!unlock) throw new Error(stillRuns)
  try {
    if (findRunningPostmaster(cluster)) throw new Error(stillRuns)
    if (existsSync(cluster) && !replace) {
      throw new Error(`${home} already has a database. Use another DATA_DIR, or add --replace to put that one aside.`)
    }
    const unfinished = `${cluster}.restoring`
    rmSync(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    await copyTree(join(source, 'postgres'), unfinished, () => 'copy')
    // Written inside the cluster, so that the mark and the restored rows come into place together.
    await writeFile(join(unfinished, restoredMark), '', { mode: 0o600, flush: true })
    if (user) giveTo(user, unfinished)
    if (existsSync(cluster)) putAside(home, cluster, say)
    await copyFile(join(source, 'passwords.json'), join(home, 'passwords.json'))
    renameSync(unfinished, cluster)
  } finally {
    unlock()
  }
}

/**
 * Ends every session of a restored cluster, because sign-outs, dismissals and new passwords since the backup would be undone
 * otherwise. Does nothing at any later start.
 *
 * @param dataDirectory the cluster's own folder
 * @param ownerUrl a connection string of the role that owns its database, which is migrated
 */
export async function endRestoredSessions(
  { dataDirectory, ownerUrl }: { dataDirectory: string; ownerUrl: string },
  say: (line: string) => void,
): Promise<void> {
  const mark = join(dataDirectory, restoredMark)
  if (!existsSync(mark)) return
  await withConnection(ownerUrl, (owner) => owner.query('delete from sessions'))
  rmSync(mark)
  say('This database was restored from a backup: everybody has to sign in again.')
}

function putAside(home: string, cluster: string, say: (line: string) => void): void {
  const aside = `.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(cluster, cluster + aside)
  renameSync(join(home, 'passwords.json'), join(home, `passwords.json${aside}`))
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

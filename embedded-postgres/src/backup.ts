import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from './configuration.ts'
import { withConnection } from './connection.ts'
import { type CopyChoice, copyTree } from './copy-tree.ts'
import { findRunning } from './find-running.ts'
import { lockFolder } from './folder-lock.ts'
import { passwordFile } from './passwords.ts'
import { findDatabaseHome } from './place.ts'
import { EmbeddedPostgresError } from './refusal.ts'

export type BackupOptions = {
  dataDir: string
  /** A missing or empty folder. */
  target: string
}

/** Written last: a copy without it is incomplete. */
export const backupMark = 'backup.json'

const controlFile = 'global/pg_control'

/** Folders copied empty, because PostgreSQL must rebuild their contents. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
])
const skipped = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old', 'tablespace_map'])

/**
 * Copies a running or stopped cluster with its passwords, and all that is committed by the end.
 * @returns how many bytes were copied
 * @throws when there is no database, or the target is not empty
 */
export async function backUp(configuration: Configuration, { dataDir, target }: BackupOptions): Promise<number> {
  const home = findDatabaseHome(dataDir, configuration.systemFolder)
  const cluster = join(home, 'postgres')
  if (!existsSync(cluster)) {
    throw new EmbeddedPostgresError('no_database', dataDir, `There is no embedded database in ${dataDir}.`)
  }
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new EmbeddedPostgresError('target_not_empty', target, `${target} is not empty; name a new folder.`)
  }
  await mkdir(target, { recursive: true, mode: 0o700 })
  // Keeps a stopped cluster from being started; undefined if it runs.
  const unlock = lockFolder(home)
  try {
    const running = findRunning(configuration, dataDir)
    if (!running && !unlock) {
      throw new EmbeddedPostgresError('is_changing', home, 'The server is starting or stopping; try again in a moment.')
    }
    const copy = join(target, 'postgres')
    const bytes = running
      ? await copyRunning(running.superuserUrl, cluster, copy)
      : await copyTree(cluster, copy, (path) => (skipped.has(path) ? 'skip' : 'copy'))
    await copyFile(join(home, passwordFile), join(target, passwordFile))
    await writeFile(join(target, backupMark), JSON.stringify({ madeAt: new Date().toISOString(), bytes }), {
      flush: true,
    })
    return bytes
  } finally {
    unlock?.()
  }
}

function copyRunning(superuserUrl: string, cluster: string, copy: string): Promise<number> {
  return withConnection(superuserUrl, async (client) => {
    // The slot keeps the log needed by the copy, and ends with this connection.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`backup_${process.pid}`])
    const started = await client.query<{ first: string }>(
      "select pg_walfile_name(pg_backup_start('backup', fast => true)) as first",
    )
    let bytes = await copyTree(cluster, copy, chooseOfRunning)
    // Copied last, as PostgreSQL requires: no file of the copy may be newer.
    await copyFile(join(cluster, controlFile), join(copy, controlFile))
    const stopped = await client.query<{ last: string; label: string }>(
      'select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    const [first, last] = [started.rows[0]?.first ?? '', stopped.rows[0]?.last ?? '']
    bytes += await copyTree(join(cluster, 'pg_wal'), join(copy, 'pg_wal'), (name) =>
      name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) ? 'copy' : 'skip',
    )
    // Makes PostgreSQL replay the log from the start of the copy, not from its last checkpoint.
    await writeFile(join(copy, 'backup_label'), stopped.rows[0]?.label ?? '', { mode: 0o600, flush: true })
    return bytes
  })
}

/** For a running cluster. */
function chooseOfRunning(path: string): CopyChoice {
  const name = path.split('/').at(-1) ?? path
  if (path === 'pg_wal' || emptied.has(path)) return 'empty'
  if (path === controlFile) return 'skip'
  return skipped.has(path) || name.startsWith('pgsql_tmp') || name === 'pg_internal.init' ? 'skip' : 'copy'
}

import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPostgresBinaries } from './binaries.ts'
import type { Configuration } from './configuration.ts'
import { withConnection } from './connection.ts'
import { lockFolder } from './folder-lock.ts'
import { buildUrls, readPasswords } from './passwords.ts'
import { choosePlace, type Place } from './place.ts'
import { startPostmaster } from './postmaster.ts'
import { findRunningPostmaster, stopProcess } from './postmaster-file.ts'
import { EmbeddedPostgresError } from './refusal.ts'
import { onceRestored } from './restored-mark.ts'

/** `superuserUrl` is for backups and tests; a product uses `ownerUrl`. */
export type RunningPostgres = {
  ownerUrl: string
  superuserUrl: string
  /** The cluster's own folder. */
  dataDirectory: string
  pid: number
  /** Runs work after a restore, until it succeeds once. */
  onceRestored(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
  /** For a process that must end at once. */
  stopWithoutWaiting(): void
}

export type StartOptions = {
  dataDir: string
  /** Listens on 127.0.0.1; left out: a free port. */
  port?: number
  say: (line: string) => void
  /** They override the configuration's. */
  settings?: Record<string, string>
  /** Called if PostgreSQL died and several restarts failed. */
  lost?: (error: Error) => void
}

/** Promised by this package, or needed by it. */
const ownSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // On the command line they override the cluster's files.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  // A log of statements and row values would hold personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Listens on 127.0.0.1 only; creates cluster, owner and database if missing.
 * @throws when another process uses the folder, or PostgreSQL cannot run here
 */
export async function start(configuration: Configuration, options: StartOptions): Promise<RunningPostgres> {
  const { say, port, lost = () => {} } = options
  const place = choosePlace(configuration, resolve(options.dataDir), findPostgresBinaries(), say)
  const unlock = lockFolder(place.home)
  if (!unlock) {
    throw new EmbeddedPostgresError('in_use', place.home, `Another process uses the data folder ${place.home}.`)
  }
  try {
    const secrets = readPasswords(place.home)
    const orphan = findRunningPostmaster(place.cluster)
    if (orphan) {
      say(`PostgreSQL (process ${orphan.pid}) outlived its server; stopping it cleanly first.`)
      await stopProcess(orphan.pid)
    }
    if (!existsSync(place.cluster)) {
      say(`Making a new database in ${place.cluster} …`)
      makeCluster(place, secrets.superuser, configuration.initdb)
    }
    const settings = { ...ownSettings, ...configuration.settings, ...options.settings }
    const postmaster = await startPostmaster({ place, port, settings, say, lost })
    const urls = buildUrls(configuration, secrets, postmaster.port)
    try {
      await makeOwner(configuration, urls.superuserUrl, secrets.owner)
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    return {
      ...urls,
      dataDirectory: place.cluster,
      get pid() {
        return postmaster.pid()
      },
      onceRestored: (work) => onceRestored(configuration, place.cluster, work),
      async stop() {
        await postmaster.stop()
        unlock()
      },
      stopWithoutWaiting: postmaster.stopWithoutWaiting,
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function makeCluster(place: Place, password: string, flags: string[] = []): void {
  const { cluster, native, user } = place
  // Renamed when complete, so that an interrupted initdb starts again.
  const unfinished = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  const kind = ['--encoding=UTF8', '--locale=C', '--data-checksums', ...flags]
  const initdb = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', unfinished, ...kind, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      encoding: 'utf8',
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  )
  rmSync(passwordFile)
  if (initdb.status !== 0) {
    const why = initdb.error?.message ?? initdb.stderr.trim()
    throw new EmbeddedPostgresError(
      'postgres_failed',
      cluster,
      `PostgreSQL could not make its cluster in ${cluster}: ${why}`,
    )
  }
  renameSync(unfinished, cluster)
}

function makeOwner({ owner, database }: Configuration, superuserUrl: string, password: string): Promise<void> {
  return withConnection(superuserUrl, async (client) => {
    const role = client.escapeIdentifier(owner)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [owner])
    if (roles.rowCount === 0) {
      await client.query(`create role ${role} login createrole password ${client.escapeLiteral(password)}`)
    }
    const databases = await client.query('select 1 from pg_database where datname = $1', [database])
    if (databases.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${role}`)
    }
  })
}

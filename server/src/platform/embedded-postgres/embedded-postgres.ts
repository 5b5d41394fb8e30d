import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { withConnection } from '../database/single-connection.ts'
import { lockFolder } from './folder-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { choosePostgresPlace, type PostgresPlace } from './postgres-place.ts'
import { startPostmaster } from './postmaster.ts'
import { findRunningPostmaster, stopProcess } from './postmaster-file.ts'

/** A running embedded PostgreSQL; `superuserUrl` is for backups and tests, the server itself only uses `ownerUrl`. */
export type EmbeddedPostgres = {
  ownerUrl: string
  superuserUrl: string
  dataDirectory: string
  pid: number
  stop(): Promise<void>
  /** Only asks PostgreSQL to stop, for a process that must end at once. */
  stopWithoutWaiting(): void
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  say: (line: string) => void
  /** PostgreSQL settings that win over ours, by name. */
  settings?: Record<string, string>
  /** Called when PostgreSQL died and several tries to start it again failed. */
  lost?: (error: Error) => void
}

const passwords = z.object({ superuser: z.string(), owner: z.string() })
type Passwords = z.infer<typeof passwords>

const ownSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  checkpoint_timeout: '15min',
  jit: 'off',
  // No parallel queries: on two cores one company's query must not take both.
  max_parallel_workers_per_gather: '0',
  // On the command line these win over settings in the cluster's files.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  client_connection_check_interval: '1s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  // Terse, because statements and row values in a log would be personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts the PostgreSQL 18 of the npm package on a data folder, making the cluster, its owner role and its database first
 * where they are missing. It listens on 127.0.0.1 only, on a free port, with passwords kept in the data folder.
 *
 * @throws an English sentence when another server uses the folder, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { say, lost = () => {} } = options
  const place = choosePostgresPlace(resolve(options.dataDir), findPostgresBinaries(), say)
  const unlock = lockFolder(place.home)
  if (!unlock) throw new Error(`Casillero is already running on the data folder ${place.home}; stop that one first.`)
  try {
    const secrets = readPasswords(place.home)
    const orphan = findRunningPostmaster(place.cluster)
    if (orphan) {
      say(`PostgreSQL (process ${orphan.pid}) outlived its server; stopping it cleanly first.`)
      await stopProcess(orphan.pid)
    }
    if (!existsSync(place.cluster)) {
      say(`Making a new database in ${place.cluster} …`)
      makeCluster(place, secrets.superuser)
    }
    const postmaster = await startPostmaster({ place, settings: { ...ownSettings, ...options.settings }, say, lost })
    const address = `127.0.0.1:${postmaster.port}`
    const superuserUrl = `postgres://postgres:${secrets.superuser}@${address}/postgres`
    try {
      await makeOwner(superuserUrl, secrets.owner)
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    return {
      ownerUrl: `postgres://casillero_owner:${secrets.owner}@${address}/casillero`,
      superuserUrl,
      dataDirectory: place.cluster,
      get pid() {
        return postmaster.pid()
      },
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

/**
 * Reads the generated passwords of an embedded cluster, making them at the first start.
 *
 * @param home the folder that holds the cluster
 */
export function readPasswords(home: string): Passwords {
  const path = join(home, 'passwords.json')
  if (existsSync(path)) return passwords.parse(JSON.parse(readFileSync(path, 'utf8')))
  const fresh = { superuser: randomBytes(24).toString('base64url'), owner: randomBytes(24).toString('base64url') }
  writeFileSync(`${path}.new`, JSON.stringify(fresh), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return fresh
}

function makeCluster(place: PostgresPlace, password: string): void {
  const { cluster, native, user } = place
  // Made in another folder and renamed: an interrupted initdb is started afresh, never mistaken for a cluster.
  const unfinished = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=es-NI', '--data-checksums']
  const initdb = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', unfinished, ...flags, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      encoding: 'utf8',
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  )
  rmSync(passwordFile)
  if (initdb.status !== 0) {
    throw new Error(
      `PostgreSQL could not make its cluster in ${cluster}: ${initdb.error?.message ?? initdb.stderr.trim()}`,
    )
  }
  renameSync(unfinished, cluster)
}

function makeOwner(superuserUrl: string, password: string): Promise<void> {
  return withConnection(superuserUrl, async (client) => {
    const roles = await client.query("select 1 from pg_roles where rolname = 'casillero_owner'")
    if (roles.rowCount === 0) {
      await client.query(`create role casillero_owner login createrole password ${client.escapeLiteral(password)}`)
    }
    const databases = await client.query("select 1 from pg_database where datname = 'casillero'")
    if (databases.rowCount === 0) await client.query('create database casillero owner casillero_owner')
  })
}

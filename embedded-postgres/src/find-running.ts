import { join } from 'node:path'
import type { Configuration } from './configuration.ts'
import { buildUrls, readPasswords } from './passwords.ts'
import { findDatabaseHome } from './place.ts'
import { findRunningPostmaster, stopProcess } from './postmaster-file.ts'

/** A PostgreSQL that runs on a data folder, started by this process or by another one. */
export type FoundPostgres = {
  pid: number
  ownerUrl: string
  superuserUrl: string
  /** Stops it as `pg_ctl stop -m fast` does; for one whose process is gone. */
  stop(): Promise<void>
}

/** Finds the PostgreSQL that runs on a data folder. */
export function findRunning(configuration: Configuration, dataDir: string): FoundPostgres | undefined {
  const home = findDatabaseHome(dataDir, configuration.systemFolder)
  const running = findRunningPostmaster(join(home, 'postgres'))
  if (!running) return undefined
  const { pid, port } = running
  return { pid, ...buildUrls(configuration, readPasswords(home), port), stop: () => stopProcess(pid) }
}

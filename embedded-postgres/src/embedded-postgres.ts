import { type BackupOptions, backUp } from './backup.ts'
import type { Configuration } from './configuration.ts'
import { type FoundPostgres, findRunning } from './find-running.ts'
import { type OwnerUrlOptions, withOwnerUrl } from './owner-url.ts'
import { findDatabaseHome } from './place.ts'
import { namingFullDisk } from './refusal.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { type RunningPostgres, type StartOptions, start } from './start.ts'

export type { Configuration } from './configuration.ts'
export { EmbeddedPostgresError, type RefusalCode } from './refusal.ts'
export type { RunningPostgres } from './start.ts'

/** All functions reject or throw an `EmbeddedPostgresError`. */
export type EmbeddedPostgres = {
  /** Creates cluster, owner and database if missing. */
  start(options: StartOptions): Promise<RunningPostgres>
  /** Includes the passwords; works while it runs. Returns the bytes copied. */
  backUp(options: BackupOptions): Promise<number>
  /** Makes a backup the database of a data folder. */
  restore(options: RestoreOptions): Promise<void>
  /** Uses the running PostgreSQL, or starts one for this work. */
  withOwnerUrl<Result>(options: OwnerUrlOptions, work: (ownerUrl: string) => Promise<Result>): Promise<Result>
  findRunning(dataDir: string): FoundPostgres | undefined
  /** Returns the data folder itself, or one that the system user can reach. */
  findHome(dataDir: string): string
}

export function createEmbeddedPostgres(configuration: Configuration): EmbeddedPostgres {
  return {
    start: (options) => namingFullDisk(options.dataDir, () => start(configuration, options)),
    backUp: (options) => namingFullDisk(options.target, () => backUp(configuration, options)),
    restore: (options) => namingFullDisk(options.dataDir, () => restore(configuration, options)),
    withOwnerUrl: (options, work) => withOwnerUrl(configuration, options, work),
    findRunning: (dataDir) => findRunning(configuration, dataDir),
    findHome: (dataDir) => findDatabaseHome(dataDir, configuration.systemFolder),
  }
}

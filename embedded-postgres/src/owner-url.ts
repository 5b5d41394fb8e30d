import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration.ts'
import { findRunning } from './find-running.ts'
import { findDatabaseHome } from './place.ts'
import { EmbeddedPostgresError } from './refusal.ts'
import { start } from './start.ts'

export type OwnerUrlOptions = {
  /** The data folder, absolute. */
  dataDir: string
  /** If false, a missing database is an error. */
  mayMake: boolean
  say: (line: string) => void
}

/**
 * Uses the running PostgreSQL, or starts one for the command.
 * @throws when there is no database and none may be made, or it cannot be started
 */
export async function withOwnerUrl<Result>(
  configuration: Configuration,
  { dataDir, mayMake, say }: OwnerUrlOptions,
  work: (ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  const cluster = join(findDatabaseHome(dataDir, configuration.systemFolder), 'postgres')
  if (!mayMake && !existsSync(cluster)) {
    throw new EmbeddedPostgresError('no_database', dataDir, `There is no embedded database in ${dataDir}.`)
  }
  const running = findRunning(configuration, dataDir)
  if (running) return await work(running.ownerUrl)
  const postgres = await start(configuration, { dataDir, say })
  try {
    return await work(postgres.ownerUrl)
  } finally {
    await postgres.stop()
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { checkDatabaseUrl } from '../process/start-failure.ts'
import { readPasswords, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findDatabaseHome } from './postgres-place.ts'
import { findRunningPostmaster } from './postmaster-file.ts'

type Choice = {
  /** Makes a new database where there is none; otherwise that is an error. */
  mayMake: boolean
  say: (line: string) => void
}

/**
 * Runs a command on the database as its owner: the external one, the embedded one of a running server, or the embedded one,
 * started for the command.
 *
 * @throws an English sentence when there is no database and none may be made, or it cannot be started
 */
export async function withOwnerUrl<Result>(
  { databaseUrl, dataDir }: Config,
  { mayMake, say }: Choice,
  work: (ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) {
    await checkDatabaseUrl(databaseUrl)
    return await work(databaseUrl)
  }
  const home = findDatabaseHome(dataDir)
  const cluster = join(home, 'postgres')
  if (!mayMake && !existsSync(cluster)) throw new Error(`There is no embedded database in ${dataDir}.`)
  const running = findRunningPostmaster(cluster)
  if (running) {
    return await work(`postgres://casillero_owner:${readPasswords(home).owner}@127.0.0.1:${running.port}/casillero`)
  }
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  try {
    return await work(postgres.ownerUrl)
  } finally {
    await postgres.stop()
  }
}

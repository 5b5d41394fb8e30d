import { embeddedPostgres } from '../platform/database/embedded-postgres.ts'
import type { Config } from '../platform/process/config.ts'
import { checkDatabaseUrl } from '../platform/process/start-failure.ts'

type Choice = {
  /** If false, a missing database is an error. */
  mayMake: boolean
  say: (line: string) => void
}

/**
 * Uses the external database, that of a running server, or the embedded one, started for the command.
 * @throws when there is no database and none may be made, or it cannot be started
 */
export async function withOwnerUrl<Result>(
  { databaseUrl, dataDir }: Config,
  choice: Choice,
  work: (ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) return await embeddedPostgres.withOwnerUrl({ dataDir, ...choice }, work)
  await checkDatabaseUrl(databaseUrl)
  return await work(databaseUrl)
}

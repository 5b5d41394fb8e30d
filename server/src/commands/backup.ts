import { resolve } from 'node:path'
import { embeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'

try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl) throw new Error('This backs up the embedded database; for the one in DATABASE_URL use pg_dump 18.')
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const target = resolve(process.argv[2] ?? `backups/${moment}`)
  console.log(`Copying the database of ${dataDir} to ${target} …`)
  const bytes = await embeddedPostgres.backUp({ dataDir, target })
  console.log(`Done: ${(bytes / 1024 / 1024).toFixed(0)} MiB. It holds personal data and passwords; keep it safe.`)
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}

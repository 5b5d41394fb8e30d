import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { embeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'

try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl)
    throw new Error('This restores the embedded database; for the one in DATABASE_URL use pg_restore 18.')
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [folder] = positionals
  if (!folder) throw new Error('Usage: npm run restore <folder of the backup> [-- --replace]')
  const say = (line: string): void => console.log(line)
  await embeddedPostgres.restore({ source: resolve(folder), dataDir, replace: values.replace ?? false, say })
  say(`Restored into ${dataDir}. Start the server with "npm start".`)
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '../platform/embedded-postgres/restore.ts'
import { readConfig } from '../platform/process/config.ts'

try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl)
    throw new Error('This restores the embedded database; for the one in DATABASE_URL use pg_restore 18.')
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true })
  const [folder] = positionals
  if (!folder) throw new Error('Usage: npm run restore <folder of the backup> [-- --replace]')
  const say = (line: string): void => console.log(line)
  await restore({ source: resolve(folder), dataDir, replace: values.replace ?? false, say })
  say(`Restored into ${dataDir}. Start the server with "npm start".`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Client } from 'pg'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { openLogin } from '../../server/src/platform/database/login-role.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { templateDatabase, urlOf } from './test-database.ts'

// A test run may skip waiting for the disk, because its data are discarded; the server refuses such settings.
const hurriedSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' }

/** Starts one PostgreSQL for the whole run, whichever of its projects comes first, and migrates the template that every test file clones. */
export default async function startCluster(): Promise<() => Promise<void>> {
  if (process.env.TEST_OWNER_URL !== undefined) return async () => undefined
  const dataDir = makeScratchFolder('casillero-test')
  const lines: string[] = []
  const postgres = await embeddedPostgres.start({ dataDir, say: (line) => lines.push(line), settings: hurriedSettings })
  process.env.TEST_SUPERUSER_URL = postgres.superuserUrl
  process.env.TEST_OWNER_URL = postgres.ownerUrl

  async function stop(): Promise<void> {
    await postgres.stop()
    for (const folder of [dataDir, dirname(postgres.dataDirectory)]) rmSync(folder, { recursive: true, force: true })
  }

  try {
    const superuser = new Client({ connectionString: postgres.superuserUrl })
    await superuser.connect()
    await superuser.query(`create database ${templateDatabase} owner casillero_owner`)
    await superuser.end()
    await migrate(urlOf(postgres.ownerUrl, templateDatabase), {
      say: (line) => lines.push(line),
    })
    const say = (line: string) => {
      throw new Error(line)
    }
    await openLogin(urlOf(postgres.ownerUrl, templateDatabase), { say })
  } catch (error) {
    console.error(lines.join('\n'))
    await stop()
    throw error
  }
  return stop
}

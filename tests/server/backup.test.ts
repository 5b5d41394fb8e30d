import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { isWholeRun } from '../support/sampling.ts'
import { cleanUp, connectTo, makeFolder, startServer } from '../support/server-process.ts'

afterEach(cleanUp)

const run = promisify(execFile)

/** Runs `npm run backup` or `npm run restore` without npm; rejects with what it printed when it fails. */
async function command(name: 'backup' | 'restore', dataDir: string, ...parameters: string[]): Promise<string> {
  const program = join(import.meta.dirname, `../../server/src/commands/${name}.ts`)
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }
  return (await run(process.execPath, [program, ...parameters], { env })).stdout
}

async function withDatabase(dataDir: string, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const postgres = await embeddedPostgres.start({ dataDir, say: () => {} })
  try {
    await work(postgres.ownerUrl)
  } finally {
    await postgres.stop()
  }
}

const addSession =
  'insert into sessions (company_id, user_id, token_hash) select company_id, id, sha256(uuidv7()::text::bytea) from users'
const openSession = `select open_company('Sur', 'sur', false);
  insert into users (company_id, first_name, email, password_hash, type)
    select id, 'Ana', 'ana@sur.example', 'x', 'admin' from companies;
  ${addSession}`

test('a session that ended since the backup was made does not come back with the copy', async () => {
  const [dataDir, target, elsewhere] = [makeFolder(), join(makeFolder(), 'copy'), makeFolder()]
  await withDatabase(dataDir, async (ownerUrl) => {
    await migrate(ownerUrl, { say: () => {} })
    await withConnection(ownerUrl, (owner) => owner.query(openSession))
  })
  await command('backup', dataDir, target)
  await command('restore', elsewhere, target)
  const countSessions = () =>
    withConnection(connectTo(elsewhere).ownerUrl, async (owner) => (await owner.query('select from sessions')).rowCount)
  for (const kept of [0, 1]) {
    const server = startServer({ DATA_DIR: elsewhere })
    await server.ready
    // Only the first start of the copy ends sessions.
    expect(await countSessions()).toBe(kept)
    await withConnection(connectTo(elsewhere).ownerUrl, (owner) => owner.query(addSession))
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

if (isWholeRun)
  test('an unfinished backup, a folder in use, a missing database and one that is there are refused with a sentence', async () => {
    const [dataDir, target] = [makeFolder(), join(makeFolder(), 'copy')]
    await expect(command('backup', dataDir, target)).rejects.toThrow('There is no embedded database')
    await withDatabase(dataDir, async () => {})
    await command('backup', dataDir, target)
    await expect(command('backup', dataDir, target)).rejects.toThrow('is not empty')
    await expect(command('restore', dataDir, target)).rejects.toThrow('already has a database')
    rmSync(join(target, 'backup.json'))
    await expect(command('restore', makeFolder(), target)).rejects.toThrow('is no complete backup')
  })

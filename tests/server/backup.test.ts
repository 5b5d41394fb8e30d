import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import { afterEach, describe, expect, test } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { cleanUp, connectTo, makeFolder, startServer } from '../support/server-process.ts'
import { urlOf } from '../support/test-database.ts'

afterEach(cleanUp)

const run = promisify(execFile)

/** Runs `npm run backup` or `npm run restore` without npm; rejects with what it printed when it fails. */
async function command(name: 'backup' | 'restore', dataDir: string, ...parameters: string[]): Promise<string> {
  const program = join(import.meta.dirname, `../../server/src/commands/${name}.ts`)
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }
  return (await run(process.execPath, [program, ...parameters], { env })).stdout
}

async function withDatabase<Result>(
  dataDir: string,
  work: (ownerUrl: string, postgres: RunningPostgres) => Promise<Result>,
): Promise<Result> {
  const postgres = await embeddedPostgres.start({ dataDir, say: () => {} })
  try {
    return await work(postgres.ownerUrl, postgres)
  } finally {
    await postgres.stop()
  }
}

function countMarks(ownerUrl: string): Promise<number> {
  return withConnection(ownerUrl, async (client) => {
    // Read by the index and by the table, because a torn copy would answer differently.
    const found = await client.query<{ n: number; last: number }>(
      'select count(*)::int as n, (select max(n) from marks) as last from marks where length(filler) = 500',
    )
    expect(found.rows[0]?.n).toBe((found.rows[0]?.last ?? 0) + 1)
    return found.rows[0]?.n ?? 0
  })
}

const createMarks =
  'create table marks (n int primary key, filler text not null); alter table marks owner to casillero_owner'
const insertMarks = "insert into marks select n, repeat('x', 500) from generate_series($1::int, $1::int + 99) n"

const addSession =
  'insert into sessions (company_id, user_id, token_hash) select company_id, id, sha256(uuidv7()::text::bytea) from users'
const openSession = `select open_company('Sur', 'sur', false);
  insert into users (company_id, first_name, email, password_hash, type)
    select id, 'Ana', 'ana@sur.example', 'x', 'admin' from companies;
  ${addSession}`

describe('backup and restore of the embedded database', () => {
  test('a backup that is made while rows are written has all that was confirmed before it began', async () => {
    const [dataDir, target, elsewhere] = [makeFolder(), join(makeFolder(), 'copy'), makeFolder()]
    const confirmedBefore = await withDatabase(dataDir, (_ownerUrl, { superuserUrl }) =>
      withConnection(urlOf(superuserUrl, 'casillero'), async (client) => {
        await client.query(createMarks)
        let confirmed = 0
        let backup: Promise<unknown> | undefined
        let before = 0
        let done = false
        while (!done) {
          await client.query(insertMarks, [confirmed])
          confirmed += 100
          // Moves the point from which PostgreSQL would recover by itself past the part that is copied already.
          await client.query('checkpoint')
          if (confirmed === 2_000) {
            before = confirmed
            backup = command('backup', dataDir, target).finally(() => {
              done = true
            })
          }
        }
        await backup
        expect(confirmed).toBeGreaterThan(before)
        return before
      }),
    )
    await command('restore', elsewhere, target)
    const restored = await withDatabase(elsewhere, countMarks)
    expect(restored).toBeGreaterThanOrEqual(confirmedBefore)
    expect(restored % 100).toBe(0)
  })

  test('a session that ended since the backup was made does not come back with the copy', async () => {
    const [dataDir, target, elsewhere] = [makeFolder(), join(makeFolder(), 'copy'), makeFolder()]
    await withDatabase(dataDir, async (ownerUrl) => {
      await migrate(ownerUrl, { say: () => {} })
      await withConnection(ownerUrl, (owner) => owner.query(openSession))
    })
    await command('backup', dataDir, target)
    await command('restore', elsewhere, target)
    const countSessions = () =>
      withConnection(
        connectTo(elsewhere).ownerUrl,
        async (owner) => (await owner.query('select from sessions')).rowCount,
      )
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

  test('a restore never overwrites a database: it refuses, or puts it aside on request', async () => {
    const [dataDir, target] = [makeFolder(), join(makeFolder(), 'copy')]
    await withDatabase(dataDir, async () => {})
    await command('backup', dataDir, target)
    await withDatabase(dataDir, async () => {
      await expect(command('restore', dataDir, target, '--replace')).rejects.toThrow('is running on the data folder')
    })
    await expect(command('restore', dataDir, target)).rejects.toThrow('already has a database')
    const aside = /is now (.+)\.\n/.exec(await command('restore', dataDir, target, '--replace'))?.[1] ?? ''
    expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true)
    await withDatabase(dataDir, async () => {})
  })

  test('an unfinished backup, a folder in use and a missing database are refused with a sentence', async () => {
    const [dataDir, target] = [makeFolder(), join(makeFolder(), 'copy')]
    await expect(command('backup', dataDir, target)).rejects.toThrow('There is no embedded database')
    await withDatabase(dataDir, async () => {})
    await command('backup', dataDir, target)
    await expect(command('backup', dataDir, target)).rejects.toThrow('is not empty')
    rmSync(join(target, 'backup.json'))
    await expect(command('restore', makeFolder(), target)).rejects.toThrow('is no complete backup')
  })
})

import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { quiet, sample } from '../test/sample-product.ts'
import { withConnection } from './connection.ts'
import type { RunningPostgres } from './embedded-postgres.ts'

const dataDir = makeFolder()
let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await sample.start({ dataDir, say: quiet })
})
afterAll(() => postgres.stop())

function ask(sql: string, url = postgres.ownerUrl): Promise<unknown[]> {
  return withConnection(url, async (client) => (await client.query(sql)).rows)
}

test('a new cluster stores UTF-8 and checks its pages', async () => {
  expect(
    await ask(`select pg_encoding_to_char(encoding) as encoding, datcollate as collate,
                      current_setting('data_checksums') as checksums
                 from pg_database where datname = current_database()`),
  ).toEqual([{ encoding: 'UTF8', collate: 'C', checksums: 'on' }])
})

test('PostgreSQL waits for the disk, even when that is switched off in the cluster', async () => {
  await withConnection(postgres.superuserUrl, async (client) => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await client.query(`alter system set ${name} = off`)
    }
    await client.query("alter system set deadlock_timeout = '1234ms'")
    await client.query('select pg_reload_conf()')
  })
  await expect.poll(() => ask("select current_setting('deadlock_timeout') as seen")).toEqual([{ seen: '1234ms' }])
  expect(
    await ask(`select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
                      current_setting('synchronous_commit') as commits`),
  ).toEqual([{ fsync: 'on', pages: 'on', commits: 'on' }])
})

test('the owner is no superuser, may make roles, and may make no databases', async () => {
  expect(
    await ask('select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false, rolcreaterole: true, rolcreatedb: false, rolbypassrls: false }])
})

test('no client comes in without the password, and the passwords are readable by the owner of the data folder alone', async () => {
  const url = new URL(postgres.ownerUrl)
  url.password = 'guessed'
  const guesser = new Client({ connectionString: url.href })
  const refusal = await guesser.connect().catch((error: unknown) => error)
  expect(refusal instanceof DatabaseError && refusal.code).toBe('28P01')
  expect(statSync(join(dataDir, 'passwords.json')).mode & 0o777).toBe(0o600)
  expect(statSync(postgres.dataDirectory).mode & 0o777).toBe(0o700)
})

test('PostgreSQL listens to this machine alone', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
  expect(await ask("select current_setting('listen_addresses') as heard")).toEqual([{ heard: '127.0.0.1' }])
  for (const { address } of outside) {
    const url = new URL(postgres.ownerUrl)
    url.hostname = address
    await expect(new Client({ connectionString: url.href }).connect()).rejects.toThrow('ECONNREFUSED')
  }
})

test('PostgreSQL writes no statements and no values of rows to its log', async () => {
  await ask('create table secrets (name text unique)')
  await ask("insert into secrets values ('Ernestina')")
  await expect(ask("insert into secrets values ('Ernestina')")).rejects.toThrow('duplicate key')
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('Ernestina')
})

test('a second start on the same folder is refused with a code, and the first goes on', async () => {
  await expect(sample.start({ dataDir, say: quiet })).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    code: 'in_use',
    about: dataDir,
    message: `Another process uses the data folder ${dataDir}.`,
  })
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
})

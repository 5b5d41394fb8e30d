import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../../../../tests/support/server-process.ts'
import { checkServerSettings } from '../database/server-settings.ts'
import { withConnection } from '../database/single-connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

describe('the embedded PostgreSQL', () => {
  const dataDir = makeFolder()
  let postgres: EmbeddedPostgres

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  })

  afterAll(async () => {
    await postgres.stop()
    await cleanUp()
  })

  function ask(sql: string): Promise<unknown[]> {
    return withConnection(postgres.ownerUrl, async (client) => (await client.query(sql)).rows)
  }

  test('the embedded PostgreSQL stores UTF-8, sorts as Nicaraguan Spanish does, and checks its pages', async () => {
    expect(
      await ask(`select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
                        datcollate as collate, current_setting('data_checksums') as checksums
                   from pg_database where datname = current_database()`),
    ).toEqual([{ encoding: 'UTF8', provider: 'i', locale: 'es-NI', collate: 'C', checksums: 'on' }])
    expect(
      await ask("select string_agg(w, ' ' order by w) as words from unnest('{oso,ñu,nube,Ana}'::text[]) w"),
    ).toEqual([{ words: 'Ana nube ñu oso' }])
  })

  test('the embedded PostgreSQL waits for the disk, even when that is switched off in the cluster', async () => {
    await withConnection(postgres.superuserUrl, async (client) => {
      for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
        await client.query(`alter system set ${name} = off`)
      }
      await client.query('select pg_reload_conf()')
    })
    await expect(checkServerSettings(postgres.ownerUrl)).resolves.toBeUndefined()
  })

  test('the embedded PostgreSQL is refused when the owner commits without waiting', async () => {
    await ask('alter role current_user set synchronous_commit = off')
    await expect(checkServerSettings(postgres.ownerUrl)).rejects.toThrow('synchronous_commit = off')
    await ask('alter role current_user reset synchronous_commit')
  })

  test('the embedded PostgreSQL gives the server an owner who is no superuser and may make roles, but no databases', async () => {
    expect(
      await ask('select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolcreaterole: true, rolcreatedb: false, rolbypassrls: false }])
  })

  test('the embedded PostgreSQL lets no client in without the password, and keeps the passwords to the owner of the data folder', async () => {
    const url = new URL(postgres.ownerUrl)
    url.password = 'guessed'
    const stranger = new Client({ connectionString: url.href })
    const refusal = await stranger.connect().catch((error: unknown) => error)
    expect(refusal instanceof DatabaseError && refusal.code).toBe('28P01')
    expect(statSync(join(dataDir, 'passwords.json')).mode & 0o777).toBe(0o600)
    expect(statSync(postgres.dataDirectory).mode & 0o777).toBe(0o700)
  })

  test('the embedded PostgreSQL listens to this machine only', async () => {
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

  test('the embedded PostgreSQL never writes statements or values of rows to its log', async () => {
    await ask('create table secrets (name text unique)')
    await ask("insert into secrets values ('Ernestina')")
    await expect(ask("insert into secrets values ('Ernestina')")).rejects.toThrow('duplicate key')
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('Ernestina')
  })
})

test('an initdb that was interrupted is done again', async () => {
  const dataDir = makeFolder()
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  await postgres.stop()
  await cleanUp()
})

import type { RunningPostgres } from '@casillero/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../../../../tests/support/server-process.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { checkServerSettings } from './server-settings.ts'
import { withConnection } from './single-connection.ts'

let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await embeddedPostgres.start({ dataDir: makeFolder(), say: () => {} })
})
afterAll(async () => {
  await postgres.stop()
  await cleanUp()
})

const ask = (statement: string): Promise<unknown[]> =>
  withConnection(postgres.ownerUrl, async (owner) => (await owner.query(statement)).rows)

test('the embedded database has the names that every data folder has', async () => {
  expect(await ask('select current_database() as database, current_user as owner')).toEqual([
    { database: 'casillero', owner: 'casillero_owner' },
  ])
})

test('the embedded database sorts as Nicaraguan Spanish does', async () => {
  expect(
    await ask(`select datlocprovider as provider, datlocale as locale
                 from pg_database where datname = current_database()`),
  ).toEqual([{ provider: 'i', locale: 'es-NI' }])
  expect(await ask("select string_agg(w, ' ' order by w) as words from unnest('{oso,ñu,nube,Ana}'::text[]) w")).toEqual(
    [{ words: 'Ana nube ñu oso' }],
  )
})

test('the server trusts the embedded PostgreSQL until its owner commits without waiting', async () => {
  await expect(checkServerSettings(postgres.ownerUrl)).resolves.toBeUndefined()
  await ask('alter role current_user set synchronous_commit = off')
  await expect(checkServerSettings(postgres.ownerUrl)).rejects.toThrow('synchronous_commit = off')
})

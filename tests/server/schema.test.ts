import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate, readPresentSql, versionsFile } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { makeAdoptedState, migrationsFolder } from '../support/adopted-state.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { createEmptyDatabase, superuserUrl, urlOf } from '../support/test-database.ts'

const server = join(import.meta.dirname, '../../server')

/** Everything that the catalogue defines of a database that `prepare` makes and this version then starts on. */
async function dumpAfter(prepare: (ownerUrl: string) => Promise<void>): Promise<string> {
  const { ownerUrl, drop } = await createEmptyDatabase()
  try {
    await prepare(ownerUrl)
    await migrate(ownerUrl, { say: () => undefined })
    const superuser = urlOf(superuserUrl(), new URL(ownerUrl).pathname.slice(1))
    return await withConnection(superuser, (client: Client) => dumpSchema(client))
  } finally {
    await drop()
  }
}

describe('the schema', () => {
  let fresh: string
  beforeAll(async () => {
    fresh = await dumpAfter(async () => undefined)
  })

  test('the schema of an installation of before 1.0.0 is exactly that of a new one', async () => {
    expect(await dumpAfter(makeAdoptedState)).toBe(fresh)
  })

  test('an installation of an older state is told to start the version between, and stays as it is', async () => {
    await expect(dumpAfter((ownerUrl) => makeAdoptedState(ownerUrl, 1))).rejects.toThrow(
      'it lacks 0059_former_status_since.sql. Start the commit 926fb2d of Casillero on it once, then this version.',
    )
  })

  test('a unique index of a company’s rows is named after its column, from which the field of a refusal is read', () => {
    const unique = [
      ...fresh.matchAll(/CREATE UNIQUE INDEX (\w+) ON (?:public\.)?(\w+) USING btree \(company_id, (.+)/g),
    ]
    expect(unique.length).toBeGreaterThan(10)
    const isNamed = (name = '', table = '') => name.startsWith(`${table}_company_id_`) && name.endsWith('_key')
    const odd = unique.filter(([, name, table]) => !name?.endsWith('_pkey') && !isNamed(name, table))
    expect(odd.map(([, name]) => name)).toEqual([])
  })
})

test('an SQL file has no more than 250 lines', () => {
  const files = globSync(['server/**/*.sql', 'deploy/*.sql'], { cwd: join(server, '..') })
  expect(files.length).toBeGreaterThan(30)
  const long = files.filter((file) => readFileSync(join(server, '..', file), 'utf8').split('\n').length > 251)
  expect(long).toEqual([])
})

test('a migration makes tables and data, while functions, triggers, policies and views that stay are in sql/', () => {
  // A function of `pg_temp` goes with the connection that migrates.
  const definition = /\bcreate\s+(or\s+replace\s+)?(function|procedure|trigger|policy|view)\b(?!\s+pg_temp\.)/i
  const mixed = readdirSync(migrationsFolder)
    // The first one has the functions that columns call, without which no table can be made.
    .filter((name) => name.endsWith('.sql') && name !== '0001_base.sql')
    .filter((name) => definition.test(readFileSync(join(migrationsFolder, name), 'utf8')))
  expect(mixed).toEqual([])
})

test('a migration has a number that no other has', () => {
  const numbers = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('a changed file of sql/ makes a new version, by which an older server knows that it is newer', () => {
  const { checksum, released } = readPresentSql(join(server, 'sql'))
  expect(released.at(-1), `append this line to server/sql/${versionsFile}: ${checksum}`).toBe(checksum)
})

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { readPresentSql, versionsFile } from '../../server/src/platform/database/present-sql.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { lastMixedMigration, migrateUpTo, migrationsFolder } from '../support/earlier-state.ts'
import { takeSample } from '../support/sampling.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { createEmptyDatabase, superuserUrl, urlOf } from '../support/test-database.ts'

const server = join(import.meta.dirname, '../../server')
/**
 * States that installations were in: the first one, before sign-in was made anew, between two releases, and the last mixed one.
 */
const states = ['0001', '0011', '0013', '0017', '0021']

/** Inserts a company with staff, a client and a template, in the columns of that time. */
const sampleRows = `
  do $$
  declare company uuid := open_company('Una', 'una', false);
  begin
    insert into users (company_id, first_name, email, phone, password_hash) values (company, 'Ana', 'ana@una.test', '88887777', 'x');
    insert into tariffs (company_id, name, type, price_per_pound) values (company, 'Aéreo', 'aereo', 4.5);
    insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
    values (company, 'UN1', 'Eva', 'Ruiz', '88886666', 'eva ruiz', 'eva ruiz');
    insert into packages (company_id, company_package_id, client_id, status_id, shipping_method, tracking, search_text)
    select company, 1, c.id, s.id, 'aereo', 'UNO', 'uno' from clients c, statuses s where s.role = 'ready';
  end $$`

/**
 * Brings an empty database to a state of before, then to today's.
 *
 * @param last the number of the last migration that an installation of that state had applied
 * @returns everything that its catalogue then defines
 */
async function upgradeFrom(last: string): Promise<string> {
  const { ownerUrl, drop } = await createEmptyDatabase()
  try {
    if (last > '0000') await migrateUpTo(last, ownerUrl)
    if (last >= '0007') await withConnection(ownerUrl, (client) => client.query(sampleRows))
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
    fresh = await upgradeFrom('0000')
  })

  test.each(takeSample(states, 2))(
    'the schema of an installation that comes from %s is exactly that of a new one',
    async (state) => {
      expect(await upgradeFrom(state)).toBe(fresh)
    },
  )

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

/** How many rows each table holds of each of two companies: one of an earlier state, one that is opened after the upgrade. */
async function countRows(ownerUrl: string): Promise<{ table: string; kept: number; started: number }[]> {
  await migrateUpTo(lastMixedMigration, ownerUrl)
  return await withConnection(ownerUrl, async (client) => {
    await client.query(sampleRows)
    await migrate(ownerUrl, { say: () => undefined })
    await client.query(`select open_company('Dos', 'dos', false)`)
    const { rows: tables } = await client.query<{ name: string }>(
      `select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
       where attname = 'company_id' and relkind = 'r' order by 1`,
    )
    const counted = tables.map(async ({ name }) => {
      const { rows } = await client.query<{ kept: number; started: number }>(
        `select count(*) filter (where c.subdomain = 'una')::int as kept, count(*) filter (where c.subdomain = 'dos')::int as started
         from ${name} t join companies c on c.id = t.company_id`,
      )
      return { table: name, kept: rows[0]?.kept ?? 0, started: rows[0]?.started ?? 0 }
    })
    return await Promise.all(counted)
  })
}

test('a company that an upgrade finds gets what a new one starts with', async () => {
  const { ownerUrl, drop } = await createEmptyDatabase()
  try {
    const counts = await countRows(ownerUrl)
    // A new company's first entry in the log is that it was opened.
    const less = counts.filter(({ table, kept, started }) => table !== 'audit_entries' && kept < started)
    expect([less, counts.filter(({ started }) => started > 0).length > 4]).toEqual([[], true])
  } finally {
    await drop()
  }
})

describe('an SQL file', () => {
  test('an SQL file has no more than 250 lines, unless it is a landed migration', () => {
    const files = globSync(['server/**/*.sql', 'deploy/*.sql'], { cwd: join(server, '..') })
    const counted = files.filter((file) => {
      const [folder, name = ''] = [dirname(file), basename(file)]
      return folder !== 'server/migrations' || name.slice(0, 4) > lastMixedMigration
    })
    expect(counted.length).toBeGreaterThan(30)
    const long = counted.filter((file) => readFileSync(join(server, '..', file), 'utf8').split('\n').length > 251)
    expect(long).toEqual([])
  })

  test('a migration makes tables and data, while functions, triggers, policies and views that stay are in sql/', () => {
    // A function of `pg_temp` goes with the connection that migrates.
    const definition = /\bcreate\s+(or\s+replace\s+)?(function|procedure|trigger|policy|view)\b(?!\s+pg_temp\.)/i
    const mixed = readdirSync(migrationsFolder)
      .filter((name) => name.slice(0, 4) > lastMixedMigration)
      .filter((name) => definition.test(readFileSync(join(migrationsFolder, name), 'utf8')))
    expect(mixed).toEqual([])
  })

  test('a migration has a number that no other has', () => {
    const numbers = readdirSync(migrationsFolder).map((name) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  test('a changed file of sql/ makes a new version, by which an older server knows that it is newer', () => {
    const { checksum, released } = readPresentSql(join(server, 'sql'))
    expect(released.at(-1), `append this line to server/sql/${versionsFile}: ${checksum}`).toBe(checksum)
  })
})

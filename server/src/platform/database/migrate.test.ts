import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../../../../tests/support/server-process.ts'
import { createEmptyDatabase, superuserUrl, type TestDatabase, urlOf } from '../../../../tests/support/test-database.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { withConnection } from './single-connection.ts'

describe('migrations', () => {
  let directory: string
  let database: TestDatabase
  let owner: Client
  const said: string[] = []

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'casillero-migrations-'))
    mkdirSync(join(directory, 'migrations'))
    database = await createEmptyDatabase()
    owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    said.length = 0
  })

  afterEach(async () => {
    await owner.end()
    await database.drop()
    rmSync(directory, { recursive: true })
  })

  function file(name: string, sql: string): void {
    writeFileSync(join(directory, 'migrations', name), sql)
  }

  function run(ownerUrl = database.ownerUrl): Promise<void> {
    return migrate(ownerUrl, { directory, say: (line) => said.push(line) })
  }

  async function column<Value>(sql: string): Promise<Value[]> {
    const result = await owner.query<Value[]>({ text: sql, rowMode: 'array' })
    return result.rows.flat()
  }

  test('migrations run once, in the order of their numbers', async () => {
    file('0002_b.sql', 'create table b (a_id int references a (id));')
    file('0001_a.sql', 'create table a (id int primary key); insert into a values (1);')
    await run()
    await run()
    expect(said).toEqual(['Applying 0001_a.sql …', 'Applying 0002_b.sql …'])
    expect(await column('select name from schema_migrations order by name')).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await column('select id from a')).toEqual([1])
  })

  test('a file that fails leaves nothing behind, says its line, and runs whole when it is mended', async () => {
    file('0001_a.sql', 'create table a (id int);\ninsert into a values (1);\nselect nothing_such();')
    await expect(run()).rejects.toThrow(/0001_a\.sql failed: function nothing_such\(\) does not exist \(line 3\)/)
    expect(await column("select to_regclass('a')::text")).toEqual([null])
    file('0001_a.sql', 'create table a (id int);\ninsert into a values (1);')
    await run()
    expect(await column('select id from a')).toEqual([1])
  })

  test('a migration whose connection is cut half-way leaves nothing behind', async () => {
    const gate = 4_711
    await owner.query('select pg_advisory_lock($1)', [gate])
    file('0001_a.sql', `create table a (id int); select pg_advisory_lock(${gate}); create table b (id int);`)
    const interrupted = run()
    interrupted.catch(() => {})
    const superuser = new Client({
      connectionString: urlOf(superuserUrl(), new URL(database.ownerUrl).pathname.slice(1)),
    })
    await superuser.connect()
    let cut = 0
    while (cut === 0) {
      const result = await superuser.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        [gate],
      )
      cut = result.rowCount ?? 0
    }
    await superuser.end()
    await expect(interrupted).rejects.toThrow()
    await owner.query('select pg_advisory_unlock($1)', [gate])
    expect(await column("select relname from pg_class where relname in ('a', 'b')")).toEqual([])
    await run()
    expect(await column("select relname from pg_class where relname in ('a', 'b') order by 1")).toEqual(['a', 'b'])
  })

  test('a migration that cannot be recorded is not applied', async () => {
    file(
      '0001_a.sql',
      `create table a (id int);
       create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on schema_migrations for each row execute function refuse();`,
    )
    await expect(run()).rejects.toThrow('full')
    expect(await column("select to_regclass('a')::text")).toEqual([null])
  })

  test('servers that start at once wait for each other and apply each file once', async () => {
    file('0001_a.sql', 'create table a (id int); select pg_sleep(0.05);')
    file('0002_b.sql', 'insert into a values (1);')
    await Promise.all([run(), run(), run(), run()])
    expect(said).toHaveLength(2)
    expect(await column('select id from a')).toEqual([1])
  })

  test('databases of a new cluster can be migrated at once although they share the roles', async () => {
    const cluster = await embeddedPostgres.start({ dataDir: makeFolder(), say: () => {} })
    const names = ['one', 'two', 'three', 'four']
    await withConnection(cluster.superuserUrl, async (client) => {
      for (const name of names) await client.query(`create database ${name} owner casillero_owner`)
    })
    file('0001_a.sql', 'create table a (id int);')
    await Promise.all(names.map((name) => run(urlOf(cluster.ownerUrl, name))))
    expect(said).toHaveLength(4)
    await cluster.stop()
    await cleanUp()
  })

  test('a file that was changed after it ran is refused', async () => {
    file('0001_a.sql', 'create table a (id int);')
    await run()
    file('0001_a.sql', 'create table a (id bigint);')
    await expect(run()).rejects.toThrow('0001_a.sql was changed after it had been applied')
  })

  test('a migration with other line endings is unchanged', async () => {
    file('0001_a.sql', 'create table a (id int);\n-- end\n')
    await run()
    file('0001_a.sql', 'create table a (id int);\r\n-- end\r\n')
    await run()
    expect(said).toHaveLength(1)
  })

  test('a new file before an applied one is refused', async () => {
    file('0002_b.sql', 'create table b (id int);')
    await run()
    file('0001_a.sql', 'create table a (id int);')
    await expect(run()).rejects.toThrow('0001_a.sql is new but comes before 0002_b.sql')
  })

  test('the roles can sign in nowhere, cannot pass over row-level security, and the owner can become them', async () => {
    await run()
    const roles = await owner.query(
      `select rolname, rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit as strong,
              pg_has_role('casillero_owner', oid, 'set') as "set", pg_has_role('casillero_owner', oid, 'usage') as "usage"
         from pg_roles where rolname in ('casillero_app', 'casillero_client', 'casillero_definer') order by 1`,
    )
    const weak = { strong: false, set: true, usage: false }
    expect(roles.rows).toEqual([
      { rolname: 'casillero_app', ...weak },
      { rolname: 'casillero_client', ...weak },
      { rolname: 'casillero_definer', ...weak },
    ])
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../../../../tests/support/server-process.ts'
import { createEmptyDatabase, superuserUrl, type TestDatabase, urlOf } from '../../../../tests/support/test-database.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { withConnection } from './single-connection.ts'

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

function file(path: string, text: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), text)
}

const run = (ownerUrl = database.ownerUrl): Promise<void> =>
  migrate(ownerUrl, { directory, say: (line) => said.push(line) })

async function column<Value>(sql: string): Promise<Value[]> {
  const result = await owner.query<Value[]>({ text: sql, rowMode: 'array' })
  return result.rows.flat()
}

test('migrations run once, in the order of their numbers', async () => {
  file('migrations/0002_b.sql', 'create table b (a_id int references a (id));')
  file('migrations/0001_a.sql', 'create table a (id int primary key); insert into a values (1);')
  await run()
  await run()
  expect(said).toEqual(['Applying 0001_a.sql …', 'Applying 0002_b.sql …'])
  expect(await column('select name from schema_migrations order by name')).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await column('select id from a')).toEqual([1])
})

test('a file that fails leaves nothing behind, says its line, and runs whole when it is mended', async () => {
  file('migrations/0001_a.sql', 'create table a (id int);\ninsert into a values (1);\nselect nothing_such();')
  await expect(run()).rejects.toThrow(/0001_a\.sql failed: function nothing_such\(\) does not exist \(line 3\)/)
  expect(await column("select to_regclass('a')::text")).toEqual([null])
  file('migrations/0001_a.sql', 'create table a (id int);\ninsert into a values (1);')
  await run()
  expect(await column('select id from a')).toEqual([1])
})

test('a migration whose connection is cut half-way leaves nothing behind', async () => {
  const gate = 4_711
  await owner.query('select pg_advisory_lock($1)', [gate])
  file('migrations/0001_a.sql', `create table a (id int); select pg_advisory_lock(${gate}); create table b (id int);`)
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
    'migrations/0001_a.sql',
    `create table a (id int);
     create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
     create trigger refuse before insert on schema_migrations for each row execute function refuse();`,
  )
  await expect(run()).rejects.toThrow('full')
  expect(await column("select to_regclass('a')::text")).toEqual([null])
})

test('servers that start at once wait for each other and apply each file once', async () => {
  file('migrations/0001_a.sql', 'create table a (id int); select pg_sleep(0.05);')
  file('migrations/0002_b.sql', 'insert into a values (1);')
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
  file('migrations/0001_a.sql', 'create table a (id int);')
  await Promise.all(names.map((name) => run(urlOf(cluster.ownerUrl, name))))
  expect(said).toHaveLength(4)
  await cluster.stop()
  await cleanUp()
})

test('a file that was changed after it ran is refused', async () => {
  file('migrations/0001_a.sql', 'create table a (id int);')
  await run()
  file('migrations/0001_a.sql', 'create table a (id bigint);')
  await expect(run()).rejects.toThrow('0001_a.sql was changed after it had been applied')
})

test('a migration with other line endings is unchanged', async () => {
  file('migrations/0001_a.sql', 'create table a (id int);\n-- end\n')
  await run()
  file('migrations/0001_a.sql', 'create table a (id int);\r\n-- end\r\n')
  await run()
  expect(said).toHaveLength(1)
})

test('a new file before an applied one is refused', async () => {
  file('migrations/0002_b.sql', 'create table b (id int);')
  await run()
  file('migrations/0001_a.sql', 'create table a (id int);')
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

describe('the files of sql/', () => {
  beforeEach(() => file('migrations/0001_a.sql', 'create table a (id int, version int not null default 1);'))

  const one = (value: number) => `create or replace function one() returns int language sql as $$ select ${value} $$;\n`
  const valueIn = async (call: string) => (await owner.query(`select ${call} as value`)).rows[0].value
  const changes = () => said.filter((line) => line.includes('functions'))

  test('files of sql/ are applied again when their text changes, and only then', async () => {
    file('sql/numbers/one.sql', one(1))
    file('sql/numbers/two.sql', 'create function two() returns int language sql as $$ select 2 $$;')
    await run()
    await run()
    expect(changes()).toEqual(['Applying 2 files of functions, policies and triggers …'])
    file('sql/numbers/one.sql', one(11).replaceAll('\n', '\r\n'))
    await run()
    file('sql/numbers/one.sql', one(11))
    await run()
    expect(changes().slice(1)).toEqual(['Applying 1 files of functions, policies and triggers …'])
    expect(await valueIn('one() + two()')).toBe(13)
  })

  test('files of sql/ come after the migrations, functions before the views and triggers that call them', async () => {
    file(
      'sql/a/triggers.sql',
      'create or replace trigger count_up before update on a for each row execute function count_up();',
    )
    file(
      'sql/a/views.sql',
      'create or replace view doubled with (security_invoker = true) as select double(id) as id from a;',
    )
    file(
      'sql/b/count.sql',
      'create or replace function double(n int) returns int language sql as $$ select twice(n) $$;',
    )
    file(
      'sql/z/later.sql',
      `create or replace function twice(n int) returns int language sql as $$ select n * 2 $$;
       create or replace function count_up() returns trigger language plpgsql as $$ begin new.version := 2; return new; end $$;`,
    )
    await run()
    await owner.query('insert into a values (4); update a set id = 5')
    expect((await owner.query('select version, (select id from doubled) from a')).rows).toEqual([
      { version: 2, id: 10 },
    ])
  })

  test('files of sql/ with rules for every table are applied after each migration, and at no other start', async () => {
    file(
      'sql/a/every-table.sql',
      `do $$ declare t regclass; begin
         for t in select c.oid from pg_class c where c.relname in ('a', 'b') and c.relkind = 'r' and not c.relrowsecurity
         loop execute format('alter table %s enable row level security', t); end loop;
       end $$;`,
    )
    await run()
    file('migrations/0002_b.sql', 'create table b (id int);')
    await run()
    await run()
    expect(
      await valueIn('(select array_agg(relname::text order by relname) from pg_class where relrowsecurity)'),
    ).toEqual(['a', 'b'])
    expect(changes()).toHaveLength(2)
  })

  test('files of sql/ that fail roll the migrations of the same start back', async () => {
    file('sql/numbers/one.sql', one(1))
    await run()
    file('migrations/0002_b.sql', 'create table b (id int);')
    file('sql/numbers/two.sql', 'create function\n  two() returns nothing_such language sql as $$ $$;')
    file('sql/numbers/one.sql', one(7))
    await expect(run()).rejects.toThrow('The file sql/numbers/two.sql failed: type "nothing_such" does not exist')
    expect(await valueIn(`to_regclass('b')`)).toBe(null)
    expect(await valueIn('one()')).toBe(1)
  })

  test('files of sql/ stop an upgrade that takes from a function what it reads, even if its text is unchanged', async () => {
    file(
      'sql/a.sql',
      `set local role casillero_definer;
      create or replace function newest() returns int language sql as $$ select max(version) from a $$;`,
    )
    await run()
    file('migrations/0002_b.sql', 'alter table a drop column version;')
    file('sql/numbers/one.sql', one(1))
    await expect(run()).rejects.toThrow('column "version" does not exist')
    expect(
      await valueIn(`(select count(*)::int from pg_attribute where attrelid = 'a'::regclass and attname = 'version')`),
    ).toBe(1)
  })

  test('files of sql/ of a newer version stay when a server of the version before starts again', async () => {
    file('sql/one.sql', one(1))
    file('sql/versions.txt', 'first\n')
    await run()
    file('sql/one.sql', one(2))
    file('sql/versions.txt', 'first\nsecond\n')
    await run()
    file('sql/one.sql', one(1))
    file('sql/versions.txt', 'first\n')
    await run()
    expect(await valueIn('one()')).toBe(2)
    expect(said.at(-1)).toBe("The functions of this database are of version 2, newer than this server's 1: they stay.")
    // A later version may well take the change back.
    file('sql/versions.txt', 'first\nsecond\nfirst\n')
    await run()
    expect(await valueIn('one()')).toBe(1)
  })

  test('files of sql/ that were deleted count as a change, so that an older server does not bring them back', async () => {
    const drop = 'drop function two();'
    file('sql/one.sql', one(1))
    file('sql/two.sql', 'create or replace function two() returns int language sql as $$ select 2 $$;')
    file('sql/versions.txt', 'first\n')
    await run()
    rmSync(join(directory, 'sql/two.sql'))
    file('migrations/0002_two.sql', drop)
    file('sql/versions.txt', 'first\nsecond\n')
    await run()
    file('sql/two.sql', 'create or replace function two() returns int language sql as $$ select 2 $$;')
    file('sql/versions.txt', 'first\n')
    await run()
    expect(await valueIn(`to_regproc('two')`)).toBe(null)
  })

  test('files of sql/ are applied by one of the servers that start at once', async () => {
    file('sql/one.sql', one(1))
    await Promise.all([run(), run(), run()])
    expect(changes()).toHaveLength(1)
  })

  test('files of sql/ leave the role of trusted code without the right to create', async () => {
    file('sql/one.sql', `set local role casillero_definer; ${one(1)}`)
    await run()
    expect(await valueIn(`has_schema_privilege('casillero_definer', 'public', 'create')`)).toBe(false)
    expect(await valueIn(`(select proowner::regrole::text from pg_proc where proname = 'one')`)).toBe(
      'casillero_definer',
    )
  })
})

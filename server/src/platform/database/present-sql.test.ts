import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { migrate } from './migrate.ts'

describe('the files of sql/', () => {
  let directory: string
  let database: TestDatabase
  let owner: Client
  const said: string[] = []

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'casillero-sql-'))
    database = await createEmptyDatabase()
    owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    said.length = 0
    file('migrations/0001_a.sql', 'create table a (id int, version int not null default 1);')
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

  const one = (value: number) => `create or replace function one() returns int language sql as $$ select ${value} $$;\n`
  const run = () => migrate(database.ownerUrl, { directory, say: (line) => said.push(line) })
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { migrate } from '../src/platform/migrate.ts'
import { createEmptyDatabase, superuserUrl, type TestDatabase, urlOf } from '../test/test-database.ts'
import { fault, rounds } from './fault.ts'
import { type Killer, startKiller } from './killer.ts'
import { until } from './moments.ts'
import { schemaLines } from './schema-lines.ts'

const directory = join(import.meta.dirname, '../migrations')
const files = readdirSync(directory)
  .filter((name) => name.endsWith('.sql'))
  .sort()
const gate = 4_711

let killer: Killer
beforeAll(() => {
  killer = startKiller()
})
afterAll(() => killer.end())

type Gated = { database: TestDatabase; superuser: Client; close(): Promise<void> }

/** An empty database that counts every command of a migration, and stops before the one with that number. */
async function openGated(stopAt: number): Promise<Gated> {
  const database = await createEmptyDatabase()
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const superuser = new Client({ connectionString: urlOf(superuserUrl(), name) })
  await superuser.connect()
  await superuser.query(`
    alter database ${name} set client_connection_check_interval = '20ms';
    create schema gate;
    create sequence gate.commands;
    create function gate.pass() returns event_trigger language plpgsql security definer as $$
    begin
      if nextval('gate.commands') = ${stopAt} then perform pg_advisory_lock(${gate}); end if;
    end $$;
    create event trigger gate on ddl_command_start execute function gate.pass();
    select pg_advisory_lock(${gate});`)
  return {
    database,
    superuser,
    async close() {
      await superuser.end()
      await database.drop()
    },
  }
}

const run = ({ ownerUrl }: TestDatabase) => migrate(ownerUrl, { directory, say: () => {} })

/** The schema after each file, and how many commands all of them are. */
async function knownSchemas(): Promise<{ schemas: string[]; commands: number }> {
  const { superuser, database, close } = await openGated(0)
  const schemas: string[] = []
  await run(database)
  const { rows } = await superuser.query<{ n: number }>('select last_value::int as n from gate.commands')
  await close()
  const plain = await createEmptyDatabase()
  const client = new Client({ connectionString: urlOf(superuserUrl(), new URL(plain.ownerUrl).pathname.slice(1)) })
  await client.connect()
  const owner = new Client({ connectionString: plain.ownerUrl })
  await owner.connect()
  schemas.push(await schemaLines(client))
  for (const file of files) {
    await owner.query(`begin; ${readFileSync(join(directory, file), 'utf8')}; commit`)
    schemas.push(await schemaLines(client))
  }
  await owner.end()
  await client.end()
  await plain.drop()
  return { schemas, commands: rows[0]?.n ?? 0 }
}

/** Kills the process that migrates before that command; the schema then, how many files are noted, and the schema after a rerun. */
async function killBefore(command: number): Promise<{ noted: number; then: string; afterwards: string }> {
  const { database, superuser, close } = await openGated(command)
  try {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-process.ts')], {
      env: { PATH: process.env.PATH ?? '', OWNER_URL: database.ownerUrl },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const waits = `select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
                   and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await superuser.query(waits)).rowCount === 1, 60_000, `command ${command}`)
    await killer.strike([child.pid ?? 0])
    await ended
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await until(async () => (await superuser.query(others)).rowCount === 0, 30_000, 'the end of its connection')
    await superuser.query(`select pg_advisory_unlock(${gate})`)
    const noted = await superuser
      .query<{ n: number }>('select count(*)::int as n from schema_migrations')
      .catch(() => ({ rows: [{ n: 0 }] }))
    const then = await schemaLines(superuser)
    await superuser.query('alter event trigger gate disable')
    await run(database)
    return { noted: noted.rows[0]?.n ?? 0, then, afterwards: await schemaLines(superuser) }
  } finally {
    await close()
  }
}

fault('F-15', 'a migration is killed on its way', (row) => {
  row.proof('the schema is that before or after a file, and the next run brings it to its end', async () => {
    const { schemas, commands } = await knownSchemas()
    const last = schemas.at(-1)
    const count = Math.min(commands, rounds(8, 150))
    const places = Array.from({ length: count }, (_, n) => 1 + Math.floor((n * commands) / count))
    for (const place of places) {
      const { noted, then, afterwards } = await killBefore(place)
      expect(then === schemas[noted], `the schema before command ${place} is that of ${noted} files`).toBe(true)
      expect(afterwards === last, `the schema after a rerun from command ${place}`).toBe(true)
    }
    return `${places.length} kills of ${commands} commands in ${files.length} files: ${places.length} times the schema of whole files, ${places.length} times the newest after a rerun`
  })

  row.control('a schema that lacks something is no known one', async () => {
    const { schemas } = await knownSchemas()
    const { database, superuser, close } = await openGated(0)
    await run(database)
    await superuser.query('alter event trigger gate disable; drop table invoice_payments')
    const broken = await schemaLines(superuser)
    await close()
    expect(schemas).not.toContain(broken)
    return 'a schema without one of its tables is told apart'
  })

  row.notRun('the previous version on the new schema', 'there is no earlier release yet')
})

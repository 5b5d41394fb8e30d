import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { verifyData } from '../../server/src/commands/verify-data/report.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { makeAdoptedState, migrationsFolder } from '../support/adopted-state.ts'
import { ask } from '../support/installation/calls.ts'
import { check, figureOf, nothingWrong } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { type Killer, startKiller } from '../support/installation/killer.ts'
import { waitForMore } from '../support/installation/moments.ts'
import { password } from '../support/installation/shops.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { makeFolder } from '../support/server-process.ts'
import { copyDatabase, createEmptyDatabase, superuserUrl, type TestDatabase, urlOf } from '../support/test-database.ts'
import { takeEarlierVersion } from './support/earlier-version.ts'

const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
/** The states of a new installation, and of one of before 1.0.0. */
const states = ['new', 'adopted'] as const
const gate = 4_711
/** The long form kills before every command: more than a thousand upgrades, each made twice. */
const longestKills = 5_400_000

let killer: Killer
beforeAll(() => {
  killer = startKiller()
})
afterAll(() => killer.end())

type Gated = { database: TestDatabase; superuser: Client; close(): Promise<void> }

/** Makes a database in the state of another, which counts every command of its upgrade and stops before the one with that number. */
async function openGated(state: TestDatabase, stopAt: number): Promise<Gated> {
  const database = await copyDatabase(state)
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

const run = ({ ownerUrl }: TestDatabase) => migrate(ownerUrl, { say: () => {} })

/** Makes a database in the state of an installation. */
async function makeState(state: (typeof states)[number]): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  if (state === 'adopted') await makeAdoptedState(database.ownerUrl)
  return database
}

/** Gives the schemas before and after the upgrade from a state, and the count of its commands. */
async function knownSchemas(state: TestDatabase): Promise<{ before: string; after: string; commands: number }> {
  const { superuser, database, close } = await openGated(state, 0)
  try {
    const before = await dumpSchema(superuser)
    await run(database)
    const { rows } = await superuser.query<{ n: number }>('select last_value::int as n from gate.commands')
    return { before, after: await dumpSchema(superuser), commands: rows[0]?.n ?? 0 }
  } finally {
    await close()
  }
}

/** Kills a migrating process before a command; gives the schema then, and the schema after a rerun. */
async function killBefore(state: TestDatabase, command: number): Promise<{ then: string; afterwards: string }> {
  const { database, superuser, close } = await openGated(state, command)
  try {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'support/migrate-process.ts')], {
      env: { PATH: process.env.PATH ?? '', OWNER_URL: database.ownerUrl },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const waits = `select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
                   and database = (select oid from pg_database where datname = current_database())`
    await waitUntil(async () => (await superuser.query(waits)).rowCount === 1, 60_000, `command ${command}`)
    await killer.strike([child.pid ?? 0])
    await ended
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await waitUntil(async () => (await superuser.query(others)).rowCount === 0, 30_000, 'the end of its connection')
    await superuser.query(`select pg_advisory_unlock(${gate})`)
    const then = await dumpSchema(superuser)
    await superuser.query('alter event trigger gate disable')
    await run(database)
    return { then, afterwards: await dumpSchema(superuser) }
  } finally {
    await close()
  }
}

/** Makes the calls of an office's day at the first server, and gives their count. */
async function workFor({ instances, shops }: Installation): Promise<number> {
  const [server, shop] = [instances[0]?.url ?? '', shops[0]]
  if (!shop) throw new Error('There is no shop.')
  const { host, clientId, usd, methodId } = shop.counter
  let calls = 0
  let token = ''
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await ask(server, { method, path, host, token, ...(body && { body }) })
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    calls += 1
    return JSON.parse(answer.body)
  }
  type Saved = { data: { id: string; version: number } }
  token = (await call<{ token: string }>('POST', '/api/auth/login', { identifier: shop.email, password })).token
  await call('GET', '/api/auth/me')
  const client = { firstName: 'Ana', lastNames: 'Peña', phone: '50586904418' }
  const { data: saved } = await call<Saved>('POST', '/api/client', client)
  await call('PUT', `/api/client/${saved.id}`, { ...client, lastNames: 'Ñurinda', version: saved.version })
  const tariff = { name: 'Marítimo', type: 'maritimo', pricePerPound: 1.5 }
  await call('POST', '/api/tariffs', tariff)
  const draft = {
    shippingMethod: 'aereo',
    clientId,
    tariffId: shop.airId,
    statusId: shop.readyId,
    tracking: 'UNO',
    weight: 2.5,
  }
  const { data: held } = await call<Saved>('POST', '/api/packages', draft)
  const { data: changed } = await call<Saved>('PUT', `/api/packages/${held.id}`, {
    ...draft,
    weight: 3,
    version: held.version,
  })
  const { data: invoice } = await call<Saved>('POST', '/api/invoices', {
    clientId,
    currencyId: usd,
    items: [{ packageId: changed.id }],
    payments: [{ total: 11.25, method: 'cash', currencyId: usd }],
    shipping: { shippingMethodId: methodId, shippingPrice: 5, currencyId: usd, shippingAddress: 'Managua' },
  })
  for (const path of ['client', 'tariffs', 'packages', 'statuses', 'invoices', 'currencies', 'users'])
    await call('GET', `/api/${path}?page=1&limit=20`)
  await call('GET', '/api/packages?search=UNO')
  await call('GET', `/api/invoices/${invoice.id}`)
  await call('DELETE', `/api/invoices/${invoice.id}`)
  await call('POST', '/api/auth/logout')
  return calls
}

prove('F-15', 'a migration is killed while it runs, and servers of the version before go on', (row) => {
  row.proof(
    'the schema is the one before the upgrade, and the next run completes it',
    async () => {
      const figures: string[] = []
      for (const kind of states) {
        const state = await makeState(kind)
        const { before, after, commands } = await knownSchemas(state)
        const count = rounds(4, commands)
        const places = Array.from({ length: count }, (_, n) => 1 + Math.floor((n * commands) / count))
        const waiting = places.values()
        const killInTurn = async () => {
          for (const place of waiting) {
            const { then, afterwards } = await killBefore(state, place)
            expect(then === before, `the schema before command ${place} from ${kind} is that before the upgrade`).toBe(
              true,
            )
            expect(afterwards === after, `the schema after a rerun from command ${place} from ${kind}`).toBe(true)
          }
        }
        // Two databases at a time: every command of every migration is more than an hour of one core.
        await Promise.all([killInTurn(), killInTurn()])
        await state.drop()
        figures.push(`${places.length} kills of ${commands} commands from ${kind}`)
      }
      return `${figures.join(' and ')} of ${files.length} migrations: each time the schema before, each time the newest after a rerun`
    },
    longestKills,
  )

  row.control('a schema without one of its tables is detected', async () => {
    const state = await makeState('new')
    const { before, after } = await knownSchemas(state)
    const { database, superuser, close } = await openGated(state, 0)
    await run(database)
    await superuser.query('alter event trigger gate disable; drop table invoice_payments cascade')
    const broken = await dumpSchema(superuser)
    await close()
    await state.drop()
    expect([before, after]).not.toContain(broken)
  })

  row.proof('the version before works on the new schema, beside this one', async () => {
    const { program, commit, migrations } = takeEarlierVersion(join(makeFolder(), 'earlier'))
    const site = await openInstallation({ firstProgram: program, shops: 2 })
    try {
      const load = site.invoice(16)
      await waitForMore(load, rounds(200, 2_000))
      await load.stop()
      const verdict = await check(load.entries, site.owner, site.postgres.ownerUrl)
      expect(verdict).toMatchObject({ ...nothingWrong, unknown: 0 })
      // The office's invoice is in no clerk's history, so that only the data are checked.
      const calls = await workFor(site)
      const findings = await verifyData(site.postgres.ownerUrl)
      expect(findings.filter(({ count }) => count > 0)).toEqual([])
      return `${commit}, which knows ${migrations} of ${files.length} files: ${calls} calls of an office's day at it as they should be; clerks at it and at this version in turn: ${figureOf(verdict)}`
    } finally {
      await site.close()
    }
  })

  row.control('a change that breaks the version before is detected', async () => {
    const { program } = takeEarlierVersion(join(makeFolder(), 'earlier'))
    const site = await openInstallation({ firstProgram: program, shops: 1 })
    try {
      await site.owner.query('alter table tariffs rename column price_per_pound to price')
      await expect(workFor(site)).rejects.toThrow('POST /api/tariffs: 500')
    } finally {
      await site.close()
    }
  })
})

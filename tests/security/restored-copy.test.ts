import { join } from 'node:path'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import type { Client } from 'pg'
import { afterAll } from 'vitest'
import { seedDemo } from '../../server/src/demo/seed.ts'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { isWholeRun } from '../support/sampling.ts'
import { cleanUp, makeFolder } from '../support/server-process.ts'
import { urlOf } from '../support/test-database.ts'
import { type Held, threat } from './support/threat.ts'

const say = () => undefined
const start = (dataDir: string) =>
  embeddedPostgres.start({ dataDir, say, settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB' } })
const looking = <T>({ superuserUrl }: RunningPostgres, look: (client: Client) => Promise<T>): Promise<T> =>
  withConnection(urlOf(superuserUrl, 'casillero'), look)

/** Describes all that protects the rows, as one text for each kind. */
const walls: Record<string, string> = {
  roles: `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolinherit from pg_roles where rolname like 'casillero%'`,
  memberships: `select m.roleid::regrole, m.member::regrole, m.set_option, m.inherit_option from pg_auth_members m
    where m.member::regrole::text like 'casillero%'`,
  policies: `select tablename, policyname, roles, cmd, qual, with_check from pg_policies`,
  protection: `select relname, relowner::regrole, relrowsecurity, relforcerowsecurity, relacl from pg_class
    where relnamespace = 'public'::regnamespace`,
  columns: `select attrelid::regclass, attname, attacl, attnotnull, pg_get_expr(d.adbin, d.adrelid) from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where attrelid::regclass::text in (select relname from pg_class where relnamespace = 'public'::regnamespace) and attnum > 0`,
  constraints: `select conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public'`,
  functions: `select oid::regprocedure, proowner::regrole, proacl, md5(prosrc), prosecdef, proconfig from pg_proc
    where pronamespace = 'public'::regnamespace`,
  triggers: `select pg_get_triggerdef(oid), tgenabled from pg_trigger where tgrelid::regclass::text in
    (select relname from pg_class where relnamespace = 'public'::regnamespace) and not tgisinternal`,
}

const hashOf = async (client: Client, query: string): Promise<string> => {
  const { rows } = await client.query<{ hash: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from (${query}) t`,
  )
  return rows[0]?.hash ?? ''
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Reads every table's count and checksum, and every protection. */
async function stateOf(client: Client): Promise<Map<string, string>> {
  const state = new Map<string, string>()
  for (const table of await tablesOf(client)) state.set(table, await hashOf(client, `select * from ${table}`))
  for (const [kind, query] of Object.entries(walls)) state.set(kind, await hashOf(client, query))
  return state
}

/** Reads what a request of one company sees of every table, and what a dump with its rights would get. */
async function lookAsRequest(client: Client, held: Held): Promise<void> {
  const { rows: companies } = await client.query<{ id: string }>('select id from companies order by id')
  const { rows: tables } = await client.query<{ name: string; key: string; rows: number }>(`
    select c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as key from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and has_table_privilege('casillero_app', c.oid, 'select')
      and (c.relname = 'companies' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'))`)
  held(companies.length > 1 && tables.length > 15, `${companies.length} companies, ${tables.length} tables`)
  for (const { name, key } of tables) {
    for (const company of [...companies.map(({ id }) => id), '']) {
      await client.query('begin')
      await client.query(`set local role casillero_app`)
      await client.query(`select set_config('app.company_id', $1, true)`, [company])
      const { rows } = await client.query<{ foreign: number }>(
        `select count(*) filter (where ${key}::text <> $1)::int as foreign from ${name}`,
        [company],
      )
      held(rows[0]?.foreign === 0, `${rows[0]?.foreign} rows of others in ${name}`)
      await client.query('rollback')
    }
    await client.query('begin')
    await client.query('set local role casillero_app; set local row_security = off')
    const dumped = await client.query(`select * from ${name} limit 1`).then(
      () => 'rows',
      (error: { code: string }) => error.code,
    )
    await client.query('rollback')
    held(dumped === '42501', `a dump with the rights of a request got ${dumped} of ${name}`)
  }
}

/** Two companies with staff and a package each, where a run does not take its time to make the demo. */
const sampleRows = `
  select open_company(name, lower(name), false) from unnest('{Norte,Sur}'::text[]) name;
  insert into users (company_id, first_name, email, password_hash, type)
    select id, 'Ana', 'ana@' || subdomain || '.test', 'x', 'admin' from companies;
  insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
    select id, 'C1', 'Eva', 'Ruiz', '50588886666', 'eva ruiz', 'eva ruiz' from companies;
  insert into packages (company_id, company_package_id, client_id, shipping_method, tracking, search_text)
    select company_id, 1, id, 'aereo', 'UNO', 'uno' from clients`

type Damage = (client: Client) => Promise<unknown>

type Saved = { target: string; before: Map<string, string> }
let saved: Promise<Saved> | undefined

/** Backs up a running seeded installation, and gives its state. */
async function save(): Promise<Saved> {
  const [dataDir, target] = [makeFolder(), join(makeFolder(), 'copy')]
  const original = await start(dataDir)
  try {
    await migrate(original.ownerUrl, { say })
    if (isWholeRun) await seedDemo({ ownerUrl: original.ownerUrl, say })
    else await withConnection(original.ownerUrl, (owner) => owner.query(sampleRows))
    const before = await looking(original, stateOf)
    await embeddedPostgres.backUp({ dataDir, target })
    return { target, before }
  } finally {
    await original.stop()
  }
}
afterAll(cleanUp)

/** Restores the backup in another place, and compares the states. */
const restoreElsewhere =
  (damage?: Damage) =>
  async (held: Held): Promise<void> => {
    saved ??= save()
    const { target, before } = await saved
    const elsewhere = makeFolder()
    await embeddedPostgres.restore({ source: target, dataDir: elsewhere, replace: false, say })
    const copy = await start(elsewhere)
    try {
      if (damage) await looking(copy, damage)
      const after = await looking(copy, stateOf)
      held(before.size > 30 && before.size === after.size, `${before.size} kinds of things became ${after.size}`)
      for (const [what, hash] of before) held(after.get(what) === hash, `${what} was ${hash} and is ${after.get(what)}`)
      await looking(copy, (client) => lookAsRequest(client, held))
    } finally {
      await copy.stop()
    }
  }

threat(
  'T-38',
  { what: 'A backup that lacks rows, or a restored copy that lacks its walls', asvs: ['8.4.1', '14.2.4'] },
  ({ proof, control }) => {
    proof(
      'a copy of a running installation has every row and every protection, and keeps companies apart',
      restoreElsewhere(),
    )
    control(
      'a copy that lost a row, a policy and the force of another',
      restoreElsewhere((client) =>
        client.query(`
          delete from invoice_payments where id = (select max(id::text)::uuid from invoice_payments);
          drop policy tenant on clients;
          create policy tenant on clients to casillero_app using (true);
          alter table packages no force row level security`),
      ),
    )
  },
)

import { sql } from 'kysely'
import type { World } from '../support/world.ts'
import { asSuperuser, on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

/** Every table of the product, with the column of its company; null for the few without a company. */
const tables = `
  select c.oid, c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    pg_get_userbyid(c.relowner) as owner,
    case when c.relname = 'companies' then 'id' else (
      select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    ) end as key
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and c.relname not in ('schema_migrations', 'applied_sql') order by 2`

type Table = { name: string; secured: boolean; forced: boolean; owner: string; key: string | null }
type Policy = { table: string; policy: string; roles: string[]; reads: string | null; writes: string | null }

async function ask<Row extends object>({ owner }: World, statement: string): Promise<Row[]> {
  return (await owner.query<Row>(statement)).rows
}

const isForClients = (roles: readonly string[]) => roles.length === 1 && roles[0] === 'casillero_client'

/**
 * Checks that row-level security is on and forced, with one policy for requests that names the company, and one for trusted
 * code.
 */
async function checkTables(world: World, held: Held): Promise<void> {
  const policies = await ask<Policy>(
    world,
    `select tablename as table, policyname as policy, roles::text[] as roles, qual as reads, with_check as writes
     from pg_policies where schemaname = 'public'`,
  )
  for (const { name, secured, forced, owner, key } of await ask<Table>(world, tables)) {
    held(secured && forced, `${name} has row-level security: ${secured}, forced: ${forced}`)
    held(owner === 'casillero_owner', `${name} belongs to ${owner}`)
    const own = `(${key} = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid AS "nullif"))`
    const [forRequests, trusted] = [true, false].map((isForRequests) =>
      policies.filter(({ table, roles }) => {
        const reaches = roles.some((role) => ['casillero_app', 'public'].includes(role))
        return table === name && reaches === isForRequests && !isForClients(roles)
      }),
    )
    const expected = key === null ? 0 : 1
    const isOwn = forRequests?.every(({ reads, writes }) => reads === own && writes === own)
    held(forRequests?.length === expected && isOwn === true, `${name} for requests: ${JSON.stringify(forRequests)}`)
    // A client's pages are a part of what requests may see.
    for (const { table, roles, reads, writes } of policies) {
      if (table !== name || !isForClients(roles)) continue
      const isPart = reads === own || reads?.startsWith(`(${own} AND `) === true
      held(isPart && writes === reads, `${name} for clients: ${reads}`)
    }
    held(trusted?.length === 1, `${name} for trusted code: ${JSON.stringify(trusted)}`)
  }
}

/** Checks the roles of requests and of trusted code: their attributes, what they own, and their rights on tables. */
async function checkRoles(world: World, held: Held): Promise<void> {
  const roles = await ask<{ name: string; can: boolean }>(
    world,
    `select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as can
     from pg_roles where rolname in ('casillero_app', 'casillero_definer', 'casillero_client')`,
  )
  held(roles.length === 3, 'there are three roles')
  for (const { name, can } of roles) held(!can, `${name} may sign in, create or bypass`)
  const owned = await ask<{ what: string }>(
    world,
    `select relname as what from pg_class where relowner in ('casillero_app'::regrole, 'casillero_definer'::regrole, 'casillero_client'::regrole)
     union all select proname from pg_proc where proowner in ('casillero_app'::regrole, 'casillero_client'::regrole)
     union all select nspname from pg_namespace where nspowner in ('casillero_app'::regrole, 'casillero_definer'::regrole, 'casillero_client'::regrole)
     union all select roleid::regrole::text from pg_auth_members where member in ('casillero_app'::regrole, 'casillero_client'::regrole)
       and not (roleid = 'casillero_client'::regrole and member = 'casillero_app'::regrole and not inherit_option and not admin_option)
     union all select 'the schema' where has_schema_privilege('casillero_app', 'public', 'create') or has_schema_privilege('casillero_client', 'public', 'create')`,
  )
  held(owned.length === 0, `what the role of requests owns, is or may make: ${JSON.stringify(owned)}`)
  const grants = await ask<{ table: string; rights: string[] }>(
    world,
    `select table_name as table, array_agg(distinct privilege_type::text) as rights from information_schema.role_table_grants
     where grantee in ('casillero_app', 'PUBLIC') and table_schema = 'public' group by 1`,
  )
  for (const { table, rights } of grants) {
    held(!rights.some((right) => !['SELECT', 'INSERT', 'UPDATE'].includes(right)), `on ${table}: ${rights}`)
  }
}

/** Checks functions that run with more than their caller's rights, and views, which would run with their owner's. */
async function checkFunctions(world: World, held: Held): Promise<void> {
  const functions = await ask<{ name: string; owner: string; config: string | null; isPublic: boolean }>(
    world,
    `select p.proname as name, pg_get_userbyid(p.proowner) as owner, array_to_string(p.proconfig, ' ') as config,
       p.proacl is null or exists (select from aclexplode(p.proacl) where grantee = 0) as "isPublic"
     from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`,
  )
  for (const { name, owner, config, isPublic } of functions) {
    // Settings of the planner and its memory change no right.
    const isPinned =
      config?.replaceAll(/ (?:enable_\w+=off|plan_cache_mode=\w+|work_mem=\w+)/g, '') ===
      'search_path=pg_catalog, public, pg_temp'
    held(isPinned && owner === 'casillero_definer' && !isPublic, `${name}: ${owner}, ${config}, public: ${isPublic}`)
  }
  const views = await ask<{ name: string; options: string }>(
    world,
    `select relname as name, array_to_string(reloptions, ' ') as options from pg_class
     where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
  )
  for (const { name, options } of views)
    held(options?.includes('security_invoker=true'), `the view ${name}: ${options}`)
}

/** Reads every table as the role of requests, without a company, and as one company with rows of another. */
async function readTables(world: World, held: Held): Promise<void> {
  const [mine] = [await world.openCompany(), await world.openCompany()]
  for (const { name, key } of await ask<Table>(world, tables)) {
    held((await seen(world, name, 'true', '')) === 0, `${name} without a company`)
    if (key) held((await seen(world, name, `${key} <> '${mine.id}'`, mine.id)) === 0, `${name} of another company`)
  }
}

/** Counts the rows that the role of requests sees; none where it has no right to read. */
async function seen(world: World, table: string, where: string, companyId: string): Promise<number> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role casillero_app')
    await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
    return (await client.query(`select from ${table} where ${where}`)).rowCount ?? 0
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === '42501') return 0
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The statements that an attacker with an injection would try first. */
const breakouts = [
  'reset role',
  'set role none',
  'set session authorization default',
  'reset all',
  'discard all',
  'set role casillero_owner',
  'set role casillero_definer',
  'set role postgres',
]
const spoils = [
  'alter table clients disable row level security',
  'drop policy tenant on clients',
  'grant casillero_owner to current_user',
  'alter role current_user bypassrls',
  'create table loot as select * from clients',
]

/** Runs statements on a connection of the pool's kind, after breaking out of its role. */
async function breakOut(world: World, held: Held): Promise<void> {
  await world.openCompany()
  const rows = async (statement: string) =>
    await world.database
      .withoutCompany(async (db) => (await sql`select * from ${sql.table(statement)}`.execute(db)).rows.length)
      .catch(() => 0)
  for (const breakout of breakouts) {
    await world.database.withoutCompany((db) => sql.raw(breakout).execute(db)).catch(() => undefined)
    for (const table of ['users', 'companies', 'schema_migrations', 'applied_sql'])
      held((await rows(table)) === 0, `after "${breakout}" there are rows in ${table}`)
    for (const spoil of spoils) {
      const isDone = await world.database
        .withoutCompany(async (db) => {
          await sql.raw(breakout).execute(db)
          await sql.raw(spoil).execute(db)
          return true
        })
        .catch(() => false)
      held(!isDone, `after "${breakout}" goes "${spoil}"`)
    }
  }
}

/** Makes the faults of a hurried migration: a table without a policy, one with a gap, one that its role can empty. */
const prioritise = (world: World) =>
  asSuperuser(
    world,
    `create table notes (company_id uuid not null, text text);
     grant select on notes to casillero_app;
     insert into notes select id, 'x' from companies;
     alter table clients no force row level security;
     alter table packages disable row level security;
     create policy wide on invoices to casillero_app using (true);
     grant truncate, references on tariffs to casillero_app;
     alter function search_clients owner to casillero_app;
     alter function search_packages reset search_path;
     create view all_clients as select * from clients;
     insert into notes values ('00000000-0000-0000-0000-000000000000', 'x')`,
  )

const checks = [checkTables, checkRoles, checkFunctions, readTables]
const names = ['tables', 'roles', 'functions and views', 'rows']

threat('T-03', { what: 'a table without its wall', asvs: ['8.4.1', '13.2.2'] }, ({ proof, control }) => {
  for (const [index, check] of checks.entries()) {
    proof(`the ${names[index]} are as the rules say`, on(check))
    control(`the ${names[index]}, after a hurried migration`, on(check, { weaken: prioritise }))
  }
  proof('a request that breaks out of its role has no rights at all', on(breakOut, { poolSize: 1 }))
  control('requests that sign in as the owner', on(breakOut, { poolSize: 1, asOwner: true }))
})

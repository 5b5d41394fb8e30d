import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

async function ask<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.owner.query<Row>(statement, values)).rows
}

const tenantTables = `
  select c.oid, c.relname as name,
    case c.relname when 'companies' then 'id' else 'company_id' end as key
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'companies' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
  order by 2`

test('every table of a company has a primary key that begins with the company', async () => {
  const keys = await ask<{ name: string; key: string; first: string }>(`
      select t.name, t.key, (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]) as first
      from (${tenantTables}) t left join pg_index i on i.indrelid = t.oid and i.indisprimary`)
  for (const { name, key, first } of keys) expect(first, name).toBe(key)
})

test('every table of a company takes its company from the transaction, never from a statement', async () => {
  const defaults = await ask<{ name: string; value: string }>(`
      select t.name, pg_get_expr(d.adbin, d.adrelid) as value
      from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid and a.attname = t.key
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.name <> 'companies'`)
  for (const { name, value } of defaults) {
    // An entry of the log stands in up to two companies, which its trigger names; requests cannot add one.
    expect(value, name).toBe(name === 'audit_entries' ? null : 'current_company()')
  }
})

test('every table of a company has unique keys within the company, except those that find a company', async () => {
  const wide = await ask<{ index: string }>(`
      select i.indexrelid::regclass::text as index from (${tenantTables}) t
      join pg_index i on i.indrelid = t.oid and i.indisunique
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] where a.attname <> t.key`)
  expect(wide.map(({ index }) => index).toSorted()).toEqual([
    'access_tokens_token_hash_key',
    'companies_subdomain_key',
    'sessions_token_hash_key',
    'whatsapp_sessions_name_key',
    'whatsapp_sessions_webhook_token_key',
  ])
})

const references = `
    select c.conrelid::regclass::text as name, c.conname, c.confdeltype, c.conrelid,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as targets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`
type Reference = { conname: string; confdeltype: string; columns: string[]; target: string; targets: string[] }

test('every reference names the company on both sides, and its row cannot be deleted', async () => {
  const found = await ask<Reference>(references)
  expect(found.length).toBeGreaterThan(30)
  for (const { conname, confdeltype, columns, target, targets } of found) {
    expect([columns[0], targets[0]], conname).toEqual(['company_id', target === 'companies' ? 'id' : 'company_id'])
    expect(columns.length, conname).toBe(target === 'companies' ? 1 : Math.max(2, targets.length))
    expect(confdeltype, conname).toBe('r')
  }
})

test('every reference has an index that begins with its columns', async () => {
  const bare = await ask(`
      select r.conname from (${references}) r
      where not exists (
        select from pg_index i
        where i.indrelid = r.conrelid
          -- A key with a null refers to no row, so that an index without those finds all that refer.
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', r.columns[2])) and (
          select array_agg(a.attname::text order by k.n) from unnest(i.indkey::int2[]) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
          where k.n <= least(2, cardinality(r.columns))) = r.columns[1:2])`)
  expect(bare).toEqual([])
})

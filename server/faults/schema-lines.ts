import { createHash } from 'node:crypto'
import type { Client } from 'pg'

// The packages bring no pg_dump; this is what it would tell of the schema `public`, in its own words.
const definitions = `
  select format('column %s.%s %s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attacl) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S') and c.relname <> 'schema_migrations'
  union all
  select format('table %s %s %s %s %s', c.oid::regclass, c.relowner::regrole, c.relacl, c.relrowsecurity, c.relforcerowsecurity)
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S') and c.relname <> 'schema_migrations'
  union all
  select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid is distinct from to_regclass('schema_migrations')
  union all
  select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
  union all
  select format('%s %s %s', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl)
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  select format('policy %s %s %s %s %s', polname, polrelid::regclass, polroles::regrole[], pg_get_expr(polqual, polrelid),
                pg_get_expr(polwithcheck, polrelid)) from pg_policy`

/** One hash of everything that the migrations define. */
export async function schemaLines(client: Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(definitions)
  const lines = rows.map(({ line }) => line).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

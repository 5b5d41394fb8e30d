import type { Client } from 'pg'

// The npm packages have no pg_dump; this describes the schema `public` instead.
const definitions = `
  select format('column %s.%s %s %s %s %s %s %s', c.oid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
                a.attnotnull, a.attgenerated, coalesce(pg_get_expr(d.adbin, d.adrelid), ''), a.attacl) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S', 'c')
  union all
  select format('table %s %s %s %s %s %s %s', c.oid::regclass, c.relkind, c.relowner::regrole, c.relacl, c.relrowsecurity,
                c.relforcerowsecurity, c.reloptions)
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S', 'c')
  union all
  select format('comment %s %s %s', objoid::regclass, objsubid, description)
  from pg_description join pg_class c on c.oid = objoid and classoid = 'pg_class'::regclass
  where c.relnamespace = 'public'::regnamespace
  union all
  select format('view %s %s', c.oid::regclass, pg_get_viewdef(c.oid))
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
  union all
  select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = 'public'::regnamespace
  union all
  select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace
  union all
  select format('%s %s %s', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl)
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
  union all
  select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  select format('policy %s %s %s %s %s %s %s', polname, polrelid::regclass, polcmd, polpermissive, polroles::regrole[],
                pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
  union all
  select format('type %s %s', t.oid::regtype, t.typtype) from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
  union all
  select format('default rights %s %s %s %s', defaclrole::regrole, defaclnamespace, defaclobjtype, defaclacl) from pg_default_acl
  union all
  select format('schema %s %s %s', nspname, nspowner::regrole, nspacl) from pg_namespace where nspname = 'public'
  union all
  select format('extension %s %s', extname, extversion) from pg_extension`

/** Everything that the migrations and the files of `sql/` define, in one order. */
export async function dumpSchema(client: Pick<Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ line: string }>(definitions)
  return rows
    .map(({ line }) => line)
    .toSorted()
    .join('\n')
}

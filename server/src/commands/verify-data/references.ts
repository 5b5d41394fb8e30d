import type { Check } from './check.ts'

/** Each key comes with the condition that a parent in another company would meet. */
const foreignKeys = `
  select k.conrelid::regclass as child, k.confrelid::regclass as parent, k.conname, c.columns,
         array_to_string(array(select format('c.%I is not null', n) from unnest(c.columns) n), ' and ') as given,
         array_to_string(array(select format('p.%I = c.%I', r, n) from unnest(c.columns, f.columns) as t (n, r)), ' and ') as same,
         array_to_string(array(select format('p.%I = c.%I', r, n) from unnest(c.columns, f.columns) as t (n, r) where n <> 'company_id'), ' and ') as alike
  from pg_constraint k
  cross join lateral (select array_agg(a.attname order by x.place) as columns
    from unnest(k.conkey) with ordinality x (number, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.number) c
  cross join lateral (select array_agg(a.attname order by x.place) as columns
    from unnest(k.confkey) with ordinality x (number, place) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.number) f
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace`

const selectOrphans = (whether: string) => `format(
  'select c.company_id, format(''%%s %%s: its %%s'', %L, to_jsonb(c) ->> ''id'', %L) as what from %s c
   where %s and not exists (select from %s p where %s) and ${whether} (select from %s p where %s)',
  k.child, array_to_string(k.columns, ', '), k.child, k.given, k.parent, k.same, k.parent, coalesce(nullif(k.alike, ''), 'false'))`

export const references: Check[] = [
  {
    says: 'Every reference leads to a row, and has its foreign key',
    isGenerated: true,
    sql: `
      select string_agg(${selectOrphans('not exists')}, ' union all ') || '
        union all
        select null, format(''%s.%s has no foreign key that holds'', a.attrelid::regclass, a.attname)
        from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind = ''r'' and t.relnamespace = ''public''::regnamespace
        where a.attname ~ ''_(id|by)$'' and a.atttypid = ''uuid''::regtype and t.relname <> ''audit_entries''
          and not exists (select from pg_constraint k where k.conrelid = a.attrelid and a.attnum = any (k.conkey)
                          and k.contype = ''f'' and k.convalidated and k.conenforced)' as statement
      from (${foreignKeys}) k`,
  },
  {
    says: 'No reference leads into another company',
    isGenerated: true,
    sql: `select string_agg(${selectOrphans('exists')}, ' union all ') as statement from (${foreignKeys}) k`,
  },
]

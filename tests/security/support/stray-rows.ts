import type { World } from '../../support/world.ts'

type ForeignKey = { source: string; target: string; columns: string[]; keys: string[] }

/** Lists rows with a dangling reference, and rows that refer to a deleted one. Histories may name deleted rows. */
export async function strayRows(world: World): Promise<string[]> {
  const { rows: keys } = await world.owner.query<ForeignKey>(`
    select c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (num, n)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (num, n)
       join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as keys
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  const { rows: marks } = await world.owner.query<{ name: string; mark: string }>(`
    select attrelid::regclass::text as name, attname as mark from pg_attribute
    where attname in ('deleted_at', 'voided_at') and attrelid::regclass::text in (select relname from pg_class where relkind = 'r')`)
  const markOf = (table: string) => marks.find(({ name }) => name === table)?.mark
  const found: string[] = []
  for (const { source, target, columns, keys: targetKeys } of keys) {
    const joined = columns.map((column, at) => `t.${targetKeys[at]} = s.${column}`).join(' and ')
    const isSet = columns.map((column) => `s.${column} is not null`).join(' and ')
    const count = async (condition: string) =>
      (
        await world.owner.query(
          `select 1 from ${source} s left join ${target} t on ${joined} where ${isSet} and ${condition}`,
        )
      ).rowCount ?? 0
    const orphans = await count(`t.${targetKeys[0]} is null`)
    if (orphans > 0) found.push(`${orphans} of ${source} (${columns}) lead nowhere`)
    const isHistory =
      target === 'users' ||
      /^(?:package_status_changes|messages|message_packages|audit_entries|currency_rate_changes)$/.test(source)
    if (isHistory || markOf(target) !== 'deleted_at') continue
    const alive = markOf(source) ? `s.${markOf(source)} is null` : 'true'
    const stray = await count(`${alive} and t.deleted_at is not null`)
    if (stray > 0) found.push(`${stray} living of ${source} (${columns}) name a deleted one of ${target}`)
  }
  return found
}

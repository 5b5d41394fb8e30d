import type pg from 'pg'

/** Every table of a company but `sessions`, which each call may update. */
const businessTables = `
  select c.oid::regclass::text as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('sessions', 'idempotency_keys')
  order by 1`

const hashOf = (table: string) => `
  select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash
  from ${table} t where company_id = $1`

/** The query for all tables, which only the first call of a database puts together. */
const queries = new WeakMap<pg.Pool, Promise<string>>()

async function writeQuery(owner: pg.Pool): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(businessTables)
  return tables.map(({ name }) => hashOf(name)).join(' union all ')
}

/** Reads all rows of a company as one text for each table, to show that no row changed. */
export async function rowsOf(owner: pg.Pool, companyId: string): Promise<Record<string, string>> {
  const query = queries.get(owner) ?? writeQuery(owner)
  queries.set(owner, query)
  // By its name the database plans it once: planning takes longer than reading so few rows.
  const { rows } = await owner.query<{ name: string; hash: string }>({
    name: 'rows-of-company',
    text: await query,
    values: [companyId],
  })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

import { withConnection } from './single-connection.ts'

const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit']
const oldestVersion = 18

/**
 * Called before migrating.
 * @param ownerUrl a connection string of the role that owns the database
 * @throws an English sentence that says what to change
 */
export async function checkServerSettings(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    const found = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any ($1)',
      [[...durabilitySettings, 'data_checksums', 'server_version_num', 'server_encoding']],
    )
    const fault = findSettingsFault(new Map(found.rows.map((row) => [row.name, row.setting])))
    if (fault) throw new Error(fault)
  })
}

/**
 * Returns a sentence, or undefined if the server can be trusted.
 * @param settings values as `pg_settings` shows them, by name
 */
export function findSettingsFault(settings: ReadonlyMap<string, string>): string | undefined {
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (!(version >= oldestVersion)) {
    return `Casillero needs PostgreSQL ${oldestVersion} or later, but this server is version ${version}. Upgrade it.`
  }
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8') {
    return `The database stores ${encoding}. Create it again with "encoding 'UTF8' template template0".`
  }
  if (settings.get('data_checksums') === 'off') {
    return 'PostgreSQL would not notice a broken disk because of data_checksums = off. Stop it, run "pg_checksums --enable" on its data directory, and start it again.'
  }
  const off = durabilitySettings.filter((name) => settings.get(name) === 'off')
  if (off.length === 0) return undefined
  const resets = off.map((name) => `"alter system reset ${name}"`).join(' and ')
  return (
    `PostgreSQL may lose confirmed payments because of ${off.map((name) => `${name} = off`).join(', ')}. ` +
    `Run ${resets}, take it out of postgresql.conf and out of the settings of the database and its owner, then reload PostgreSQL.`
  )
}

/**
 * Called after migrating.
 * @param ownerUrl a connection string of the role that owns the database
 * @throws an English sentence that names the tables without protection
 */
export async function checkTenancy(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    await client.query('set role casillero_app')
    const open = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name
         from pg_class c
        where c.relkind in ('r', 'p')
          and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          and exists (select from pg_attribute a
                       where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
          and not row_security_active(c.oid)
        order by 1`,
    )
    if (open.rows.length === 0) return
    throw new Error(
      `Row-level security does not hold the role casillero_app back on: ${open.rows.map((row) => row.name).join(', ')}. ` +
        'Enable it on these tables, and take SUPERUSER and BYPASSRLS away from casillero_app.',
    )
  })
}

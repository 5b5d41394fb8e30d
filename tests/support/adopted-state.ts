import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'

export const migrationsFolder = join(import.meta.dirname, '../../server/migrations')

/** The migrations of before 1.0.0, by name and checksum, which its first ones stand for. */
const adopted = readFileSync(join(migrationsFolder, 'adopted.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/**
 * Brings an empty database to the tables that the last version before 1.0.0 left, with that version's list of migrations.
 *
 * @param leaving the count of that list's last migrations that the database has not seen
 */
export async function makeAdoptedState(ownerUrl: string, leaving = 0): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'casillero-adopted-'))
  const last = adopted.at(-1)?.[0] ?? ''
  try {
    mkdirSync(join(directory, 'migrations'))
    for (const name of readdirSync(migrationsFolder).filter((one) => one.endsWith('.sql') && one <= last))
      cpSync(join(migrationsFolder, name), join(directory, 'migrations', name))
    await migrate(ownerUrl, { directory, say: () => undefined })
  } finally {
    rmSync(directory, { recursive: true })
  }
  const known = adopted.slice(0, adopted.length - leaving)
  await withConnection(ownerUrl, async (client) => {
    await client.query('delete from schema_migrations')
    await client.query('insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])', [
      known.map(([name]) => name),
      known.map(([, checksum]) => checksum),
    ])
  })
}

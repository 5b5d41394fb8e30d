import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/database/migrate.ts'

export const migrationsFolder = join(import.meta.dirname, '../../server/migrations')

/** The newest migration that still made functions, triggers and policies; the ones up to it stay as they are. */
export const lastMixedMigration = '0021'

/**
 * Brings an empty database to a state that an installation was in before the files of `sql/`.
 *
 * @param last the number of the last migration of that state, `0021` or an earlier one
 */
export async function migrateUpTo(last: string, ownerUrl: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'casillero-earlier-'))
  try {
    mkdirSync(join(directory, 'migrations'))
    for (const name of readdirSync(migrationsFolder))
      if (name.slice(0, 4) <= last) cpSync(join(migrationsFolder, name), join(directory, 'migrations', name))
    await migrate(ownerUrl, { directory, say: () => undefined })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

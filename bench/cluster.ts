import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { embeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { withConnection } from '../server/src/platform/database/single-connection.ts'
import { packagesOf, type Size, seed } from './seed.ts'

/** A seeded PostgreSQL with the product's own settings. */
export type Cluster = { ownerUrl: string; superuserUrl: string; pid(): number; stop(): Promise<void> }

/**
 * Starts an embedded PostgreSQL, migrated and seeded, in a temporary folder or in `keptIn`, which the next run uses again.
 */
export async function startCluster(
  size: Size,
  keptIn: string | undefined,
  say: (line: string) => void,
): Promise<Cluster> {
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), 'casillero-bench-'))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const postgres = await embeddedPostgres.start({ dataDir, say })
  const superuserUrl = new URL(postgres.superuserUrl)
  superuserUrl.pathname = new URL(postgres.ownerUrl).pathname
  const folders = [dataDir, dirname(postgres.dataDirectory)]

  async function stop(): Promise<void> {
    await postgres.stop()
    if (!keptIn) for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }

  try {
    await migrate(postgres.ownerUrl, { say: () => {} })
    const packages = packagesOf(size)
    const marker = join(dataDir, `seeded-${packages}`)
    if (!existsSync(marker)) {
      say(`Seeding ${packages} packages …`)
      await withConnection(superuserUrl.href, (superuser) => seed(superuser, size, say))
      writeFileSync(marker, '')
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl: postgres.ownerUrl, superuserUrl: superuserUrl.href, pid: () => postgres.pid, stop }
}

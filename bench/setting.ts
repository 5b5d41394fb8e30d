import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { embeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { withConnection } from '../server/src/platform/database/single-connection.ts'
import type { Asked, Effort, Side } from './load.ts'
import { type RunningServer, startProduct } from './process.ts'
import { packagesOf, type Size, seed, tokenOf } from './seed.ts'

/** A seeded PostgreSQL with the product's own settings. */
type Cluster = { ownerUrl: string; superuserUrl: string; pid(): number; stop(): Promise<void> }

/** The servers and connections that every measurement uses. */
export type Setting = {
  size: Size
  cluster: Cluster
  ours: RunningServer
  raw: RunningServer
  /** Connections that read without the product. */
  superuser: Pool
  effort: Effort
  /** The folder for the logs of servers that a measurement starts. */
  logFolder: string
}

/** Starts an embedded PostgreSQL, migrated and seeded, in a temporary folder or in `keptIn`, which the next run uses again. */
export async function startCluster(size: Size, keptIn: string | undefined): Promise<Cluster> {
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), 'casillero-bench-'))
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const postgres = await embeddedPostgres.start({ dataDir, say: console.log })
  const superuserUrl = new URL(postgres.superuserUrl)
  superuserUrl.pathname = new URL(postgres.ownerUrl).pathname

  async function stop(): Promise<void> {
    await postgres.stop()
    if (keptIn) return
    for (const folder of [dataDir, dirname(postgres.dataDirectory)]) rmSync(folder, { recursive: true, force: true })
  }

  try {
    await migrate(postgres.ownerUrl, { say: () => {} })
    const packages = packagesOf(size)
    const marker = join(dataDir, `seeded-${packages}`)
    if (!existsSync(marker)) {
      console.log(`Seeding ${packages} packages …`)
      await withConnection(superuserUrl.href, (superuser) => seed(superuser, size, console.log))
      writeFileSync(marker, '')
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl: postgres.ownerUrl, superuserUrl: superuserUrl.href, pid: () => postgres.pid, stop }
}

/** Does work on a server of its own, for what needs other settings or must not be warmed up. */
export async function withServer<Result>(
  { cluster, logFolder }: Setting,
  env: Record<string, string>,
  work: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const server = await startProduct(cluster.ownerUrl, logFolder, env)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

export const headersOf = (subdomain: string): Record<string, string> => ({
  host: `${subdomain}.casillero.localhost`,
  authorization: `Bearer ${tokenOf(subdomain)}`,
})

export const firstPage = '/api/packages?page=1&limit=20'

/** The first page of a company's packages. */
export const askForList = (subdomain: string): Asked => ({
  method: 'GET',
  path: firstPage,
  headers: headersOf(subdomain),
})

/** A read of the product as a company's admin, uncompressed. */
export const readOurs = ({ ours }: Setting, subdomain: string, path: string): Side => ({
  title: `${path} of ${subdomain}`,
  serverPid: ours.pid,
  options: { url: ours.url + path, headers: headersOf(subdomain) },
})

/** A read of the baseline, which trusts the company that the request names. */
export const readRaw = ({ raw }: Setting, path: string): Side => ({
  title: `raw ${path}`,
  serverPid: raw.pid,
  options: { url: raw.url + path },
})

export async function companyId({ superuser }: Setting, subdomain: string): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>('select id from companies where subdomain = $1', [subdomain])
  const id = rows[0]?.id
  if (!id) throw new Error(`There is no company ${subdomain}`)
  return id
}

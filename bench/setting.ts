import type autocannon from 'autocannon'
import type { Pool } from 'pg'
import type { Cluster } from './cluster.ts'
import type { RunningServer } from './process.ts'
import type { Effort, Side } from './rounds.ts'
import { type Size, tokenOf } from './seed.ts'

/** The servers and connections that every measurement uses. */
export type Setting = {
  /** The sizes of the seed. */
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

export const headersOf = (subdomain: string): Record<string, string> => ({
  host: `${subdomain}.casillero.localhost`,
  authorization: `Bearer ${tokenOf(subdomain)}`,
})

/** A read of the product as a company's admin; uncompressed, unless the headers accept more. */
export function ask({ ours }: Setting, subdomain: string, path: string, headers: Record<string, string> = {}): Side {
  const options: autocannon.Options = { url: ours.url + path, headers: { ...headersOf(subdomain), ...headers } }
  return { title: `${path} of ${subdomain}`, serverPid: ours.pid, options }
}

/** A read of the baseline, which trusts the company that the request names. */
export function askRaw({ raw }: Setting, path: string): Side {
  return { title: `raw ${path}`, serverPid: raw.pid, options: { url: raw.url + path } }
}

export async function companyId({ superuser }: Setting, subdomain: string): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>('select id from companies where subdomain = $1', [subdomain])
  const id = rows[0]?.id
  if (!id) throw new Error(`There is no company ${subdomain}`)
  return id
}

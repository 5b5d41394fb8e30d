import type autocannon from 'autocannon'
import type { Pool } from 'pg'
import type { Cluster } from './cluster.ts'
import type { RunningServer } from './process.ts'
import type { Effort, Side } from './rounds.ts'
import { type Size, tokenOf } from './seed.ts'

/** The servers and connections that every measurement uses. */
export type Setting = {
  /** How much was seeded. */
  size: Size
  cluster: Cluster
  ours: RunningServer
  raw: RunningServer
  /** Looks behind everybody's back. */
  superuser: Pool
  effort: Effort
  /** Where servers that a measurement starts write their logs. */
  logFolder: string
}

export const headersOf = (subdomain: string): Record<string, string> => ({
  host: `${subdomain}.casillero.test`,
  authorization: `Bearer ${tokenOf(subdomain)}`,
})

/** A read of the product as that company's admin; uncompressed, unless the headers ask for more. */
export function ask({ ours }: Setting, subdomain: string, path: string, headers: Record<string, string> = {}): Side {
  const options: autocannon.Options = { url: ours.url + path, headers: { ...headersOf(subdomain), ...headers } }
  return { title: `${path} of ${subdomain}`, serverPid: ours.pid, options }
}

/** The same of the baseline, which believes whatever company the request names. */
export function askRaw({ raw }: Setting, path: string): Side {
  return { title: `raw ${path}`, serverPid: raw.pid, options: { url: raw.url + path } }
}

export async function companyId({ superuser }: Setting, subdomain: string): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>('select id from companies where subdomain = $1', [subdomain])
  const id = rows[0]?.id
  if (!id) throw new Error(`There is no company ${subdomain}`)
  return id
}

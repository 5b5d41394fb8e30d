import { askedTogether } from '../../platform/asked-together.ts'
import type { Database } from '../../platform/database.ts'
import { findCompanyOfHost, type HostCompany } from '../../platform/session.ts'

type Ask = (subdomain: string) => Promise<HostCompany | undefined>

const asks = new WeakMap<Database, Ask>()

/** The active company of a host. Anybody may ask, so those who ask at the same time share one look. */
export function findHostCompany(database: Database, subdomain: string): Promise<HostCompany | undefined> {
  const known = asks.get(database)
  if (known) return known(subdomain)
  const ask = askedTogether((wanted) => database.asStranger((db) => findCompanyOfHost(db, wanted)))
  asks.set(database, ask)
  return ask(subdomain)
}

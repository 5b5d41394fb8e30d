import { sql } from 'kysely'
import type { Database, Db } from '../database/database.ts'

/** `company`, as a page's visit has it. */
type HostVisit = { subdomain: string | null; address: string; company?: string | undefined }

/** Runs in the company of the visitor's host; undefined where there is none that is open. */
export const visitHost = async <T>(
  database: Database,
  { subdomain, address, company }: HostVisit,
  run: (db: Db) => Promise<T>,
): Promise<T | undefined> =>
  await database.asAnonymous({ door: 'links', address, company }, async (db) => {
    const { rows } = await sql<{ isOpen: boolean }>`select open_host_company(${subdomain}) as "isOpen"`.execute(db)
    return rows[0]?.isOpen === true ? await run(db) : undefined
  })

import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { createKnownLinks } from '../../platform/auth/known-links.ts'
import { hashLinkToken, linkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { sendAccess } from './client-links.ts'

/** The company's host and the visitor's address. */
export type Visit = { subdomain: string; address: string; company?: string | undefined }

const deviceSeconds = 180 * 86_400
const mostOfOnePhone = 3
const accessesAllowed = { most: 10, perMs: 10 * 60_000 }
/** Milliseconds. The answer takes equally long whether or not the phone is known. */
const answerMs = 700

/** Allows one per key in two minutes, five a day. Locks the rows, so that two requests count each other. */
async function listAllowed(db: Db, keys: string[]): Promise<string[]> {
  const clients = await db
    .selectFrom('clients')
    .select('id')
    .where('phone', 'in', keys)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(mostOfOnePhone)
    .forNoKeyUpdate()
    .execute()
  if (clients.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${clients.map(({ id }) => id)}::uuid[]) as c (id)
    left join client_links l on l.client_id = c.id and l.created_by is null and l.created_at > app_now() - interval '1 day'
    group by c.id
    having count(l.id) < 5 and coalesce(max(l.created_at) < app_now() - interval '2 minutes', true)`.execute(db)
  return rows.map(({ id }) => id)
}

/** docs/product/client-pages.md, "Way in". */
export function createClientDoor(database: Database) {
  const allows = createVisitLimit(accessesAllowed)
  const known = createKnownLinks()

  async function send({ subdomain, address, company }: Visit, keys: string[], origin: string): Promise<void> {
    await database.asAnonymous({ door: 'links', address, company }, async (db) => {
      const { rows } = await sql<{ isOpen: boolean }>`select open_host_company(${subdomain}) as "isOpen"`.execute(db)
      if (rows[0]?.isOpen !== true) return
      for (const id of await listAllowed(db, keys)) await sendAccess(db, id, origin)
    })
  }

  return {
    /** The answer is the same for every phone. */
    async request(visit: Visit, phone: string, origin: string): Promise<void> {
      const keys = phoneLoginKeys(phone)
      const sending = keys.length > 0 && allows(visit.address) ? send(visit, keys, origin) : undefined
      await Promise.all([sending, new Promise((resolve) => setTimeout(resolve, answerMs))])
    },

    /** Leaves the link valid, so that a preview does not use it up. */
    async isAlive({ subdomain, address, company }: Visit, token: string): Promise<boolean> {
      if (!linkToken.test(token)) return false
      const { rows } = await database.asAnonymous({ door: 'links', address, company }, (db) =>
        sql<{ isAlive: boolean }>`
          select is_client_link_alive(${subdomain}, ${hashLinkToken(token)}) as "isAlive"`.execute(db),
      )
      return rows[0]?.isAlive === true
    },

    /** Returns the secret that the device keeps, and its life in seconds; undefined if the link is not valid. */
    async enter(
      { subdomain, address, company }: Visit,
      token: string,
      device: string,
    ): Promise<{ secret: string; seconds: number } | undefined> {
      if (!linkToken.test(token)) return undefined
      const secret = newLinkToken()
      const { rows } = await database.asAnonymous({ door: 'links', address, company }, (db) =>
        sql<{ isIn: boolean }>`
          select use_client_link(${subdomain}, ${hashLinkToken(token)}, ${hashLinkToken(secret)}, ${device.slice(0, 60)}) as "isIn"`.execute(
          db,
        ),
      )
      return rows[0]?.isIn === true ? { secret, seconds: deviceSeconds } : undefined
    },

    /** Runs with that client's rows alone. Undefined if the secret is not valid. */
    async open<T>(
      { subdomain, address, company }: Visit,
      secret: string,
      run: (db: Db, deviceId: string) => Promise<T>,
    ): Promise<T | undefined> {
      if (!linkToken.test(secret)) return undefined
      const link = known.describe({ subdomain, address, company }, secret)
      const opened = await database.asAnonymous(link.caller, async (db) => {
        const { rows } = await sql<{ deviceId: string }>`
          select device_id as "deviceId" from open_client_pages(${subdomain}, ${hashLinkToken(secret)})`.execute(db)
        const [device] = rows
        if (!device) return undefined
        await sql`set local role casillero_client`.execute(db)
        return { result: await run(db, device.deviceId) }
      })
      link.note(opened !== undefined)
      return opened?.result
    },
  }
}

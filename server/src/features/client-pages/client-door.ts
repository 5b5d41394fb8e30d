import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { createKnownLinks } from '../../platform/auth/known-links.ts'
import { hashLinkToken, linkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import { writeBytes } from '../../platform/auth/second-step.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { readNetwork } from '../../platform/database/network.ts'
import { visitHost } from '../../platform/http/host-visit.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { type Asked, sendAccess } from './client-links.ts'

/** The company's host and the visitor's address. */
export type Visit = {
  subdomain: string
  address: string
  company?: string | undefined
  /** Secrets of other clients on the same device. */
  others?: readonly string[]
}

type Asker = { network: string; secret: string }
type Asking = Visit & { secret: string; origin: string }

export const deviceSeconds = 180 * 86_400
const mostOfOnePhone = 3
/** More of them from one network are told to wait; a client's link leaves all the same, so the answer tells nothing. */
const requestsUntold = { most: 10, perMs: 10 * 60_000 }
/** In ten minutes and one company; numbers of no client count for nothing. */
const linksOfNetwork = 10
/** Milliseconds. */
const answerMs = 700

/** The answer takes equally long whether or not the phone is known. */
async function answerEvenly<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, answerMs))])
  return answer
}

/** Turns of one network in one company, so that requests at once count each other. */
const countNetwork = async (db: Db, network: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links asked from ${network} `} || current_company(), 0))`.execute(
    db,
  )
  const { rows } = await sql<{ links: number }>`
    select count(*)::int as links from client_links
    where asked_from = ${network} and asked_as <> 'device' and created_at > app_now() - interval '10 minutes'`.execute(
    db,
  )
  return rows[0]?.links ?? 0
}

/**
 * Lists the clients of a phone who may have a link now. The own device, networks that the client came from, and all others have five a day
 * each, one in two minutes; of the others one network has three. Locks the rows, so that two requests count each other.
 */
async function listAllowed(
  db: Db,
  keys: string[],
  { network, secret }: Asker,
): Promise<{ id: string; as: Asked['as'] }[]> {
  const clients = await db
    .selectFrom('clients')
    .select('id')
    .where('phone', 'in', keys)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .orderBy('id')
    .limit(mostOfOnePhone)
    .forNoKeyUpdate()
    .execute()
  if (clients.length === 0) return []
  const isNetworkSpent = (await countNetwork(db, network)) >= linksOfNetwork
  const { rows } = await sql<{ id: string; as: 'device' | 'network' | 'unknown' }>`
    with asked as (
      select c.id, case
        when bool_or(d.token_hash = ${hashLinkToken(secret)}) then 'device'
        when bool_or(d.network = ${network}) then 'network' else 'unknown' end as class
      from unnest(${clients.map(({ id }) => id)}::uuid[]) as c (id)
      left join client_devices d on d.client_id = c.id
      group by c.id
    )
    select a.id, a.class as "as" from asked a
    left join client_links l on l.client_id = a.id and l.asked_as = a.class and l.created_at > app_now() - interval '1 day'
    left join lateral (select a.class <> 'unknown' or l.asked_from = ${network} as is_own) o on true
    group by a.id, a.class
    having count(l.id) < 5 and (a.class <> 'unknown' or count(l.id) filter (where o.is_own) < 3)
      and coalesce(max(l.created_at) filter (where o.is_own) <= app_now() - interval '2 minutes', true)`.execute(db)
  return rows.filter((row) => row.as === 'device' || !isNetworkSpent)
}

/** docs/product/client-pages.md, "Way in". */
export function createClientDoor(database: Database) {
  const isWithin = createVisitLimit(requestsUntold)
  const known = createKnownLinks()

  async function send(visit: Asking, keys: string[]): Promise<void> {
    const { address, secret, origin } = visit
    const network = readNetwork(address)
    await visitHost(database, visit, async (db) => {
      for (const { id, as } of await listAllowed(db, keys, { network, secret }))
        await sendAccess(db, id, origin, { from: network, as })
    })
  }

  return {
    /** The answer is the same for every phone. False if its network asked often here. */
    async request(visit: Asking, phone: string): Promise<boolean> {
      const keys = phoneLoginKeys(phone)
      await answerEvenly(keys.length > 0 ? send(visit, keys) : Promise.resolve())
      return isWithin(visit)
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

    /** Returns the secret that the device keeps; undefined if the link is not valid. */
    async enter({ subdomain, address, company }: Visit, token: string, device: string): Promise<string | undefined> {
      if (!linkToken.test(token)) return undefined
      const secret = newLinkToken()
      const { rows } = await database.asAnonymous({ door: 'links', address, company }, (db) =>
        sql<{ isIn: boolean }>`
          select use_client_link(${subdomain}, ${hashLinkToken(token)}, ${hashLinkToken(secret)}, ${device.slice(0, 60)}, ${readNetwork(address)}) as "isIn"`.execute(
          db,
        ),
      )
      return rows[0]?.isIn === true ? secret : undefined
    },

    /** Returns the secret that the device keeps, or why the code of a link lets it not in. */
    async enterByCode(
      { subdomain, address, company, secret }: Visit & { secret: string },
      { phone, code, device }: { phone: string; code: string; device: string },
    ): Promise<{ secret: string } | 'wrong' | 'wait'> {
      const kept = newLinkToken()
      const { rows } = await answerEvenly(
        database.asAnonymous({ door: 'links', address, company }, (db) =>
          sql<{ outcome: 'in' | 'wrong' | 'wait' }>`
            select use_client_code(
              ${subdomain}, ${phoneLoginKeys(phone)}, ${code}, ${hashLinkToken(secret)}, ${hashLinkToken(kept)}, ${device.slice(0, 60)},
              ${readNetwork(address)}
            ) as outcome`.execute(db),
        ),
      )
      const outcome = rows[0]?.outcome ?? 'wrong'
      return outcome === 'in' ? { secret: kept } : outcome
    },

    /** Runs with that client's rows alone. Undefined if the secret is not valid. */
    async open<T>(
      { subdomain, address, company, others = [] }: Visit,
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
        const hashes = others.filter((each) => linkToken.test(each)).map((each) => writeBytes(hashLinkToken(each)))
        if (hashes.length > 0) await sql`select note_other_clients(${hashes}::bytea[])`.execute(db)
        await sql`set local role casillero_client`.execute(db)
        return { result: await run(db, device.deviceId) }
      })
      link.note(opened !== undefined)
      return opened?.result
    },
  }
}

import type { OwnerCandidate } from '@casillero/shared/contract/unowned'
import { casillerosIn } from '@casillero/shared/domain/casillero-code'
import { plainWords } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The most likely come first. */
const most = 4

type Named = Omit<OwnerCandidate, 'found' | 'isAnnounced'>

type Arrived = { clientPackageName: string | null; tracking: string | null; warehouseTracking: string | null }

const columns = sql`c.id, c.casillero, c.first_name as "firstName", c.middle_name as "middleName", c.last_names as "lastNames"`

/** The number of a merged client finds the other one. */
async function findNumbered(db: Db, casilleros: string[]): Promise<Map<string, Named>> {
  if (casilleros.length === 0) return new Map()
  const { rows } = await sql<Named & { named: string }>`
    select ${columns}, k.casillero as named
    from clients k join clients c on c.id = coalesce(k.merged_into_id, k.id)
    where k.casillero = any(${casilleros}::text[]) and c.deleted_at is null`.execute(db)
  return new Map(rows.map(({ named, ...client }) => [named, client]))
}

/** Finds the clients who announced these numbers, the first one first. */
async function findAnnouncers(db: Db, trackings: string[]): Promise<Map<string, (Named & { tracking: string })[]>> {
  if (trackings.length === 0) return new Map()
  const { rows } = await sql<Named & { tracking: string }>`
    select ${columns}, a.tracking
    from prealerts a join clients c on c.id in (a.client_id, a.rival_id)
    where a.tracking = any(${trackings}::text[]) and a.cancelled_at is null and c.deleted_at is null
    order by c.id = a.rival_id`.execute(db)
  return Map.groupBy(rows, ({ tracking }) => tracking)
}

async function findNamed(db: Db, labels: string[]): Promise<Map<number, Named[]>> {
  if (labels.every((label) => label.length < 3)) return new Map()
  const { rows } = await sql<Named & { place: number }>`
    select ${columns}, alike.place - 1 as place
    from find_clients_like(${labels}::text[], ${most}) with ordinality alike (place, id, at)
    cross join lateral (select * from clients where clients.id = alike.id limit 1) c
    order by alike.at`.execute(db)
  return Map.groupBy(rows, ({ place }) => place)
}

/**
 * Orders announced numbers first, then the mailbox number on the label, then similar names; four at most.
 * docs/product/packages.md, "Sin dueño".
 */
export async function findCandidates(db: Db, arrivals: readonly Arrived[]): Promise<OwnerCandidate[][]> {
  const read = arrivals.map(({ clientPackageName: label }) => {
    const numbers = casillerosIn(label ?? '')
    const rest = numbers.reduce((text, { text: number }) => text.replace(number, ' '), label ?? '')
    return { numbers, name: plainWords(rest) }
  })
  const casilleros = new Set(read.flatMap(({ numbers }) => numbers.map(({ casillero }) => casillero)))
  // All queries travel in one round trip.
  const listNumbers = (one: Arrived | undefined) =>
    [one?.tracking, one?.warehouseTracking].filter((number) => typeof number === 'string')
  const [announcers, numbered, named] = await Promise.all([
    findAnnouncers(db, arrivals.flatMap(listNumbers)),
    findNumbered(db, [...casilleros]),
    findNamed(
      db,
      read.map(({ name }) => name),
    ),
  ])
  return read.map(({ numbers }, place) => {
    const byNumber = numbers.flatMap(({ casillero, text }) => {
      const client = numbered.get(casillero)
      return client ? [{ ...client, found: text }] : []
    })
    const byName = (named.get(place) ?? []).map(({ id, casillero, firstName, middleName, lastNames }) => ({
      id,
      casillero,
      firstName,
      middleName,
      lastNames,
      found: null,
    }))
    const byTracking = listNumbers(arrivals[place]).flatMap((number) => {
      const clients = announcers.get(number) ?? []
      return clients.map(({ tracking: _, ...client }) => ({ ...client, found: null, isAnnounced: true }))
    })
    // The strongest sign of a client counts.
    const signs: OwnerCandidate[] = [...byTracking, ...byNumber, ...byName]
    const firsts = signs.filter(({ id }, at) => signs.findIndex((other) => other.id === id) === at)
    return firsts.slice(0, most)
  })
}

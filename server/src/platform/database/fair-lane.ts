import { LRUCache } from 'lru-cache'

/** A caller in the queue. */
export type Party = {
  /** One name for all newcomers, who may have made theirs up. */
  company: string
  /** Staff come before clients; a newcomer is unknown. */
  rank: 'staff' | 'client' | 'newcomer'
  /** A person, a device, a link, or a newcomer's network. */
  origin: string
}

export type Waiter = { party: Party; go: () => void; refuse: () => void }

/** Zero for never. */
type Mark = { failedAt: number; turn: number }
type Queue = { party: Party; names: [company: string, origin: string]; waiters: Set<Waiter> }
/** Negative if `one` comes first. */
type Order = (one: Queue, other: Queue) => number

const maxMarks = 10_000
const places = { staff: 0, client: 1, newcomer: 2 } as const

const nameOrigin = ({ rank, origin }: Party): string => `${rank} ${origin}`
const nameBoth = (party: Party): Queue['names'] => [`company ${party.company}`, nameOrigin(party)]

/** Prefers the longest since its last failure, then since its last turn. */
const compareMarks = (one: Mark, other: Mark): number => one.failedAt - other.failedAt || one.turn - other.turn

/** Names with a count of zero are not stored. */
export function createCounts() {
  const counts = new Map<string, number>()
  const get = (name: string) => counts.get(name) ?? 0
  return {
    get,
    size: () => counts.size,
    add(name: string, by: 1 | -1): void {
      const count = get(name) + by
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}

export type LaneLimits = {
  /** Waiting, in all and of one company. Beyond it the party with most waiting loses its last. */
  maxQueued: number
  maxQueuedOfCompany: number
  /** Waiting calls of one origin. */
  maxQueuedOfOrigin: number
}

/** Orders waiters by company and origin, and by earlier failures and turns. */
export function createLane({ maxQueued, maxQueuedOfCompany, maxQueuedOfOrigin }: LaneLimits) {
  // Holds only waiting calls; the least recently used marks are forgotten.
  const companies = new Map<string, Map<string, Queue>>()
  const marks = new LRUCache<string, Mark>({ max: maxMarks })
  const waiting = createCounts()
  let [total, turns] = [0, 0]

  const getMark = (name: string): Mark => marks.get(name) ?? { failedAt: 0, turn: 0 }
  const compareBy =
    (which: 0 | 1): Order =>
    (one, other) =>
      compareMarks(getMark(one.names[which]), getMark(other.names[which]))
  const [compareCompanies, compareOrigins] = [compareBy(0), compareBy(1)]
  const byCompany: Order = (one, other) =>
    (one.party.company === other.party.company ? 0 : compareCompanies(one, other)) ||
    places[one.party.rank] - places[other.party.rank] ||
    compareOrigins(one, other)

  function first(order: Order, mayRun: (party: Party) => boolean): Waiter | undefined {
    let found: Queue | undefined
    for (const origins of companies.values()) {
      for (const queue of origins.values()) {
        if (mayRun(queue.party) && (!found || order(queue, found) < 0)) found = queue
      }
    }
    const [next] = found?.waiters ?? []
    return next
  }

  /** Counts the coming one too. */
  function findLargest(company: string): string {
    let largest = { company, count: waiting.get(company) + 1 }
    for (const name of companies.keys()) {
      if (waiting.get(name) > largest.count) largest = { company: name, count: waiting.get(name) }
    }
    return largest.company
  }

  /**
   * Removes the last waiter of the origin with most; among equals, of the one that last failed or had a turn. False if that would be the
   * coming one.
   */
  function makeRoomIn(company: string, coming: Party): boolean {
    const isOwn = company === coming.company
    const queues = [...(companies.get(company)?.values() ?? [])]
    const own = queues.find(({ party }) => isOwn && nameOrigin(party) === nameOrigin(coming))
    const behind = isOwn ? queues.filter(({ party }) => places[party.rank] > places[coming.rank]) : []
    const comer: Queue = { party: coming, names: nameBoth(coming), waiters: own?.waiters ?? new Set() }
    const sizeWith = (queue: Queue) => queue.waiters.size + (queue === comer ? 1 : 0)
    let most: Queue | undefined = isOwn && behind.length === 0 ? comer : undefined
    for (const queue of behind.length > 0 ? behind : queues) {
      if (queue === own) continue
      const more = most ? sizeWith(queue) - sizeWith(most) || compareOrigins(queue, most) : 1
      if (more > 0) most = queue
    }
    if (!most || most === comer) return false
    const last = [...most.waiters].at(-1)
    last?.refuse()
    return last !== undefined
  }

  function hasRoom(party: Party): boolean {
    const { company } = party
    const own = companies.get(company)?.get(nameOrigin(party))
    if (own && own.waiters.size >= maxQueuedOfOrigin) return false
    if (waiting.get(company) >= maxQueuedOfCompany) return makeRoomIn(company, party)
    return total < maxQueued || makeRoomIn(findLargest(company), party)
  }

  return {
    /** Returns false if there is no room. */
    add(waiter: Waiter): boolean {
      const { party } = waiter
      if (!hasRoom(party)) return false
      const origins = companies.get(party.company) ?? new Map<string, Queue>()
      const queue = origins.get(nameOrigin(party)) ?? { party, names: nameBoth(party), waiters: new Set() }
      queue.waiters.add(waiter)
      companies.set(party.company, origins.set(nameOrigin(party), queue))
      waiting.add(party.company, 1)
      total += 1
      return true
    },
    remove(waiter: Waiter): void {
      const { party } = waiter
      const origins = companies.get(party.company)
      const queue = origins?.get(nameOrigin(party))
      if (!queue?.waiters.delete(waiter)) return
      waiting.add(party.company, -1)
      total -= 1
      if (queue.waiters.size === 0) origins?.delete(nameOrigin(party))
      if (origins?.size === 0) companies.delete(party.company)
    },
    /** Orders by company, rank and origin. */
    nextOfCompany: (mayRun: (party: Party) => boolean) => first(byCompany, mayRun),
    /** Orders by origin over all companies. */
    nextOfOrigin: (mayRun: (party: Party) => boolean) => first(compareOrigins, mayRun),
    /** A guess counts as failed until the returned function is called. */
    noteTurn(party: Party, guessedAt: number | undefined): () => void {
      turns += 1
      const turn = turns
      const taken = nameBoth(party).map((name) => ({ name, before: getMark(name).failedAt }))
      for (const { name, before } of taken) marks.set(name, { failedAt: guessedAt ?? before, turn })
      return () => {
        for (const { name, before } of taken) {
          // A later turn of the same name ends by itself.
          const { failedAt, turn: latest } = getMark(name)
          marks.set(name, { failedAt: latest === turn ? before : failedAt, turn: latest })
        }
      }
    },
    count: () => total,
    countOfCompany: (company: string) => waiting.get(company),
  }
}

import { LRUCache } from 'lru-cache'
import { findCompanyOfHost, type HostCompany } from '../auth/session.ts'
import type { Database } from '../database/database.ts'

/** Milliseconds. Changes made by other instances show after that. */
export const hostAnswerMs = 5_000
const maxHosts = 5_000

/** `at` is when the query began, by `performance.now()`. */
type Answer = { company: HostCompany | undefined; at: number }
type Query = { answer: Promise<HostCompany | undefined>; at: number }

export type HostCompanies = {
  /** Undefined if none is active. Throws `unavailable` if the callers' queue is too long. */
  find(subdomain: string, address: string): Promise<HostCompany | undefined>
  /** Called after a change of a company in this process. */
  forget(): void
}

function createHostCompanies(database: Database): HostCompanies {
  // Two caches, so that made-up names evict no real ones.
  const open = new LRUCache<string, Answer>({ max: maxHosts })
  const unknown = new LRUCache<string, Answer>({ max: maxHosts })
  const underWay = new Map<string, Query>()
  let changedAt = Number.NEGATIVE_INFINITY

  async function query(subdomain: string, address: string, isKnown: boolean, at: number) {
    const company = await database.asAnonymous(
      { door: 'health', address, known: isKnown ? subdomain : undefined },
      (db) => findCompanyOfHost(db, subdomain),
    )
    const [kept, other] = company ? [open, unknown] : [unknown, open]
    kept.set(subdomain, { company, at })
    other.delete(subdomain)
    return company
  }

  return {
    async find(subdomain, address) {
      const now = performance.now()
      const wasOpen = open.get(subdomain)
      const last = wasOpen ?? unknown.get(subdomain)
      if (last && last.at > changedAt && now - last.at < hostAnswerMs) return last.company
      // Unknown names are queried once per address, so that a refusal reaches no other caller.
      const key = wasOpen ? subdomain : `${subdomain} ${address}`
      const asked = underWay.get(key)
      if (asked && asked.at > changedAt) return await asked.answer
      const started: Query = { at: now, answer: query(subdomain, address, wasOpen !== undefined, now) }
      underWay.set(key, started)
      try {
        return await started.answer
      } finally {
        if (underWay.get(key) === started) underWay.delete(key)
      }
    },
    forget() {
      changedAt = performance.now()
    },
  }
}

const all = new WeakMap<Database, HostCompanies>()

/** One for each database in this process. */
export function createCachedHostCompanies(database: Database): HostCompanies {
  const made = all.get(database) ?? createHostCompanies(database)
  all.set(database, made)
  return made
}

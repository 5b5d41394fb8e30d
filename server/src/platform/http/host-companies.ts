import { LRUCache } from 'lru-cache'
import { findCompanyOfHost, type HostCompany } from '../auth/session.ts'
import type { Database } from '../database/database.ts'

/** Milliseconds for which an answer about a host is given again; a change made by another instance shows after them. */
export const hostAnswerMs = 5_000
const mostHosts = 5_000

/** `at` is when it was asked for, on the clock of `performance.now()`. */
type Answer = { company: HostCompany | undefined; at: number }
type Look = { answer: Promise<HostCompany | undefined>; at: number }

/** Finds the company of a host, from memory where it was asked for lately. */
export type HostCompanies = {
  /** The active company of a subdomain; `address` is that of who asks. Throws `unavailable` to whom the line is too long. */
  find(subdomain: string, address: string): Promise<HostCompany | undefined>
  /** Has every host asked for anew; for the moment after a company was changed here. */
  forget(): void
}

function createHostCompanies(database: Database): HostCompanies {
  // Apart, so that made-up names push out no real one.
  const open = new LRUCache<string, Answer>({ max: mostHosts })
  const unknown = new LRUCache<string, Answer>({ max: mostHosts })
  const underWay = new Map<string, Look>()
  let changedAt = Number.NEGATIVE_INFINITY

  async function look(subdomain: string, address: string, isKnown: boolean, at: number) {
    const company = await database.asStranger({ door: 'health', address, isKnown }, (db) =>
      findCompanyOfHost(db, subdomain),
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
      // All who ask for a company that was open share one look; what may be made up shares the fate of its caller alone.
      const key = wasOpen ? subdomain : `${subdomain} ${address}`
      const asked = underWay.get(key)
      if (asked && asked.at > changedAt) return await asked.answer
      const started: Look = { at: now, answer: look(subdomain, address, wasOpen !== undefined, now) }
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

/** The one memory of a database's hosts in this process. */
export function hostCompaniesOf(database: Database): HostCompanies {
  const made = all.get(database) ?? createHostCompanies(database)
  all.set(database, made)
  return made
}

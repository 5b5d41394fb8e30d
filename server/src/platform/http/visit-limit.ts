import { LRUCache } from 'lru-cache'
import { readNetwork } from '../database/network.ts'

const maxCounts = 10_000

type Visit = { subdomain: string; address: string }

/**
 * Counts by network and company's host, in this process: carriers give many clients one address. The result tells whether a visit is within `most` in `perMs` milliseconds; excess visits are not
 * counted.
 */
export function createVisitLimit({ most, perMs }: { most: number; perMs: number }): (visit: Visit) => boolean {
  const counts = new LRUCache<string, { visits: number }>({ max: maxCounts, ttl: perMs })
  return ({ subdomain, address }) => {
    const key = `${subdomain} ${readNetwork(address)}`
    const count = counts.get(key)
    if (count === undefined) counts.set(key, { visits: 1 })
    else if (count.visits >= most) return false
    else count.visits += 1
    return true
  }
}

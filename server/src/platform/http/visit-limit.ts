import { LRUCache } from 'lru-cache'
import { readNetwork } from '../database/network.ts'

const maxNetworks = 10_000

/**
 * Counts by network, in this process. The result tells whether a visit is within `most` in `perMs` milliseconds; excess visits are not
 * counted.
 */
export function createVisitLimit({ most, perMs }: { most: number; perMs: number }): (address: string) => boolean {
  const counts = new LRUCache<string, { visits: number }>({ max: maxNetworks, ttl: perMs })
  return (address) => {
    const network = readNetwork(address)
    const count = counts.get(network)
    if (count === undefined) counts.set(network, { visits: 1 })
    else if (count.visits >= most) return false
    else count.visits += 1
    return true
  }
}

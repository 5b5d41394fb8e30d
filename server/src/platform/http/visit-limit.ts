import { LRUCache } from 'lru-cache'
import { readNetwork } from '../database/network.ts'

const maxNetworks = 10_000

/**
 * Of a network, in this process. The result says whether one more is within `most` in `perMs` milliseconds; a visit beyond them is not
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

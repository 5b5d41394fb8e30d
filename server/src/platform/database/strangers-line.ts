import { isIPv6 } from 'node:net'
import { AppError } from '../errors.ts'

export type LineLimits = {
  /** Pieces of work that the whole line may have under way at once. */
  most: number
  /** Further ones that may wait, of all callers together. */
  longestQueue: number
  /** Milliseconds that one may wait. */
  patienceMs: number
}

type Waiter = { go: () => void; refuse: () => void }

/** Who waits at a line: a network by its name, or `known` for what was found here before and cannot be made up. */
type Caller = { network: string } | 'known'

/** Runs `work` in the turn of its caller; throws `unavailable` to whom the line is too long or the wait too long. */
export type StrangersLine = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

// What was served longer ago says nothing of who asks too much now.
const lateMs = 10_000
const mostCounted = 10_000

const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

/**
 * A line at one door of callers who have shown nothing. Those who ask for what is known go first; of the others the network that
 * was served least of late. When the line is full, the network that had and wants most loses its last call. So a
 * network that asks little is served soon, however much others ask.
 */
export function createStrangersLine({ most, longestQueue, patienceMs }: LineLimits): StrangersLine {
  const known = new Set<Waiter>()
  // In the order of their coming; a network that waits for nothing is not in it.
  const networks = new Map<string, Set<Waiter>>()
  const served = new Map<string, number>()
  let countedSince = performance.now()
  let busy = 0
  let waiting = 0

  const servedOf = (network: string) => served.get(network) ?? 0

  function noteServed(network: string): void {
    const now = performance.now()
    if (now - countedSince > lateMs || served.size >= mostCounted) {
      served.clear()
      countedSince = now
    }
    served.set(network, servedOf(network) + 1)
  }

  /** Takes the last call away from the network that had and wants more than all others, if that is more than `had`. */
  function makeRoom(had: number): boolean {
    let most = had
    let greediest: Set<Waiter> | undefined
    for (const [network, line] of networks) {
      const has = line.size + servedOf(network)
      if (has > most) [most, greediest] = [has, line]
    }
    const last = greediest && [...greediest].at(-1)
    last?.refuse()
    return last !== undefined
  }

  function wait(line: Set<Waiter>, network: string | undefined): Promise<void> {
    // Set only now: making room may have taken an empty line out.
    if (network !== undefined) networks.set(network, line)
    waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        line.delete(waiter)
        waiting -= 1
        if (network !== undefined && line.size === 0) networks.delete(network)
      }
      const refuse = () => {
        leave()
        reject(notNow())
      }
      const go = () => {
        leave()
        if (network !== undefined) noteServed(network)
        resolve()
      }
      const timer = setTimeout(refuse, patienceMs)
      const waiter = { go, refuse }
      line.add(waiter)
    })
  }

  function enter(caller: Caller): Promise<void> | undefined {
    const network = caller === 'known' ? undefined : caller.network
    if (busy < most) {
      busy += 1
      if (network !== undefined) noteServed(network)
      return undefined
    }
    const line = network === undefined ? known : (networks.get(network) ?? new Set())
    const had = network === undefined ? 0 : line.size + servedOf(network)
    if (waiting >= longestQueue && !makeRoom(had)) throw notNow()
    return wait(line, network)
  }

  function next(): Waiter | undefined {
    const [first] = known
    if (first) return first
    let least = Number.POSITIVE_INFINITY
    let patient: Set<Waiter> | undefined
    for (const [network, line] of networks) {
      const had = servedOf(network)
      if (had < least) [least, patient] = [had, line]
    }
    return patient && [...patient][0]
  }

  return async (caller, work) => {
    const turn = enter(caller)
    if (turn) await turn
    try {
      return await work()
    } finally {
      const waiter = next()
      if (waiter) waiter.go()
      else busy -= 1
    }
  }
}

/** What one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 address, of which each has very many. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

import { isIPv6 } from 'node:net'
import { AppError } from '../errors.ts'

/** A caller without a session, by what it asks for and from which address. */
export type AnonymousCaller = {
  door: 'health' | 'logos' | 'webhooks' | 'links' | 'sign-in'
  address: string
  /** True if the thing that it asks for was found before, so that the call is not made up. */
  isKnown?: boolean
}

export type QueueLimits = {
  /** Pieces of work that may run at once. */
  maxConcurrent: number
  /** Pieces of work that may wait, of all callers together. */
  maxQueued: number
  /** Milliseconds that a piece of work may wait. */
  maxWaitMs: number
  /** Gives the milliseconds by which a wait of so many goes on after all; left out: none. */
  extendTurn?: (waitedMs: number) => number
}

type Waiter = { go: () => void; refuse: () => void }

/** A caller as the queue knows it: its network by name, or `known` when it asks for something that was found before. */
type Caller = { network: string } | 'known'

/** Runs `work` in the turn of its caller; throws `unavailable` when the queue or the wait is too long. */
export type AnonymousQueue = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

// Counts that are older say nothing about which network asks too much now.
const countedMs = 10_000
const maxCounted = 10_000

const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

/**
 * A fair queue of anonymous calls to one endpoint. Calls for what is known go first; of the others the network that was served
 * least within the last ten seconds. When the queue is full, the network with the most served and waiting calls loses its last
 * one. So a network that asks little is served soon, however much others ask.
 */
export function createAnonymousQueue(limits: QueueLimits): AnonymousQueue {
  const { maxConcurrent, maxQueued, maxWaitMs, extendTurn = () => 0 } = limits
  const known = new Set<Waiter>()
  // In order of arrival; holds only networks with waiting calls.
  const networks = new Map<string, Set<Waiter>>()
  const served = new Map<string, number>()
  let countedSince = performance.now()
  let busy = 0
  let waiting = 0

  const countServed = (network: string) => served.get(network) ?? 0

  function noteServed(network: string): void {
    const now = performance.now()
    if (now - countedSince > countedMs || served.size >= maxCounted) {
      served.clear()
      countedSince = now
    }
    served.set(network, countServed(network) + 1)
  }

  /** Refuses the last call of the network with the most served and waiting calls, if those are more than `count`. */
  function makeRoom(count: number): boolean {
    let max = count
    let largest: Set<Waiter> | undefined
    for (const [network, queue] of networks) {
      const own = queue.size + countServed(network)
      if (own > max) [max, largest] = [own, queue]
    }
    const last = largest && [...largest].at(-1)
    last?.refuse()
    return last !== undefined
  }

  function wait(queue: Set<Waiter>, network: string | undefined): Promise<void> {
    // Set only now: making room may have removed the network's empty queue from the map.
    if (network !== undefined) networks.set(network, queue)
    waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        queue.delete(waiter)
        waiting -= 1
        if (network !== undefined && queue.size === 0) networks.delete(network)
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
      const begun = performance.now()
      const end = () => {
        const moreMs = extendTurn(performance.now() - begun)
        if (moreMs > 0) timer = setTimeout(end, moreMs)
        else refuse()
      }
      let timer = setTimeout(end, maxWaitMs)
      const waiter = { go, refuse }
      queue.add(waiter)
    })
  }

  function enter(caller: Caller): Promise<void> | undefined {
    const network = caller === 'known' ? undefined : caller.network
    if (busy < maxConcurrent) {
      busy += 1
      if (network !== undefined) noteServed(network)
      return undefined
    }
    const queue = network === undefined ? known : (networks.get(network) ?? new Set())
    const count = network === undefined ? 0 : queue.size + countServed(network)
    if (waiting >= maxQueued && !makeRoom(count)) throw notNow()
    return wait(queue, network)
  }

  function next(): Waiter | undefined {
    const [first] = known
    if (first) return first
    let min = Number.POSITIVE_INFINITY
    let leastServed: Set<Waiter> | undefined
    for (const [network, queue] of networks) {
      const count = countServed(network)
      if (count < min) [min, leastServed] = [count, queue]
    }
    return leastServed && [...leastServed][0]
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

/** The address, of IPv4 written as IPv6 its IPv4 form; of IPv6 the groups of 16 bits, each without leading zeros. */
function splitAddress(address: string): string | string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber has all of the
 * rest.
 */
export function readNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split : split.slice(0, 4).join(':')
}

/** The network that is given to one owner of many addresses: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function readOwnersNetwork(address: string): string {
  const split = splitAddress(address)
  return typeof split === 'string' ? split.split('.').slice(0, 3).join('.') : split.slice(0, 3).join(':')
}

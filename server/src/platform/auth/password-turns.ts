import { LRUCache } from 'lru-cache'
import { type Rest, throttle } from '../database/throttle.ts'
import { AppError } from '../errors.ts'

/** For whom a password is hashed or checked. */
export type PasswordCaller = {
  /** The company's id; one and the same name for all hosts that name no company, because those can be made up. */
  company: string
  /** A person who is signed in, or signs in on a device of an earlier sign-in; newcomers cannot fill the places of these. */
  isKnown: boolean
  /** The party that takes turns within a company: the network of a newcomer, the person or the device of one who is known. */
  origin: string
}

export type PasswordTurnLimits = {
  /** Pieces of work that may run at once. */
  maxConcurrent: number
  /** Pieces of work that may wait, of newcomers and of known callers each. */
  maxQueued: number
  /** Milliseconds that a piece of work may wait. */
  maxWaitMs: number
  /** Between two pieces of work while others wait, so that a crowd of them does not hold a core all the time. */
  rest: Rest
}

/** Runs `work` in the turn of its caller; throws `too_many_tries` when it is refused or waits too long. */
export type PasswordTurns = <T>(caller: PasswordCaller, work: () => Promise<T>) => Promise<T>

type Waiter = { caller: PasswordCaller; go: () => void; refuse: () => void }
/** When a name failed last, and which turn it had last; zero for neither. */
type Mark = { failedAt: number; turn: number }

const maxMarks = 10_000
const notNow = () => new AppError('too_many_tries', { retryAfterSeconds: 1 })

/** The order of names: the one whose last failure is longest ago comes first; of equal ones, the one that had no turn for longest. */
const isBefore = (one: Mark, other: Mark): boolean =>
  one.failedAt < other.failedAt || (one.failedAt === other.failedAt && one.turn < other.turn)

/** The callers of one kind that wait, by company and origin, and what became of those before them. */
function createLane(maxQueued: number) {
  // Hold only what waits; the marks forget what was not looked at for longest.
  const companies = new Map<string, Map<string, Set<Waiter>>>()
  const marks = new LRUCache<string, Mark>({ max: maxMarks })
  let [waiting, turns] = [0, 0]

  const getMark = (name: string): Mark => marks.get(name) ?? { failedAt: 0, turn: 0 }
  const ofCompany = (company: string) => `company ${company}`
  const countWaiters = (origins: Map<string, Set<Waiter>> | undefined): number =>
    [...(origins?.values() ?? [])].reduce((sum, queue) => sum + queue.size, 0)

  function first<T>(entries: Iterable<readonly [string, T]>, markOfName: (name: string) => Mark): T | undefined {
    let [found, least]: [T | undefined, Mark | undefined] = [undefined, undefined]
    for (const [name, entry] of entries) {
      const mark = markOfName(name)
      if (!least || isBefore(mark, least)) [found, least] = [entry, mark]
    }
    return found
  }

  function* queues(): Generator<readonly [string, readonly [string, Set<Waiter>]]> {
    for (const [company, origins] of companies) {
      for (const [origin, queue] of origins) yield [origin, [company, queue]]
    }
  }

  function nextOfCompany(): Waiter | undefined {
    const origins = first(companies, (company) => getMark(ofCompany(company)))
    const [next] = (origins && first(origins, getMark)) ?? []
    return next
  }

  function nextOfOrigin(): Waiter | undefined {
    const [, queue] = first(queues(), getMark) ?? []
    const [next] = queue ?? []
    return next
  }

  /**
   * Refuses the last one of the company that has most waiting, and in it of the origin with most, or of as many the one that failed
   * last. False where that would be the newcomer.
   */
  function makeRoom({ company, origin }: PasswordCaller): boolean {
    let largest = { company, count: countWaiters(companies.get(company)) + 1 }
    for (const [name, origins] of companies) {
      if (countWaiters(origins) > largest.count) largest = { company: name, count: countWaiters(origins) }
    }
    const origins = companies.get(largest.company) ?? new Map<string, Set<Waiter>>()
    const isOwn = largest.company === company
    let most = isOwn ? { name: origin, count: (origins.get(origin)?.size ?? 0) + 1 } : { name: '', count: 0 }
    for (const [name, { size }] of origins) {
      if (name === most.name) continue
      const isLater = size === most.count && isBefore(getMark(most.name), getMark(name))
      if (size > most.count || isLater) most = { name, count: size }
    }
    if (isOwn && most.name === origin) return false
    const last = [...(origins.get(most.name) ?? [])].at(-1)
    last?.refuse()
    return last !== undefined
  }

  return {
    add(waiter: Waiter): void {
      const { company, origin } = waiter.caller
      if (waiting >= maxQueued && !makeRoom(waiter.caller)) throw notNow()
      const origins = companies.get(company) ?? new Map<string, Set<Waiter>>()
      const queue = origins.get(origin) ?? new Set()
      companies.set(company, origins.set(origin, queue.add(waiter)))
      waiting += 1
    },
    remove(waiter: Waiter): void {
      const { company, origin } = waiter.caller
      const origins = companies.get(company)
      const queue = origins?.get(origin)
      if (!queue?.delete(waiter)) return
      waiting -= 1
      if (queue.size === 0) origins?.delete(origin)
      if (origins?.size === 0) companies.delete(company)
    },
    nextOfCompany,
    nextOfOrigin,
    /** Counts a turn as one that fails, until the function that it gives says that it did not. */
    noteTurn({ company, origin }: PasswordCaller, now: number): () => void {
      turns += 1
      const taken = [ofCompany(company), origin].map((name) => ({ name, before: getMark(name), turn: turns }))
      for (const { name, turn } of taken) marks.set(name, { failedAt: now, turn })
      return () => {
        for (const { name, before, turn } of taken) {
          // A turn of the same name that began meanwhile has its own end.
          const { failedAt, turn: latest } = getMark(name)
          marks.set(name, { failedAt: latest === turn ? before.failedAt : failedAt, turn: latest })
        }
      }
    },
    count: () => waiting,
  }
}

/**
 * Creates the turns in which passwords are hashed and checked. While both wait, known callers and newcomers alternate. The turns of
 * newcomers go to the company and to the network whose last failure is longest ago, one after the other: a crowd of guesses at one
 * company costs other companies nothing, and a network that guesses at all companies waits behind those that do not. A success
 * leaves no mark, because a whole office shares an address.
 * docs/product/companies-and-users.md, "Tries".
 */
export function createPasswordTurns({ maxConcurrent, maxQueued, maxWaitMs, rest }: PasswordTurnLimits): PasswordTurns {
  const [known, newcomers] = [createLane(maxQueued), createLane(maxQueued)]
  const chooseLane = ({ isKnown }: PasswordCaller) => (isKnown ? known : newcomers)
  const rota = [known.nextOfCompany, newcomers.nextOfCompany, known.nextOfCompany, newcomers.nextOfOrigin]
  let [running, turn] = [0, 0]

  function next(): Waiter | undefined {
    for (const _ of rota) {
      const waiter = rota[turn % rota.length]?.()
      turn += 1
      if (waiter) return waiter
    }
    return undefined
  }

  function wait(caller: PasswordCaller): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      chooseLane(caller).remove(waiter)
    }
    const refuse = () => {
      leave()
      reject(notNow())
    }
    const go = () => {
      leave()
      resolve()
    }
    const waiter = { caller, go, refuse }
    const timer = setTimeout(refuse, maxWaitMs)
    try {
      chooseLane(caller).add(waiter)
    } catch (full) {
      clearTimeout(timer)
      throw full
    }
    return promise
  }

  /** Gives the turn to the next one, after a rest. */
  async function passTurn(from: number): Promise<void> {
    if (known.count() + newcomers.count() > 0) await throttle(from, rest)
    const waiter = next()
    if (waiter) waiter.go()
    else running -= 1
  }

  return async (caller, work) => {
    if (running < maxConcurrent) running += 1
    else await wait(caller)
    const from = performance.now()
    const forget = chooseLane(caller).noteTurn(caller, Date.now())
    try {
      const done = await work()
      forget()
      return done
    } finally {
      void passTurn(from)
    }
  }
}

import { AppError } from '../errors.ts'
import { createCounts, createLane, type LaneLimits, type Party, type Waiter } from './fair-lane.ts'
import { type Rest, throttle } from './throttle.ts'

export type { Party } from './fair-lane.ts'

export type TurnLimits = Partial<LaneLimits> & {
  /** Left out: only the limits of company and origin apply. */
  maxConcurrent?: number
  /** Newcomers are not counted; left out: no limit. */
  maxOfCompany?: number
  maxOfOrigin?: number
  /** Of all clients together, so that places stay free for staff; left out: no limit. */
  maxOfClients?: number
  /** Running and waiting. Beyond it each company may have an equal part. */
  maxTotal?: number
  /** Milliseconds that a piece of work may wait. */
  maxWaitMs: number
  /** Returns the milliseconds by which the wait is extended; left out: none. */
  extendTurn?: (waitedMs: number) => number
  /** Rests only while others wait, so that a crowd does not fill a core. */
  rest?: Rest
  /** For a company with more waiting; newcomers are not counted. */
  restOfCompany?: Rest
  /** Work that throws was a wrong guess: its party then comes after those that did not fail. */
  isGuessing?: boolean
  /** Defaults to `unavailable`. */
  refusal?: () => AppError
}

export type FairTurns = {
  /** Throws the refusal if the queue or the wait is too long. */
  run<T>(party: Party, work: () => Promise<T>): Promise<T>
  /** Calls `company` only if it matters. */
  admits(company: () => string | null): boolean
}

const none = Number.POSITIVE_INFINITY
const notNow = () => new AppError('unavailable', { retryAfterSeconds: 2 })

/**
 * Turns go to the company that has waited longest, in it to staff before clients, then by person, device or link. Known callers and
 * newcomers alternate. Every second turn of newcomers goes by network, because a newcomer can name any company. A full queue drops the last
 * waiter of the party with most.
 */
export function createFairTurns(limits: TurnLimits): FairTurns {
  const { maxConcurrent = none, maxOfCompany = none, maxOfOrigin = none, maxOfClients = none } = limits
  const { maxWaitMs, maxTotal = none, maxQueued = none, maxQueuedOfCompany = none, maxQueuedOfOrigin = none } = limits
  const { extendTurn = () => 0, rest, restOfCompany, isGuessing = false, refusal = notNow } = limits
  const bounds = { maxQueued, maxQueuedOfCompany, maxQueuedOfOrigin }
  const [known, newcomers] = [createLane(bounds), createLane(bounds)]
  const chooseLane = ({ rank }: Party) => (rank === 'newcomer' ? newcomers : known)
  const rota = [known.nextOfCompany, newcomers.nextOfCompany, known.nextOfCompany, newcomers.nextOfOrigin]
  // Running and waiting by company; running by company and by origin.
  const [inside, runningBy] = [createCounts(), createCounts()]
  let [total, running, turn] = [0, 0, 0]

  // Newcomers have their own places, because they can name any company.
  const nameCounts = ({ company, rank, origin }: Party) => ({
    company: `${rank === 'newcomer' ? 'newcomers' : 'company'} ${company}`,
    origin: `${rank} ${origin}`,
  })

  function mayRun(party: Party): boolean {
    if (party.rank === 'newcomer') return true
    if (party.rank === 'client' && runningBy.get('clients') >= maxOfClients) return false
    const { company, origin } = nameCounts(party)
    return runningBy.get(company) < maxOfCompany && runningBy.get(origin) < maxOfOrigin
  }

  function countInside({ company }: Party, by: 1 | -1): void {
    inside.add(company, by)
    total += by
  }

  function countRunning(party: Party, by: 1 | -1): void {
    running += by
    const { company, origin } = nameCounts(party)
    runningBy.add(company, by)
    runningBy.add(origin, by)
    if (party.rank === 'client') runningBy.add('clients', by)
  }

  /** Returns what clears the mark of a wrong guess. */
  function begin(party: Party): () => void {
    countRunning(party, 1)
    return chooseLane(party).noteTurn(party, isGuessing ? Date.now() : undefined)
  }

  function admits(company: () => string | null): boolean {
    if (total < maxTotal) return true
    const count = inside.get(company() ?? '')
    return count === 0 || count < maxTotal / inside.size()
  }

  function next(): Waiter | undefined {
    if (known.count() + newcomers.count() === 0) return undefined
    for (const _ of rota) {
      const waiter = rota[turn % rota.length]?.(mayRun)
      turn += 1
      if (waiter) return waiter
    }
    return undefined
  }

  function passTurns(): void {
    while (running < maxConcurrent) {
      const waiter = next()
      if (!waiter) return
      waiter.go()
    }
  }

  function wait(party: Party): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const begun = performance.now()
    const leave = () => {
      clearTimeout(timer)
      chooseLane(party).remove(waiter)
    }
    const refuse = () => {
      leave()
      countInside(party, -1)
      reject(refusal())
    }
    const end = () => {
      const moreMs = extendTurn(performance.now() - begun)
      if (moreMs > 0) timer = setTimeout(end, moreMs)
      else refuse()
    }
    const go = () => {
      leave()
      resolve(begin(party))
    }
    const waiter = { party, go, refuse }
    let timer = setTimeout(end, maxWaitMs)
    if (chooseLane(party).add(waiter)) return promise
    refuse()
    return promise
  }

  /** Undefined if there is none. */
  function findRest({ rank, company }: Party): Rest | undefined {
    if (rest && known.count() + newcomers.count() > 0) return rest
    return rank !== 'newcomer' && known.countOfCompany(company) > 0 ? restOfCompany : undefined
  }

  async function leave(party: Party, from: number): Promise<void> {
    const due = findRest(party)
    if (due) await throttle(from, due)
    countInside(party, -1)
    countRunning(party, -1)
    passTurns()
  }

  return {
    admits,
    async run(party, work) {
      if (!admits(() => party.company)) throw refusal()
      countInside(party, 1)
      const forget = running < maxConcurrent && mayRun(party) ? begin(party) : await wait(party)
      const from = performance.now()
      try {
        const done = await work()
        forget()
        return done
      } finally {
        void leave(party, from)
      }
    },
  }
}

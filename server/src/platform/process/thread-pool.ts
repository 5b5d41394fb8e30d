import { createFairTurns, type Party } from '../database/fair-turns.ts'
import type { Rest } from '../database/throttle.ts'
import { AppError } from '../errors.ts'
import type { MemberEvents, PoolMember, ThreadAnswer } from './pool-member.ts'

export type ThreadPool = {
  /**
   * Runs in the party's turn. Throws `unavailable` if the queue is full, the task takes too long or the pool is closed, `internal` if it
   * fails.
   */
  run(party: Party, task: object): Promise<Uint8Array>
  /** Refuses waiting tasks. */
  close(): Promise<void>
}

export type ThreadPoolOptions = {
  /** Opens a thread or a process. */
  open: (events: MemberEvents) => PoolMember
  size: number
  /** Left out: all threads. */
  maxOfCompany?: number
  /** Of all clients together; left out: all threads. */
  maxOfClients?: number
  /** For a company with more waiting. */
  restOfCompany?: Rest
  /** Waiting tasks of a company, and of a person or device. */
  maxWaiting: number
  maxWaitingOfOrigin?: number
  /** How long a task waits for its turn. */
  maxWaitMs: number
  /** A thread still busy then is ended. */
  maxMs: number
  /** If other programs use the machine: the end until which `maxMs` of computing are allowed. */
  mostMs?: number
  /** Idle threads end after this, to free memory. */
  idleMs?: number
}

const longestIdleMs = 24 * 60 * 60_000

/** The task took too long. */
export class TaskTooLong extends AppError {
  constructor() {
    super('unavailable', { cause: new Error('A task took too long') })
  }
}

type Running = { resolve: (content: Uint8Array) => void; reject: (error: AppError) => void; limit: NodeJS.Timeout }

const closed = () => new AppError('unavailable', { cause: new Error('A pool is closed') })

/** For work that would hold the event loop. Threads start with the first task; parties take turns. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { open, size, maxOfCompany = size, maxWaiting, maxWaitingOfOrigin = maxWaiting, maxWaitMs, maxMs } = options
  const { maxOfClients = size, mostMs = maxMs, idleMs = longestIdleMs } = options
  const turns = createFairTurns({
    maxConcurrent: size,
    maxOfCompany,
    maxOfClients,
    ...(options.restOfCompany && { restOfCompany: options.restOfCompany }),
    maxQueuedOfCompany: maxWaiting,
    maxQueuedOfOrigin: maxWaitingOfOrigin,
    maxWaitMs,
  })
  const idle = new Map<PoolMember, NodeJS.Timeout>()
  const busy = new Map<PoolMember, Running>()
  const closing = new AbortController()

  function openMember(): PoolMember {
    const member = open({
      onAnswer(answer: ThreadAnswer) {
        const task = take(member)
        rest(member)
        if ('content' in answer) task?.resolve(answer.content)
        else task?.reject(new AppError('internal', { cause: answer.failure }))
      },
      onLost: (cause, isBroken) => lose(member, new AppError(isBroken ? 'internal' : 'unavailable', { cause })),
    })
    return member
  }

  function rest(member: PoolMember): void {
    member.hold(false)
    idle.set(member, setTimeout(() => void (idle.delete(member) && member.end()), idleMs).unref())
  }

  function wake(): PoolMember {
    const [first] = idle
    if (!first) return openMember()
    const [member, timer] = first
    clearTimeout(timer)
    idle.delete(member)
    return member
  }

  function give(member: PoolMember, task: object): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const [from, computed] = [performance.now(), member.readComputedMs()]
    const check = () => {
      const left = maxMs - (member.readComputedMs() - computed)
      const running = busy.get(member)
      if (running && left > 0 && performance.now() - from < mostMs) {
        running.limit = setTimeout(check, Math.max(left, 100))
        return
      }
      lose(member, new TaskTooLong())
      void member.end()
    }
    busy.set(member, { resolve, reject, limit: setTimeout(check, maxMs) })
    member.hold(true)
    member.post(task)
    return promise
  }

  function take(member: PoolMember): Running | undefined {
    const task = busy.get(member)
    clearTimeout(task?.limit)
    busy.delete(member)
    return task
  }

  function lose(member: PoolMember, error: AppError): void {
    idle.delete(member)
    take(member)?.reject(error)
  }

  return {
    async run(party, task) {
      const waiting = turns.run(party, async () => {
        if (closing.signal.aborted) throw closed()
        return await give(wake(), task)
      })
      return await waiting
    },
    async close() {
      closing.abort()
      await Promise.all([...idle.keys(), ...busy.keys()].map((member) => member.end()))
    },
  }
}

import { type ResourceLimits, Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'

export type ThreadPool = {
  /**
   * Runs a task in a thread when it is the party's turn. Throws `unavailable` where the line is full, the task takes too long or the
   * pool is closed, and `internal` where the task fails.
   */
  run(party: string, task: object): Promise<Uint8Array>
  /** Ends the threads and refuses what waits. */
  close(): Promise<void>
}

export type ThreadPoolOptions = {
  /** A module that answers each message, a task, with a `ThreadAnswer`. */
  script: URL
  size: number
  /** Tasks of one party that run at a time; all threads where it is not said. */
  maxOfParty?: number
  /** Tasks of one party that may wait. */
  maxWaiting: number
  /** The time after which a thread that is still at a task is ended with it. */
  maxMs: number
  /** The most that it may become where other programs take the time: until then the process has to have computed for `maxMs`. */
  mostMs?: number
  /** The memory that a thread may take; a task that needs more fails, and ends its thread alone. */
  limits?: ResourceLimits
}

export type ThreadAnswer = { content: Uint8Array } | { failure: unknown }

/** A task that was ended because it took too long. */
export class TaskTooLong extends AppError {
  constructor() {
    super('unavailable', { cause: new Error('A task took too long') })
  }
}

type Task = { party: string; task: object; resolve: (content: Uint8Array) => void; reject: (error: AppError) => void }
type Running = Task & { limit: NodeJS.Timeout }

/**
 * Keeps a fixed number of threads for work that would hold the event loop. They start with the first task. Parties take turns in
 * the line, so that one with many tasks does not keep the others waiting.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { script, size, maxOfParty = size, maxWaiting, maxMs, mostMs = maxMs, limits = {} } = options
  const lines = new Map<string, Task[]>()
  const idle: Worker[] = []
  const busy = new Map<Worker, Running>()
  let isClosed = false

  const countRunning = (party: string): number => [...busy.values()].filter((running) => running.party === party).length

  function next(): Task | undefined {
    const first = [...lines].find(([party]) => countRunning(party) < maxOfParty)
    if (!first) return undefined
    const [party, line] = first
    const task = line.shift()
    lines.delete(party)
    // Goes to the end, so that the other parties come first.
    if (line.length > 0) lines.set(party, line)
    return task
  }

  function fillThreads(): void {
    while (idle.length > 0 || busy.size < size) {
      const task = next()
      if (!task) return
      give(idle.pop() ?? openThread(), task)
    }
  }

  function openThread(): Worker {
    const thread = new Worker(script, { resourceLimits: limits })
    thread.on('message', (answer: ThreadAnswer) => {
      const task = take(thread)
      // An idle thread keeps no process alive.
      thread.unref()
      idle.push(thread)
      if ('content' in answer) task?.resolve(answer.content)
      else task?.reject(new AppError('internal', { cause: answer.failure }))
      fillThreads()
    })
    thread.on('error', (cause) => lose(thread, new AppError('internal', { cause })))
    thread.on('exit', () => lose(thread, new AppError('unavailable', { cause: new Error('A thread ended') })))
    return thread
  }

  function give(thread: Worker, task: Task): void {
    const [from, computed] = [performance.now(), process.cpuUsage()]
    const end = () => {
      lose(thread, new TaskTooLong())
      void thread.terminate()
    }
    const check = () => {
      const { user, system } = process.cpuUsage(computed)
      const left = maxMs - (user + system) / 1_000
      if (left <= 0 || performance.now() - from >= mostMs) return end()
      const running = busy.get(thread)
      if (running) running.limit = setTimeout(check, Math.max(left, 100))
    }
    const limit = setTimeout(mostMs > maxMs ? check : end, maxMs)
    busy.set(thread, { ...task, limit })
    thread.ref()
    thread.postMessage(task.task)
  }

  function take(thread: Worker): Running | undefined {
    const task = busy.get(thread)
    clearTimeout(task?.limit)
    busy.delete(thread)
    return task
  }

  function lose(thread: Worker, error: AppError): void {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    take(thread)?.reject(error)
    fillThreads()
  }

  return {
    run: (party, task) =>
      new Promise((resolve, reject) => {
        const line = lines.get(party) ?? []
        if (isClosed || line.length >= maxWaiting) return reject(new AppError('unavailable'))
        lines.set(party, [...line, { party, task, resolve, reject }])
        fillThreads()
      }),
    async close() {
      isClosed = true
      for (const line of lines.values()) for (const task of line) task.reject(new AppError('unavailable'))
      lines.clear()
      await Promise.all([...idle.splice(0), ...busy.keys()].map((thread) => thread.terminate()))
    },
  }
}

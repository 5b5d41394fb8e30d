import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'

type Cost = { memoryCost: number; timeCost: number; parallelism: number; salt?: Uint8Array }

export type PasswordTask = { password: string; cost: Cost } | { password: string; hash: string }
export type PasswordAnswer = { text: string } | { failure: unknown }

// With two cores, two hashes would take both from calls.
export const passwordThreads = Math.min(2, Math.max(1, availableParallelism() - 1))

const script = new URL('./password-thread.ts', import.meta.url)
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

type Waiting = PromiseWithResolvers<string>
const threads = new Map<Worker, Waiting[]>()

/** Priorities are set by thread. Node's own threads also serve files and compression. */
function openThread(): Worker {
  const thread = new Worker(script, { resourceLimits })
  const lose = (cause: unknown) => {
    const lost = threads.get(thread) ?? []
    threads.delete(thread)
    for (const { reject } of lost) reject(new AppError('internal', { cause }))
  }
  thread.on('message', (answer: PasswordAnswer) => {
    const waiting = threads.get(thread) ?? []
    const first = waiting.shift()
    // An idle thread keeps no process alive.
    if (waiting.length === 0) thread.unref()
    if ('text' in answer) first?.resolve(answer.text)
    else first?.reject(new AppError('internal', { cause: answer.failure }))
  })
  thread.on('error', lose)
  thread.on('exit', () => lose(new Error('A thread ended')))
  threads.set(thread, [])
  return thread
}

function freestThread(): Worker {
  const [first] = [...threads].toSorted(([, some], [, others]) => some.length - others.length)
  if (first && (first[1].length === 0 || threads.size >= passwordThreads)) return first[0]
  return openThread()
}

function run(task: PasswordTask): Promise<string> {
  const thread = freestThread()
  const waiting = Promise.withResolvers<string>()
  threads.get(thread)?.push(waiting)
  thread.ref()
  thread.postMessage(task)
  return waiting.promise
}

export const hash = (password: string, cost: Cost): Promise<string> => run({ password, cost })

export const verify = async (hash: string, password: string): Promise<boolean> =>
  (await run({ password, hash })) === 'true'

import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { ThreadAnswer } from './pool-member.ts'

/** A thread of its own for one long piece of work, which it remembers from one message to the next. */
export type Thread = {
  /** Hands a message over, one at a time, and gets what the thread made of it. Throws `internal` where it fails, ends or falls silent. */
  ask(message: object): Promise<Uint8Array>
  end(): void
}

/** The memory that a thread may keep, in MiB: its input is handed over piece by piece. */
const maxKeptMb = 48

/** Opens a thread on a module that answers each message with a `ThreadAnswer`, within `maxMs`. */
export function openThread(script: URL, maxMs: number): Thread {
  const thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxKeptMb } })
  let waiting: PromiseWithResolvers<Uint8Array> | undefined
  let lost: AppError | undefined

  function lose(cause: unknown): void {
    lost ??= new AppError('internal', { cause })
    waiting?.reject(lost)
    void thread.terminate()
  }

  thread.on('message', (answer: ThreadAnswer) => {
    if ('content' in answer) waiting?.resolve(answer.content)
    else lose(answer.failure)
  })
  thread.on('error', lose)
  thread.on('exit', () => lose(new Error('A thread ended')))

  return {
    async ask(message) {
      if (lost) throw lost
      waiting = Promise.withResolvers()
      const limit = setTimeout(() => lose(new Error('A thread took too long')), maxMs)
      thread.postMessage(message)
      try {
        return await waiting.promise
      } finally {
        clearTimeout(limit)
      }
    },
    end: () => lose(new Error('A thread was ended')),
  }
}

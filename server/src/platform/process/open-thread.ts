import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { ThreadAnswer } from './pool-member.ts'

/** For one long task, whose state it keeps between messages. */
export type Thread = {
  /** Takes one message at a time. Throws `internal` if the thread fails, ends or falls silent. */
  ask(message: object): Promise<Uint8Array>
  end(): void
}

/** MiB; the input comes piece by piece. */
const maxKeptMb = 48

/** Every message gets a `ThreadAnswer` within `maxMs`. */
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

import type { Answer, Statement } from './statement-batch.ts'

export type Unnamed = Omit<Statement, 'name'>

/** Runs in order; rejects if one of them fails, or an earlier one in the same batch. */
export type Send = (...statements: Unnamed[]) => Promise<Answer[]>

type Waiting = { statements: Unnamed[]; resolve: (answers: Answer[]) => void; reject: (error: Error) => void }

/**
 * Gathers the statements of one turn of the event loop, and those that come before the last answer. `run` sends them and calls `done` with
 * the answers up to an error. `giveUp` rejects the running batch.
 */
export function createSender(
  run: (statements: Unnamed[], done: (error: Error | undefined, answers: Answer[]) => void) => void,
): { send: Send; giveUp: (error: Error) => void } {
  let waiting: Waiting[] = []
  let travelling: Waiting[] = []
  let isScheduled = false

  function settle(error: Error | undefined, answers: Answer[]): void {
    const settled = travelling
    travelling = []
    let from = 0
    for (const { statements, resolve, reject } of settled) {
      const own = answers.slice(from, from + statements.length)
      from += statements.length
      if (own.length === statements.length) resolve(own)
      else reject(error ?? new Error('PostgreSQL did not answer a statement'))
    }
    schedule()
  }

  function sendBatch(): void {
    isScheduled = false
    travelling = waiting
    waiting = []
    run(
      travelling.flatMap(({ statements }) => statements),
      settle,
    )
  }

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || travelling.length > 0) return
    isScheduled = true
    process.nextTick(sendBatch)
  }

  return {
    send: (...statements) =>
      new Promise((resolve, reject) => {
        waiting.push({ statements, resolve, reject })
        schedule()
      }),
    giveUp: (error) => settle(error, []),
  }
}

import { AppError, isConnectionLost, isReadOnly, isRetryable } from '../errors.ts'
import type { createConnections } from './connections.ts'
import { type Db, openHandle } from './kysely-handle.ts'
import { buildOpening, type Credentials, readSession, type Session } from './session-row.ts'
import type { Answer } from './statement-batch.ts'
import { createSender, type Send, type Unnamed } from './statement-sender.ts'

/** Throws to refuse the session, if any. */
export type Authorise = (session: Session | undefined) => void
export type Run<T> = (db: Db) => Promise<T>

/** Statements sent together with `begin`. */
type Opening = Unnamed[]

type Work<T> = {
  open: Opening
  run: (db: Db, opened: Answer[]) => Promise<T>
  /** Statements sent together with `commit`; if one fails, nothing is committed. */
  confirm?: (opened: Answer[]) => Opening
}

/** The caller waits. A keyed call may run again even if it may have been committed. */
export type Patience = { isKeyed?: boolean | undefined }

const begin = { text: 'begin', values: [] }
const commit = { text: 'commit', values: [] }
const rollback = { text: 'rollback', values: [] }
const maxTries = 3

type Options = {
  onConnection: ReturnType<typeof createConnections>['onConnection']
  startDeadline: () => number
  now: (() => Date | undefined) | undefined
}

/** Runs work in a transaction, or as the reads of a session. */
export function createTransactions({ onConnection, startDeadline, now }: Options) {
  /** Retries within the time of one answer. */
  async function retry<T>(
    mayRepeat: (error: unknown) => boolean,
    attempt: (deadline: number) => Promise<T>,
    deadline = startDeadline(),
  ) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(deadline)
      } catch (error) {
        if (tries === maxTries || !mayRepeat(error)) throw error
        const pauseMs = Math.random() * 20 * tries
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  /**
   * With `patience` it waits through a failover, and runs again if nothing can happen twice: before its commit was sent, or with a key,
   * which finds what was committed.
   */
  const runTransaction = <T>({ open, run, confirm }: Work<T>, until?: number, patience?: Patience): Promise<T> => {
    let isCommitting = false
    const attempt = (deadline: number) => {
      const useConnection = async (send: Send, noteBroken: (error: Error) => void) => {
        const handle = openHandle(async (statement) => (await send(statement))[0])
        isCommitting = false
        try {
          const [, ...opened] = await send(begin, ...open)
          const result = await run(handle.db, opened)
          handle.close()
          isCommitting = true
          const committed = (await send(...(confirm?.(opened) ?? []), commit)).at(-1)
          // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
          if (committed?.command !== 'COMMIT') throw new Error('A failed statement was not let through')
          return result
        } catch (error) {
          handle.close()
          if (isReadOnly(error)) noteBroken(error)
          else await send(rollback).catch(noteBroken)
          throw error
        }
      }
      return onConnection(deadline, useConnection, patience !== undefined)
    }
    const mayRepeat = (error: unknown) => {
      if (isRetryable(error)) return true
      if (!patience) return false
      return isReadOnly(error) || (isConnectionLost(error) && (!isCommitting || patience.isKeyed === true))
    }
    return retry(mayRepeat, attempt, until).catch((error: unknown) => {
      throw isReadOnly(error) ? new AppError('unavailable', { cause: error, retryAfterSeconds: 2 }) : error
    })
  }

  const setTime = (at: Date | undefined): Opening =>
    at ? [{ text: "select set_config('app.now', $1, true)", values: [at.toISOString()] }] : []

  async function read<T>(send: Send, credentials: Credentials, authorise: Authorise, run: Run<T>) {
    const opening = [...setTime(now?.()), buildOpening(credentials, true)]
    let verdict: { refusal?: unknown } | undefined
    async function open(statements: Opening): Promise<Answer[]> {
      const answers = await send(...opening, ...statements)
      try {
        authorise(readSession(answers[opening.length - 1]))
        verdict ??= {}
      } catch (refusal) {
        verdict = { refusal }
        throw refusal
      }
      return answers.slice(opening.length)
    }
    // Statements of one turn share one opening: looking a session up costs as much as a small statement.
    const { send: ask } = createSender((statements, done) => {
      open(statements).then(
        (answers) => done(undefined, answers),
        (error: Error) => done(error, []),
      )
    })
    const handle = openHandle(async (statement) => (await ask(statement))[0])
    const [outcome] = await Promise.allSettled([run(handle.db)])
    handle.close()
    // Authorises also a call without statements, or one that failed before any: a missing right outranks a bad request.
    if (!verdict) await ask()
    if (verdict && 'refusal' in verdict) throw verdict.refusal
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  return { runTransaction, retry, read, setTime }
}

import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Answer } from './endpoint.ts'
import { runOnce } from './idempotency.ts'

/** Removes what the call's schema does not name, such as a password. Throws `internal` for an answer that does not fit the schema. */
export function withoutPasswords(endpoint: Endpoint, answer: object): object {
  if (!endpoint.reply) throw new AppError('internal')
  const result = z.safeParse(endpoint.reply, { success: true, ...answer })
  if (!result.success) throw new AppError('internal', { cause: result.error })
  if (typeof result.data !== 'object' || result.data === null) throw new AppError('internal')
  return result.data
}

/** Builds the error for an idempotency key used again with other content. */
export type Made<A> = (first: A) => AppError

export const keyReused = () => new AppError('key_reused')

/** The secret itself is never stored. `kept` is the storable part of the answer; `renew` answers a repeated call from it. */
export type SecretAnswer<A> = { kept: (answer: A) => A; renew: (db: Db, first: A) => Promise<A> }

/** Runs in the caller's transaction; a repeated call gets the first answer. */
export type Once<A> = (db: Db, work: () => Promise<A>) => Promise<A>

/** The schema parses answers before they are stored, and again when repeated. */
export function createOnce<const E extends Endpoint>(
  endpoint: E,
  call: {
    input: unknown
    key: string | undefined
    made: Made<Answer<E>>
    secret: SecretAnswer<Answer<E>> | undefined
  },
): Once<Answer<E>> {
  return async (db, work) => {
    if (!endpoint.idempotent) return await work()
    const { made, secret } = call
    // The endpoint's schema parsed this answer before it was stored.
    const asAnswer = (stored: unknown) => stored as Answer<E>
    const keyed = {
      ...call,
      endpoint,
      made: (first: unknown) => made(asAnswer(first)),
      ...(secret && { kept: (answer: unknown) => secret.kept(asAnswer(answer)) }),
    }
    const outcome = await runOnce(db, keyed, async () => asAnswer(withoutPasswords(endpoint, await work())))
    if (typeof outcome !== 'object' || !('replayed' in outcome)) return outcome
    const first = asAnswer(Object(outcome.replayed))
    return secret ? await secret.renew(db, first) : first
  }
}

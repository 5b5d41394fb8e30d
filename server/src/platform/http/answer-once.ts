import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Answer } from './endpoint.ts'
import { runOnce } from './idempotency.ts'

/** Strips what the call's schema does not name, such as a password. Throws `internal` for an answer that the schema does not know. */
export function withoutPasswords(endpoint: Endpoint, answer: object): object {
  if (!endpoint.reply) throw new AppError('internal')
  const result = z.safeParse(endpoint.reply, { success: true, ...answer })
  if (!result.success) throw new AppError('internal', { cause: result.error })
  if (typeof result.data !== 'object' || result.data === null) throw new AppError('internal')
  return result.data
}

/** An idempotency key was used again with other content. */
export type Made<A> = (first: A) => AppError

export const keyReused = () => new AppError('key_reused')

/** The secret is kept nowhere: `kept` is what of the answer is, `renew` answers a repeated call from that. */
export type SecretAnswer<A> = { kept: (answer: A) => A; renew: (db: Db, first: A) => Promise<A> }

/** In a transaction of the caller; gives the first answer again. */
export type Once<A> = (db: Db, work: () => Promise<A>) => Promise<A>

/** Answers are parsed by the schema before they are kept, and again when they are repeated. */
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
    // The stored answer is one of this endpoint, parsed by its schema before it was written.
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

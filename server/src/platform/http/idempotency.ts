import { createHash } from 'node:crypto'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { sql } from 'kysely'
import { hashWithSalt } from '../auth/password.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'

const keyPattern = /^[\x21-\x7e]{1,200}$/

const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest()

/** Equal content gets equal hashes; a file is replaced by its hash. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value instanceof Uint8Array) return sha256(value).toString('hex')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}

const isPassword = (name: string, value: unknown): value is string =>
  /password$/i.test(name) && typeof value === 'string'

/** Replaces passwords by their argon2id hash, salted with the key: a fast hash could be guessed from a stolen database. */
async function hidePasswords(input: unknown, key: string): Promise<unknown> {
  if (typeof input !== 'object' || input === null || !('body' in input)) return input
  if (typeof input.body !== 'object' || input.body === null) return input
  const body: Record<string, unknown> = { ...input.body }
  for (const [name, value] of Object.entries(body)) {
    if (isPassword(name, value)) body[name] = await hashWithSalt(value, sha256(key))
  }
  return { ...input, body }
}

/** Builds the error for a key used with other content, from the first answer. */
export type Made = (response: unknown) => AppError

/** A call that may be repeated under its key. */
export type KeyedCall = {
  key: string | undefined
  endpoint: Endpoint
  input: unknown
  made: Made
  /** Returns what is stored; left out: everything. */
  kept?: (answer: unknown) => unknown
}

/**
 * The key's row commits with the effect, so a repeated call waits for the first and gets its answer. The same key with other content throws
 * what `made` returns, with another call `key_reused`; a malformed key `invalid`. Without a key the work just runs.
 * docs/product/lists-and-forms.md, "Idempotency".
 */
export async function runOnce<T>(db: Db, call: KeyedCall, work: () => Promise<T>): Promise<T | { replayed: unknown }> {
  if (call.key === undefined) return await work()
  if (!keyPattern.test(call.key)) {
    throw new AppError('invalid', { fields: { 'Idempotency-Key': 'Use de 1 a 200 caracteres ASCII sin espacios' } })
  }
  const endpoint = `${call.endpoint.method} ${call.endpoint.path}`
  const requestHash = sha256(JSON.stringify([endpoint, sortKeys(await hidePasswords(call.input, call.key))]))
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ key: call.key, endpoint, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst()
  if (!inserted) {
    const first = await db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'endpoint', 'response'])
      .where('key', '=', call.key)
      .executeTakeFirst()
    if (!first) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    if (first.request_hash.equals(requestHash)) return { replayed: first.response }
    throw first.endpoint === endpoint ? call.made(first.response) : new AppError('key_reused')
  }
  const result = await work()
  const keep = () =>
    db
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(call.kept ? call.kept(result) : result) })
      .where('key', '=', call.key ?? '')
      .executeTakeFirst()
  const { numUpdatedRows } = await keep()
  // An operator's call has changed into another company, which cannot see the key's row.
  if (numUpdatedRows === 0n) {
    await sql`select set_config('app.company_id', ${inserted.company_id}, true)`.execute(db)
    await keep()
  }
  return result
}

/** Says whether a call was done under it. */
export async function isKeyUsed(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

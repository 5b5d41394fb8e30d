import { createHash } from 'node:crypto'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'

const keyPattern = /^[\x21-\x7e]{1,200}$/

/** Sorts the keys of objects, so that the same content has the same hash. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}

/** Makes the refusal of a used key with other content, from the first answer under that key. */
export type Made = (response: unknown) => AppError

/**
 * Runs `work` once per key: the row of the key commits with the effect, so that a repeated call waits for the first and gets its
 * answer. The same key with other content throws what `made` makes of the first answer, with another call `key_reused`; a
 * malformed key throws `invalid`. Without a key the work just runs.
 * docs/product/lists-and-forms.md, "Idempotency".
 */
export async function runOnce<T>(
  db: Db,
  call: { key: string | undefined; endpoint: Endpoint; input: unknown; made: Made },
  work: () => Promise<T>,
): Promise<T | { replayed: unknown }> {
  if (call.key === undefined) return await work()
  if (!keyPattern.test(call.key)) {
    throw new AppError('invalid', { fields: { 'Idempotency-Key': 'Use de 1 a 200 caracteres ASCII sin espacios' } })
  }
  const endpoint = `${call.endpoint.method} ${call.endpoint.path}`
  const requestHash = createHash('sha256')
    .update(JSON.stringify([endpoint, sortKeys(call.input)]))
    .digest()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ key: call.key, endpoint, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
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
  await db
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(result) })
    .where('key', '=', call.key)
    .execute()
  return result
}

/** Whether a call was done under this key. */
export async function isKeyUsed(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

import { allEndpoints } from '@casillero/shared/contract/api'
import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { isCall, sampleCalls } from '../../../../tests/support/sample-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { newMark } from '../../../../tests/support/world.ts'

const world = openWorld()
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world, { isOperator: true })
})

/** POSTs that make nothing, that a repetition finds done, or that take a secret which counts once. */
const withoutKey = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/passkey',
  'POST /api/auth/second-step/activation',
  'POST /api/auth/second-step/activation/confirm',
  'POST /api/auth/second-step/later',
  'POST /api/account/second-step/app',
  'POST /api/account/second-step/app/confirm',
  'POST /api/account/second-step/recovery-codes',
  'POST /api/account/second-step/remove',
  'POST /api/account/passkeys/challenge',
  'POST /api/account/passkeys',
  'POST /api/packages/status/preview',
  'POST /api/shipments/:id/bill',
  'POST /api/prealerts/:id/file',
  'POST /api/imports/:id/run',
  'POST /api/imports/:id/stop',
  'POST /api/imports/:id/undo',
  'POST /api/companies/waha-restart',
  'POST /api/companies/waha-logout',
]

test('every POST that makes something takes a key', () => {
  const posts = allEndpoints.filter(({ method }) => method === 'POST')
  const missing = posts.filter(({ idempotent }) => !idempotent).map(({ method, path }) => `${method} ${path}`)
  expect(missing.toSorted()).toEqual(withoutKey.toSorted())
})

// What a call adds to these is expected of every call.
const besides = ['idempotency_keys', 'sessions', 'token_calls', 'sign_in_failures']

/** How many rows each table of the company has. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' and not a.attisdropped`)
  const counts: Record<string, number> = {}
  for (const { name } of rows.filter((row) => !besides.includes(row.name))) {
    const { rows: counted } = await world.owner.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts[name] = counted[0]?.count ?? 0
  }
  return counts
}

const keyed = allEndpoints.filter(({ idempotent }) => idempotent).map(({ method, path }) => `${method} ${path}`)

test.each(keyed)('%s under one key makes one thing, and answers alike', async (name) => {
  if (!isCall(name)) throw new Error(`${name} has no sample`)
  const sample = await sampleCalls[name](shop, shop.admin)
  const headers = { 'idempotency-key': newMark() }
  const send = () => shop.admin.send(name, { ...sample, headers })
  const first = await send()
  expect(first.statusCode, first.body).toBeLessThan(300)
  const made = await countRows()
  const again = await send()
  expect(again.statusCode, again.body).toBe(first.statusCode)
  // The log alone tells of a secret that was made anew.
  const { audit_entries: logged, ...rows } = await countRows()
  expect(rows).toEqual({ ...made, audit_entries: undefined })
  expect((logged ?? 0) - (made.audit_entries ?? 0)).toBeLessThanOrEqual(1)
})

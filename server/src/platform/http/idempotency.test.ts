import { dataReply, endpoint } from '@casillero/shared/contract/endpoint'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { runOnce } from './idempotency.ts'

const add = endpoint({
  method: 'POST',
  path: '/api/things',
  who: 'clients.write',
  summary: 'Add a thing',
  reply: dataReply(z.object({ number: z.number() })),
  idempotent: true,
})

const world = shareWorld()
let actor: { companyId: string; userId: string }
let runs: number
beforeEach(async () => {
  const { id, admin } = await world.openCompany()
  actor = { companyId: id, userId: admin.userId }
  runs = 0
})

const made = (first: unknown) => new AppError('key_reused', { details: { first: JSON.stringify(first) } })

async function work() {
  runs += 1
  return { number: runs }
}

const call = (key: string | undefined, input: unknown, job: (db: Db) => Promise<object> = work) =>
  world.database.asUser(actor, (db) => runOnce(db, { key, endpoint: add, input, made }, () => job(db)))

test('a call without a key is done every time', async () => {
  expect([await call(undefined, {}), await call(undefined, {})]).toEqual([{ number: 1 }, { number: 2 }])
})

test('a call with a key is done once, and the first answer is given again', async () => {
  expect(await call('k', { a: 1, b: [{ c: 2, d: 3 }] })).toEqual({ number: 1 })
  expect(await call('k', { b: [{ d: 3, c: 2 }], a: 1 })).toEqual({ replayed: { number: 1 } })
  expect(runs).toBe(1)
  expect(await call('another', { a: 1 })).toEqual({ number: 2 })
})

test('lists in another order are other content', async () => {
  await call('k', { items: [1, 2] })
  const refused = call('k', { items: [2, 1] })
  await expect(refused).rejects.toMatchObject({ code: 'key_reused', refusal: { details: { first: '{"number":1}' } } })
  expect(runs).toBe(1)
})

test('a call that fails leaves its key free', async () => {
  const failing = call('k', {}, () => Promise.reject(new AppError('stale')))
  await expect(failing).rejects.toMatchObject({ code: 'stale' })
  expect(await call('k', { other: true })).toEqual({ number: 1 })
})

test('a second call waits for the first, and when that fails does the work itself', async () => {
  let fail: (error: Error) => void = () => undefined
  let isBegun: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    isBegun = resolve
  })
  const first = call('k', {}, async () => {
    isBegun()
    return await new Promise<object>((_, reject) => {
      fail = reject
    })
  })
  await begun
  const second = call('k', {})
  fail(new AppError('stale'))
  await expect(first).rejects.toMatchObject({ code: 'stale' })
  expect(await second).toEqual({ number: 1 })
})

test('a key commits with its effect or not at all', async () => {
  await expect(call('k', {}, (db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
  const { rows } = await world.owner.query('select 1 from idempotency_keys where company_id = $1', [actor.companyId])
  expect(rows).toEqual([])
})

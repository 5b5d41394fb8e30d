import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { accessTokenBody } from '../../../../tests/support/sample-program-calls.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'

const world = openWorld()
let shop: Company
beforeAll(async () => {
  shop = await world.openCompany()
})

const statusOf = async (program: Actor) => (await program.send('GET /api/auth/me')).statusCode
const send = (owner: Actor, values: object, key?: string) =>
  owner.send('POST /api/access-tokens', {
    body: { ...accessTokenBody(), ...values },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

test('a token is made for a caller who types the own password alone, and tries at it are slowed down as at a sign-in', async () => {
  const owner = await shop.addUser('admin')
  const wrong = await send(owner, { currentPassword: 'no es esta' })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    400,
    { currentPassword: 'La contraseña actual no es correcta' },
  ])
  const missing = await send(owner, { currentPassword: undefined })
  expect([missing.statusCode, missing.json().fields]).toEqual([
    400,
    { currentPassword: 'Ingrese su contraseña actual' },
  ])
  for (let tries = 1; tries < 5; tries += 1) await send(owner, { currentPassword: 'no es esta' })
  expect((await send(owner, {})).statusCode).toBe(429)
  const { data } = await shop.admin.ok('GET /api/access-tokens')
  expect(data.filter(({ userName }) => userName === 'no es esta')).toEqual([])
})

test('a repeated call under its key makes no second token, and answers with a text that counts while no program used it', async () => {
  const owner = await shop.addUser('admin')
  const body = { ...accessTokenBody(), name: `Repetido ${newMark()}` }
  const key = newMark()
  const [first, again] = [await send(owner, body, key), await send(owner, body, key)]
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  const [lost, token] = [first.json().data.token, again.json().data.token]
  expect(again.json().data.id).toBe(first.json().data.id)
  expect([await statusOf(shop.as(lost, owner.userId)), await statusOf(shop.as(token, owner.userId))]).toEqual([
    401, 200,
  ])
  const { data } = await shop.admin.ok('GET /api/access-tokens')
  expect(data.filter(({ name }) => name === body.name)).toHaveLength(1)
  const { rows } = await world.owner.query('select response::text from idempotency_keys where key = $1', [key])
  expect(JSON.stringify(rows)).toContain(body.name)
  for (const secret of [lost, token, samplePassword]) expect(JSON.stringify(rows)).not.toContain(secret)
  expect((await send(owner, body, key)).json().code, 'once it was used').toBe('key_reused')
  expect((await send(await shop.addUser('admin'), body, key)).json().code, 'for another person').toBe('key_reused')
  expect(await statusOf(shop.as(token, owner.userId))).toBe(200)
})

test('a company has at most fifty tokens, also when the last two are made at once', async () => {
  const full = await world.openCompany()
  for (let index = 0; index < 49; index += 1) {
    await full.admin.ok('POST /api/access-tokens', { body: accessTokenBody() })
  }
  const two = await Promise.all(
    [1, 2].map(() => full.admin.send('POST /api/access-tokens', { body: accessTokenBody() })),
  )
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
})

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { untilBlocked } from '../../../../tests/support/locks.ts'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { accessTokenBody } from '../../../../tests/support/sample-program-calls.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'

const world = openWorld()
const shop = shareShop(world)
let neighbour: Company
beforeAll(async () => {
  neighbour = await world.openCompany()
})

type Token = { id: string; token: string; program: Actor }

async function makeToken(owner: Actor, values: { name?: string; isReadOnly?: boolean } = {}): Promise<Token> {
  const body = { ...accessTokenBody(), isReadOnly: false, term: '30' as const, ...values }
  const { data } = await owner.ok('POST /api/access-tokens', { body })
  return { id: data.id, token: data.token, program: shop.as(data.token, owner.userId) }
}

const statusOf = async (program: Actor) => (await program.send('GET /api/auth/me')).statusCode
const revoke = (id: string) => shop.admin.ok('DELETE /api/access-tokens/:id', { params: { id } })
const rename = (program: Actor, name: string) =>
  program.send('POST /api/shipping-methods', { body: { name, isActive: true, isDefault: false } })

test('a token is answered once with its prefix, and only its hash is stored', async () => {
  const { id, token } = await makeToken(shop.admin, { name: 'Contabilidad' })
  expect(token).toMatch(/^cas_[\w-]{43}$/)
  const list = await shop.admin.ok('GET /api/access-tokens')
  expect(list.data.find((each) => each.id === id)).toMatchObject({ name: 'Contabilidad', lastUsedAt: null })
  expect(JSON.stringify(list)).not.toContain(token)
  const { rows } = await world.owner.query('select * from access_tokens where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(token)
  await expect(
    world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
      db.selectFrom('access_tokens').selectAll().execute(),
    ),
    'a request has no right to read the hash',
  ).rejects.toMatchObject({ code: '42501' })
})

test('a token acts as its person on the host of its company alone, and its use is noted', async () => {
  const { id, program } = await makeToken(shop.admin)
  const me = await program.ok('GET /api/auth/me')
  expect(me.user.id).toBe(shop.admin.userId)
  expect((await program.send('GET /api/auth/me', { headers: { host: neighbour.host } })).statusCode).toBe(401)
  const { data } = await shop.admin.ok('GET /api/access-tokens')
  expect(data.find((each) => each.id === id)?.lastUsedAt).not.toBeNull()
})

test('the use of a token is noted once a minute', async () => {
  const { id, program } = await makeToken(shop.admin)
  const start = Date.now()
  const useAfter = async (ms: number) => {
    world.setTime(new Date(start + ms))
    await program.ok('GET /api/auth/me')
    const { data } = await shop.admin.ok('GET /api/access-tokens')
    return Date.parse(data.find((each) => each.id === id)?.lastUsedAt ?? '') - start
  }
  expect([await useAfter(0), await useAfter(59_000), await useAfter(61_000)]).toEqual([0, 0, 61_000])
  world.setTime(undefined)
})

test('a call with a token costs one statement more than one with a session, by which it is counted', async () => {
  const { program } = await makeToken(shop.admin)
  const read = (actor: Actor) => world.statementsOf(() => actor.ok('GET /api/tariffs', { query: {} }))
  const [count = '', ...rest] = await read(program)
  expect(count).toContain('take_token_call')
  expect(rest).toEqual(await read(shop.admin))
})

test.each([
  ['the name is missing', { name: '' }, { name: 'El nombre es requerido' }],
  ['there is no term', { term: undefined }, { term: 'Elija cuándo vence' }],
  ['the date is missing', { expiresOn: '' }, { expiresOn: 'Ingrese la fecha' }],
  [
    'the date is over',
    { expiresOn: '2020-01-01' },
    { expiresOn: 'Elija un día de hoy en adelante, hasta dentro de dos años' },
  ],
])('a token is refused under its field when %s', async (_what, values, fields) => {
  const body = { ...accessTokenBody(), ...values }
  const answer = await shop.admin.send('POST /api/access-tokens', { body })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('a token counts until its term is over; a last day is at most two years ahead, and counts whole in Managua', async () => {
  world.setTime(new Date('2026-11-20T16:00:00Z'))
  const term = await makeToken(shop.admin)
  const body = { ...accessTokenBody(), term: 'date' as const, expiresOn: '2026-11-21' }
  const day = await shop.admin.ok('POST /api/access-tokens', { body })
  const last = shop.as(day.data.token, shop.admin.userId)
  const until = async (expiresOn: string) =>
    (await shop.admin.send('POST /api/access-tokens', { body: { ...body, expiresOn } })).statusCode
  expect([await until('2028-11-20'), await until('2028-11-21')], 'two years ahead').toEqual([201, 400])
  world.setTime(new Date('2026-11-22T05:59:00Z'))
  expect(await statusOf(last)).toBe(200)
  world.setTime(new Date('2026-11-22T06:00:00Z'))
  expect(await Promise.all([statusOf(last), statusOf(term.program)])).toEqual([401, 200])
  world.setTime(new Date('2026-12-20T16:00:01Z'))
  expect(await statusOf(term.program)).toBe(401)
  world.setTime(undefined)
})

test('a token that only reads makes no call that writes, and the database takes no write from it', async () => {
  const { program, token } = await makeToken(shop.admin, { isReadOnly: true })
  expect((await program.ok('GET /api/invoices', { query: {} })).success).toBe(true)
  const refused = await rename(program, 'No')
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'token_forbidden'])
  const { hashToken } = await import('../../platform/auth/session.ts')
  const credentials = { tokenHash: hashToken(token), subdomain: shop.subdomain, isAccessToken: true }
  await expect(
    world.database.asSession(credentials, (db) =>
      db.insertInto('shipping_methods').values({ name: 'No', is_default: false }).execute(),
    ),
  ).rejects.toMatchObject({ cause: { code: '25006' } })
})

test('a call that was waiting while its token was revoked is refused, and what it wrote is taken back', async () => {
  const { id, program } = await makeToken(shop.admin)
  // The note of its use, once a minute, holds the token's row until the call is over.
  await program.ok('GET /api/auth/me')
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select from companies where id = $1 for no key update', [shop.id])
  const body = { name: 'Escrito por un token revocado', isActive: true }
  const waiting = program.send('POST /api/shipping-methods', { body: { ...body, isDefault: true } })
  await untilBlocked(world.owner, 1)
  await world.owner.query('update access_tokens set ended_at = now() where id = $1', [id])
  await holder.query('rollback')
  holder.release()
  expect((await waiting).statusCode).toBe(401)
  const { rows } = await world.owner.query('select from shipping_methods where name = $1', [body.name])
  expect(rows).toEqual([])
})

test('a revocation is answered once no call of the token can be committed any more', async () => {
  const { id } = await makeToken(shop.admin)
  const confirm = sql`select confirm_caller_of_token(${shop.id}, ${id}, 'admin')`
  let isRevoked = false
  const revoking = await world.database.withoutCompany(async (call) => {
    await confirm.execute(call)
    const ended = revoke(id).then(() => {
      isRevoked = true
    })
    await untilBlocked(world.owner, 1)
    expect(isRevoked).toBe(false)
    return { ended }
  })
  await revoking.ended
  await expect(world.database.withoutCompany((call) => confirm.execute(call))).rejects.toMatchObject({
    code: 'CS401',
  })
})

test('revoking twice, or the token of another company, is answered as absent', async () => {
  const { id } = await makeToken(shop.admin)
  expect(await neighbour.admin.refused('DELETE /api/access-tokens/:id', { params: { id } })).toMatchObject({
    status: 404,
  })
  await revoke(id)
  expect(await shop.admin.refused('DELETE /api/access-tokens/:id', { params: { id } })).toMatchObject({ status: 404 })
})

test('making and revoking a token stand in the log without it, and what it writes stands under its person with its name', async () => {
  const { id, token, program } = await makeToken(shop.admin, { name: 'Contabilidad' })
  expect((await rename(program, 'Puesto por un programa')).statusCode).toBe(201)
  await revoke(id)
  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'access_tokens' } })
  const entries = log.data.filter((entry) => entry.entityId === id)
  expect(entries.map(({ action, label }) => [action, label])).toEqual([
    ['update', 'Contabilidad'],
    ['insert', 'Contabilidad'],
  ])
  expect(JSON.stringify(log)).not.toContain(token)
  expect(JSON.stringify(entries)).not.toContain('token_hash')
  const written = await shop.admin.ok('GET /api/audit', { query: { entity: 'shipping_methods' } })
  expect(written.data[0]).toMatchObject({ userId: shop.admin.userId, userName: 'admin Prueba (token Contabilidad)' })
})
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
  await world.owner.query(
    `insert into access_tokens (company_id, user_id, name, is_read_only, token_hash, expires_at)
     select $1, $2, 'Contabilidad ' || n, false, sha256(uuidv7()::text::bytea), now() + interval '1 day' from generate_series(1, 49) n`,
    [full.id, full.admin.userId],
  )
  const two = await Promise.all(
    [1, 2].map(() => full.admin.send('POST /api/access-tokens', { body: accessTokenBody() })),
  )
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
})

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { untilBlocked } from '../../../../tests/support/locks.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { accessTokenBody } from '../../../../tests/support/sample-program-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'

const world = openWorld()
let shop: Shop
let neighbour: Company
beforeAll(async () => {
  shop = await openShop(world)
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

test('a token in a loop is told when to come again, and its person goes on working', async () => {
  const { program } = await makeToken(shop.admin)
  // The clock of the count stands still, so that a slow machine gives no call back meanwhile.
  world.setTime(new Date())
  const refused = []
  for (let calls = 0; calls < 105; calls += 1) refused.push(await program.send('GET /api/auth/me'))
  refused.splice(0, 100)
  world.setTime(undefined)
  expect(refused[0]?.json()).toMatchObject({ code: 'too_many_calls' })
  expect([refused[0]?.statusCode, refused[0]?.headers['retry-after']]).toEqual([429, '1'])
  expect(await statusOf(shop.admin)).toBe(200)
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

test('the hash of a token opens no session, and the hash of a session is no token', async () => {
  const { token } = await makeToken(shop.admin)
  expect(await statusOf(shop.as(token.slice(4), ''))).toBe(401)
  expect(await statusOf(shop.as(`cas_${shop.admin.token}`, ''))).toBe(401)
})

const ends: [string, (owner: Actor, id: string) => Promise<unknown>][] = [
  ['it is revoked', (_owner, id) => revoke(id)],
  ['its person gets a new password from an admin', (owner) => changeUser(owner, { password: 'otra clave segura' })],
  ['its person has another e-mail', (owner) => changeUser(owner, { email: `${newMark()}@correo.test` })],
  [
    'its person takes a new password',
    (owner) =>
      owner.ok('PUT /api/account/password', {
        body: { currentPassword: samplePassword, password: 'otra clave segura' },
      }),
  ],
  ['its person is deactivated', (owner) => changeUser(owner, { status: 'inactive' })],
  ['its person becomes another type', (owner) => changeUser(owner, { type: 'viewer' })],
  ['its person is deleted', (owner) => shop.admin.ok('DELETE /api/users/:id', { params: { id: owner.userId } })],
]
const changeUser = async (owner: Actor, change: object) =>
  await shop.admin.ok('PUT /api/users/:id', { params: { id: owner.userId }, body: { ...change } })

test.each(ends)('a token counts no more once %s', async (_what, end) => {
  const owner = await shop.addUser('admin')
  const { id, program } = await makeToken(owner)
  expect(await statusOf(program)).toBe(200)
  const read = () => program.send('GET /api/tariffs', { query: {} })
  expect((await read()).statusCode).toBe(200)
  await end(owner, id)
  // A read is a transaction of its own, which is not looked at once more before a commit.
  expect([await statusOf(program), (await read()).statusCode]).toEqual([401, 401])
})

test('a person who is made an admin again has to make new tokens', async () => {
  const owner = await shop.addUser('admin')
  const { program } = await makeToken(owner)
  await changeUser(owner, { type: 'viewer' })
  await changeUser(owner, { type: 'admin' })
  expect(await statusOf(program)).toBe(401)
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

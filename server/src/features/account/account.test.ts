import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'

const world = openWorld()
let company: Company
beforeAll(async () => {
  company = await world.openCompany()
})
afterEach(() => world.setTime(undefined))

const start = Date.parse('2026-11-20T16:00:00Z')
const setSeconds = (seconds: number) => world.setTime(new Date(start + seconds * 1_000))
const another = 'otra clave segura'

let addresses = 0
type Person = { email: string; actor: Actor }

/** A new user of that type, signed in with the password as from a browser. */
async function addPerson(type: 'admin' | 'user' | 'viewer' = 'viewer'): Promise<Person> {
  const email = `${newMark()}@correo.test`
  const { userId } = await company.addUser(type, { email })
  await world.owner.query('delete from sessions where user_id = $1', [userId])
  return { email, actor: await signIn(email, userId) }
}

async function signIn(email: string, userId: string, password = samplePassword, agent = 'Firefox/140.0 (Windows)') {
  const from = `10.4.0.${++addresses}`
  const headers = { 'user-agent': agent }
  const body = { identifier: email, password }
  const { token } = expectSignedIn(await company.anonymous.ok('POST /api/auth/login', { body, headers, from }))
  return company.as(token, userId)
}

const statusOf = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode
const change = (actor: Actor, currentPassword: string, password: string) =>
  actor.send('PUT /api/account/password', { body: { currentPassword, password } })

test.each(['admin', 'user', 'viewer'] as const)(
  'a %s changes the own password, which keeps this session, ends the others and forgets the tries',
  async (type) => {
    const { email, actor } = await addPerson(type)
    const other = await signIn(email, actor.userId)
    const colleague = await addPerson()
    const from = `10.5.0.${++addresses}`
    const tries = () =>
      company.anonymous.send('POST /api/auth/login', { body: { identifier: email, password: 'x' }, from })
    for (let count = 0; count < 6; count += 1) await tries()
    expect((await tries()).statusCode).toBe(429)
    expect((await change(actor, samplePassword, another)).statusCode).toBe(200)
    expect(await Promise.all([actor, other, colleague.actor].map(statusOf))).toEqual([200, 401, 200])
    expect((await tries()).statusCode, 'the tries are forgotten').toBe(401)
    await signIn(email, actor.userId, another)
  },
)

test('changing the own password with a wrong present one is refused under the field, never as the end of the session', async () => {
  const { email, actor } = await addPerson()
  const refused = await change(actor, 'no es esta', another)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({
    code: 'wrong_password',
    fields: { currentPassword: 'La contraseña actual no es correcta' },
  })
  expect(await statusOf(actor)).toBe(200)
  await signIn(email, actor.userId)
})

test.each([
  [{}, { currentPassword: 'Ingrese su contraseña actual', password: 'La contraseña es requerida' }],
  [{ currentPassword: 'x', password: 'corta' }, { password: 'La contraseña debe tener al menos 8 caracteres' }],
])('changing the own password with %j is refused under the fields', async (body, fields) => {
  const { actor } = await addPerson()
  const answer = await actor.send('PUT /api/account/password', { body })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

test('changing the own password is slowed down like a sign-in, also for tries at the same moment, and for this user alone', async () => {
  setSeconds(0)
  const [{ actor }, colleague] = [await addPerson(), await addPerson()]
  const seen = await Promise.all(Array.from({ length: 8 }, (_, index) => change(actor, `falsa ${index}`, another)))
  expect(seen.map(({ statusCode }) => statusCode).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  const waiting = await change(actor, samplePassword, another)
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '1'])
  expect((await change(colleague.actor, samplePassword, another)).statusCode).toBe(200)
  setSeconds(1)
  expect((await change(actor, samplePassword, another)).statusCode).toBe(200)
  expect((await change(actor, 'falsa', another)).statusCode, 'and a success forgets').toBe(400)
})

test('changing the own password is logged in the company without the old or the new one', async () => {
  const { actor } = await addPerson()
  const answer = await change(actor, samplePassword, another)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = await company.admin.ok('GET /api/audit', { query: { userId: actor.userId, entity: 'users' } })
  expect(data).toEqual([expect.objectContaining({ action: 'update', after: { password: '••••••' } })])
})

test('the own sessions are listed with device, address and times, this one marked, without those of colleagues and ended ones', async () => {
  setSeconds(0)
  const { email, actor } = await addPerson()
  await addPerson()
  setSeconds(600)
  const phone = await signIn(email, actor.userId, samplePassword, 'Chrome/156.0 Mobile (Android)')
  const { data } = await phone.ok('GET /api/account/sessions')
  expect(data).toEqual([
    {
      id: expect.any(String),
      address: expect.stringMatching(/^10\.4\.0\./),
      userAgent: 'Chrome/156.0 Mobile (Android)',
      createdAt: '2026-11-20T16:10:00.000Z',
      lastSeenAt: '2026-11-20T16:10:00.000Z',
      isCurrent: true,
    },
    expect.objectContaining({
      userAgent: 'Firefox/140.0 (Windows)',
      createdAt: '2026-11-20T16:00:00.000Z',
      isCurrent: false,
    }),
  ])
  setSeconds(12 * 3_600 + 1)
  expect((await phone.ok('GET /api/account/sessions')).data).toHaveLength(1)
})

test('the own sessions end one at a time, all but this one, or all of them, and each end stands in the log', async () => {
  const { email, actor } = await addPerson()
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => signIn(email, actor.userId)))
  if (!one || !two || !three) throw new Error('three sessions')
  const { data } = await one.ok('GET /api/account/sessions')
  const id = data.find(({ isCurrent }) => isCurrent)?.id ?? ''
  await actor.ok('DELETE /api/account/sessions/:id', { params: { id } })
  expect(await Promise.all([actor, one, two, three].map(statusOf))).toEqual([200, 401, 200, 200])
  expect(await actor.refused('DELETE /api/account/sessions/:id', { params: { id } })).toMatchObject({ status: 404 })
  await actor.ok('DELETE /api/account/sessions/others')
  expect(await Promise.all([actor, two, three].map(statusOf))).toEqual([200, 401, 401])
  const last = await signIn(email, actor.userId)
  await last.ok('DELETE /api/account/sessions')
  expect(await Promise.all([actor, last].map(statusOf))).toEqual([401, 401])
  const log = await company.admin.ok('GET /api/audit', { query: { userId: actor.userId, entity: 'sessions' } })
  const ends = log.data.filter(({ action }) => action === 'delete')
  expect(ends).toHaveLength(5)
  expect(ends[0]).toMatchObject({ label: 'viewer Prueba', before: { user_agent: 'Firefox/140.0 (Windows)' } })
})

test('the sessions of a colleague cannot be ended by a caller of any type', async () => {
  const colleague = await addPerson()
  const [session] = (await colleague.actor.ok('GET /api/account/sessions')).data
  const params = { id: session?.id ?? '' }
  for (const caller of [company.admin, company.viewer]) {
    expect(await caller.refused('DELETE /api/account/sessions/:id', { params })).toMatchObject({ status: 404 })
  }
  expect(await statusOf(colleague.actor)).toBe(200)
})

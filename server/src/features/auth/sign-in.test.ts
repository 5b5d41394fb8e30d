import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, createWorld, newMark } from '../../../../tests/support/world.ts'
import { hashPassword } from '../../platform/auth/password.ts'

const world = openWorld()
let company: Company
let passwordHash: string
const password = 'Ñandú de 8 o más'
beforeAll(async () => {
  passwordHash = await hashPassword(password)
  company = await world.openCompany()
})

let addresses = 0

/** Each sign-in comes from an address of its own, so that no test reaches the limit of another. */
function from(): string {
  addresses += 1
  return `10.${addresses >> 8}.${addresses & 255}.1`
}

const signIn = (body: object, headers: Record<string, string> = {}) =>
  company.anonymous.send('POST /api/auth/login', { body, headers, from: from() })

test('a user who signs in gets a token for the company, with user and company', async () => {
  const email = `${newMark()}@correo.test`
  const { userId } = await company.addUser('user', { email, passwordHash })
  const answer = (await signIn({ identifier: email, password })).json()
  expect(answer).toEqual({
    success: true,
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    user: expect.objectContaining({ id: userId, email, fullName: 'user Prueba', type: 'user', status: 'active' }),
    company: { id: company.id, name: `Empresa ${company.subdomain}`, subdomain: company.subdomain, logoUrl: null },
  })
  expect(JSON.stringify(answer)).not.toContain('argon2')
  const headers = { authorization: `Bearer ${answer.token}` }
  const me = await company.anonymous.send('GET /api/auth/me', { headers })
  expect(me.json()).toEqual({ success: true, user: answer.user, company: answer.company })
})

test.each([
  ['e-mail', (email: string) => ({ identifier: email })],
  ['e-mail in capitals', (email: string) => ({ identifier: email.toUpperCase() })],
  ['e-mail with spaces around', (email: string) => ({ identifier: `  ${email} ` })],
  ['e-mail under its own name', (email: string) => ({ email })],
])('a user who signs in may use their %s', async (_, credentials) => {
  const email = `${newMark()}@Correo.test`
  await company.addUser('user', { email, passwordHash })
  expect((await signIn({ ...credentials(email), password })).statusCode).toBe(200)
})

test.each([
  ['88001122', ['88001122', '8800-1122', '8800 1122', '50588001122', '+505 8800-1122', '(505) 8800 1122']],
  ['50588003344', ['50588003344', '+505 8800 3344', '88003344', '8800-3344']],
  ['13055550147', ['13055550147', '+1 (305) 555-0147']],
])('a user who signs in may write the phone as %s', async (phone, spellings) => {
  await company.addUser('user', { phone, passwordHash })
  for (const identifier of spellings) {
    expect((await signIn({ identifier, password })).statusCode, identifier).toBe(200)
  }
  expect((await signIn({ phone, password })).statusCode).toBe(200)
})

test('a user who signs in by phone is not taken for a colleague whose number only ends the same', async () => {
  await company.addUser('user', { phone: '50588005566', passwordHash })
  for (const identifier of ['5566', '8005566', '150588005566', '5058800556', '']) {
    expect((await signIn({ identifier, password })).statusCode, identifier).not.toBe(200)
  }
})

test('a user who signs in is one of this company, also where another company has the same e-mail', async () => {
  const email = `${newMark()}@correo.test`
  const other = await world.openCompany()
  await other.addUser('user', { email, passwordHash })
  expect((await signIn({ email, password })).statusCode).toBe(401)
  expect((await signIn({ email, password }, { host: other.host })).json().company.id).toBe(other.id)
})

test.each([
  [{}, { identifier: 'Ingrese su correo o teléfono', password: 'Ingrese su contraseña' }],
  [
    { identifier: '', password: '' },
    { identifier: 'Ingrese su correo o teléfono', password: 'Ingrese su contraseña' },
  ],
  [{ identifier: 'ana', password: 7 }, { password: 'Ingrese su contraseña' }],
  [{ password: 'x' }, { identifier: 'Ingrese su correo o teléfono' }],
  [{ identifier: '   ', password: 'x' }, { identifier: 'Ingrese su correo o teléfono' }],
  [{ identifier: 'ana', password: '' }, { password: 'Ingrese su contraseña' }],
  [{ identifier: 'ana', password: 'x'.repeat(129) }, { password: 'Máximo 128 caracteres' }],
  [{ identifier: 'x'.repeat(161), password: 'x' }, { identifier: 'Máximo 160 caracteres' }],
])('a sign-in that fails because of %j says so under the field', async (body, fields) => {
  const answer = await signIn(body)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

const tracedPassword = 'una clave de prueba'

test('every sign-in is logged with its address, account and outcome, and never with the typed text', async () => {
  const lines: string[] = []
  const world = await createWorld({ log: (line) => lines.push(line) })
  try {
    const company = await world.openCompany()
    const email = `${newMark()}@correo.test`
    const { userId } = await company.addUser('user', { email, passwordHash: await hashPassword(tracedPassword) })
    const headers = { 'user-agent': `Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 ${'x'.repeat(400)}` }
    const attempt = (identifier: string, typed: string) =>
      company.anonymous.send('POST /api/auth/login', {
        body: { identifier, password: typed },
        headers,
        from: '10.1.2.3',
      })
    await attempt(email, tracedPassword)
    for (let count = 0; count < 6; count += 1) await attempt(email, 'secreto-equivocado')
    await attempt('nadie@correo.test', 'secreto-equivocado')
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in')
    const known = { remote: '10.1.2.3', companyId: company.id, userId, isKnownDevice: false }
    expect(logged.map(({ outcome }) => outcome)).toEqual([
      'signed in',
      ...Array.from({ length: 5 }, () => 'wrong'),
      'too many tries',
      'wrong',
    ])
    for (const line of logged.slice(0, 7)) expect(line).toMatchObject(known)
    expect(logged[7]).toMatchObject({ companyId: company.id, identifierHash: expect.stringMatching(/^[0-9a-f]{16}$/) })
    for (const secret of [email, 'nadie@correo.test', 'secreto-equivocado', tracedPassword]) {
      expect(lines.join(''), 'the log').not.toContain(secret)
    }
    const { data } = await company.admin.ok('GET /api/audit', { query: { entity: 'sessions' } })
    expect(data).toEqual([
      expect.objectContaining({
        userId,
        action: 'insert',
        label: 'user Prueba',
        after: { ip_address: '10.1.2.3', user_agent: headers['user-agent'].slice(0, 300) },
      }),
    ])
  } finally {
    await world.close()
  }
})
afterEach(() => world.setTime(undefined))

const start = Date.parse('2026-11-20T16:00:00Z')
const hour = 3_600_000
const setHours = (hours: number) => world.setTime(new Date(start + hours * hour))

const statusOf = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode

async function openAt(hours: number): Promise<Company> {
  setHours(hours)
  return await world.openCompany()
}

test('a session ends after twelve hours without a call, and each call restarts them', async () => {
  const { user } = await openAt(0)
  setHours(11.99)
  expect(await statusOf(user)).toBe(200)
  setHours(23.98)
  expect(await statusOf(user)).toBe(200)
  setHours(23.98 + 12)
  expect(await statusOf(user)).toBe(401)
})

test('the last call of a session is stored at most once a minute, and concurrent calls do not wait for each other', async () => {
  const { user, id } = await openAt(0)
  const seen = async () => {
    const { rows } = await world.owner.query(
      // A read is answered before its commit is; its lock makes this wait for it.
      'select last_seen_at from sessions where company_id = $1 and user_id = $2 for share',
      [id, user.userId],
    )
    return rows[0].last_seen_at.getTime() - start
  }
  setHours(0.5 / 60)
  await user.ok('GET /api/auth/me')
  expect(await seen()).toBe(0)
  setHours(2 / 60)
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from sessions where company_id = $1 for update', [id])
  expect(await statusOf(user), 'while another call holds the session').toBe(200)
  await holder.query('rollback')
  holder.release()
  await user.ok('GET /api/auth/me')
  expect(await seen()).toBe(120_000)
})

test('an ended session is deleted with old tries and keys, and a live one stays', async () => {
  const { id, user } = await openAt(0)
  await world.owner.query(`insert into sign_in_tries (company_id, identifier, last_try_at) values ($1, 'x', $2)`, [
    id,
    new Date(start),
  ])
  await user.ok('POST /api/client', {
    headers: { 'idempotency-key': 'k' },
    body: { firstName: 'Ana', lastNames: 'Ruiz', phone: '88001122' },
  })
  const rows = async () => {
    const { rows: counts } = await world.owner.query(
      `select (select count(*)::int from sessions where company_id = $1) as sessions,
          (select count(*)::int from sign_in_tries where company_id = $1) as tries,
          (select count(*)::int from idempotency_keys where company_id = $1) as keys`,
      [id],
    )
    return counts[0]
  }
  const sweep = () => world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  setHours(11)
  await user.ok('GET /api/auth/me')
  await sweep()
  expect(await rows()).toEqual({ sessions: 3, tries: 1, keys: 1 })
  setHours(13)
  await sweep()
  expect(await rows()).toEqual({ sessions: 1, tries: 1, keys: 1 })
  setHours(24 * 7 + 1)
  await sweep()
  expect(await rows()).toEqual({ sessions: 0, tries: 0, keys: 0 })
})

test('the company of a host is described by name, subdomain and logo, and nothing else', async () => {
  const { anonymous, subdomain } = await world.openCompany()
  expect(await anonymous.ok('GET /api/health')).toEqual({
    company: `Empresa ${subdomain}`,
    subdomain,
    logo_url: null,
  })
})

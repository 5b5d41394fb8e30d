import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, newMark } from '../../../../tests/support/world.ts'
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

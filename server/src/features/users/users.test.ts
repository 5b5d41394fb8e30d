import type { Api } from '@casillero/shared/contract/api'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, newMark } from '../../../../tests/support/world.ts'

const world = openWorld()

type NewUser = Api['POST /api/users']['body']

const person = (values: Partial<NewUser> = {}): NewUser => ({
  firstName: 'Rosa',
  lastName: 'Peña',
  email: `${newMark()}@correo.test`,
  type: 'user',
  password: 'una clave de prueba',
  ...values,
})

const add = async (admin: Actor, values: Partial<NewUser> = {}) =>
  (await admin.ok('POST /api/users', { body: person(values) })).user

const statusOf = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode

/** The body of an edit of a user that changes nothing. */
async function unchanged({ admin }: Company, { userId: id }: Actor) {
  const { user } = await admin.ok('GET /api/users/:id', { params: { id } })
  const { firstName, lastName, email, phone, type, cedula } = user
  return { params: { id }, body: { firstName, lastName, email, phone, type, cedula } }
}

test('a new user signs in with the typed data, and may have no optional field', async () => {
  const company = await world.openCompany()
  const user = await add(company.admin, { email: 'Rosa@Correo.test', phone: '8690-4417', lastName: '' })
  expect(user).toMatchObject({ fullName: 'Rosa', phone: '86904417', status: 'active', cedula: null, version: 1 })
  for (const identifier of ['rosa@correo.test', '86904417']) {
    const body = { identifier, password: 'una clave de prueba' }
    const signedIn = expectSignedIn(await company.anonymous.ok('POST /api/auth/login', { body }))
    expect(signedIn.user.id).toBe(user.id)
  }
})

test.each([
  [{ firstName: '' }, { firstName: 'El nombre es requerido' }],
  [{ email: '' }, { email: 'El correo electrónico es requerido' }],
  [{ email: 'rosa@' }, { email: 'Ingrese un correo electrónico válido' }],
  [{ phone: '1234567' }, { phone: 'Ingrese un número de teléfono válido para su país' }],
  [{ password: '1234567' }, { password: 'La contraseña debe tener al menos 8 caracteres' }],
  [{ password: 'x'.repeat(129) }, { password: 'La contraseña debe tener como máximo 128 caracteres' }],
] as const)('a new user with %j is refused under the field', async (values, fields) => {
  const { admin } = await world.openCompany()
  const refused = await admin.refused('POST /api/users', { body: person(values) })
  expect(refused).toMatchObject({ status: 400, code: 'invalid', fields })
})

test.each([
  ['email', { email: 'una@correo.test' }, { email: 'UNA@correo.test' }],
  ['phone', { phone: '86904417' }, { phone: '8690 4417' }],
  ['phone', { phone: '86904417' }, { phone: '505 8690 4417' }],
  ['phone', { phone: '+505 8690-4417' }, { phone: '8690 4417' }],
])(
  'a new user takes no %s of a living colleague, but that of a deleted one or of another company',
  async (field, has, same) => {
    const { admin } = await world.openCompany()
    const first = await add(admin, has)
    const taken = { status: 409, code: 'duplicate', fields: { [field]: expect.any(String) } }
    expect(await admin.refused('POST /api/users', { body: person(same) })).toMatchObject(taken)
    const other = await add(admin)
    const edit = { params: { id: other.id }, body: { ...person(same), password: '' } }
    expect(await admin.refused('PUT /api/users/:id', edit)).toMatchObject(taken)
    await add((await world.openCompany()).admin, has)
    await admin.ok('DELETE /api/users/:id', { params: { id: first.id } })
    await add(admin, same)
  },
)

test('an edit of a stale version is refused, and an empty password keeps the old one', async () => {
  const company = await world.openCompany()
  const { id, email, version } = await add(company.admin)
  const edit = { params: { id }, body: { ...person({ email }), password: '', firstName: 'Rosalía', version } }
  expect((await company.admin.ok('PUT /api/users/:id', edit)).user).toMatchObject({ firstName: 'Rosalía' })
  expect(await company.admin.refused('PUT /api/users/:id', edit)).toMatchObject({ status: 409, code: 'stale' })
  const body = { identifier: email ?? '', password: 'una clave de prueba' }
  await company.anonymous.ok('POST /api/auth/login', { body })
})

test('an edit of one field leaves every other one as it is, and an empty text empties its own', async () => {
  const { admin } = await world.openCompany()
  const { id } = await add(admin, { type: 'admin', phone: '86904417', cedula: '001-010190-0001A' })
  const before = (await admin.ok('GET /api/users/:id', { params: { id } })).user
  for (const change of [{}, { lastName: 'Ruiz' }, { phone: '' }, { cedula: null }, { status: 'inactive' as const }]) {
    const { user } = await admin.ok('PUT /api/users/:id', { params: { id }, body: change })
    const emptied = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value || null]))
    const lastName = 'lastName' in change ? { fullName: 'Rosa Ruiz' } : {}
    expect(user, JSON.stringify(change)).toEqual({ ...before, ...emptied, ...lastName, version: user.version })
    Object.assign(before, user)
  }
  const body = { email: '' }
  expect(await admin.refused('PUT /api/users/:id', { params: { id }, body }), 'the phone is gone').toMatchObject({
    status: 400,
    fields: { email: 'Ingrese un correo electrónico o un teléfono' },
  })
})

test('an edit of the own password keeps the session that made it and ends the others', async () => {
  const company = await world.openCompany()
  const { admin } = company
  const { params, body } = await unchanged(company, admin)
  const password = 'otra clave segura'
  await admin.ok('PUT /api/users/:id', { params, body: { ...body, password } })
  const login = { body: { identifier: body.email ?? '', password } }
  const { token } = expectSignedIn(await company.anonymous.ok('POST /api/auth/login', login))
  await admin.ok('PUT /api/users/:id', { params, body: { ...body, password: 'la tercera clave' } })
  expect(await statusOf(admin)).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  expect((await company.anonymous.send('GET /api/auth/me', { headers })).statusCode).toBe(401)
})

test('the list of users has ten a page by name, finds names, e-mails and phones, and no deleted user', async () => {
  const { admin } = await world.openCompany()
  const names = Array.from({ length: 12 }, (_, index) => `Bea ${String(index).padStart(2, '0')}`)
  for (const firstName of names.toReversed()) await add(admin, { firstName, lastName: 'Ñurinda' })
  const { id } = await add(admin, { firstName: 'Bea 99', lastName: 'Ñurinda', phone: '86904417' })
  const found = await admin.ok('GET /api/users', { query: { search: 'BEA nurinda' } })
  expect(found.users.map(({ firstName }) => firstName)).toEqual(names.slice(0, 10))
  expect(found.pagination).toMatchObject({ page: 1, pages: 2, limit: 10, total: 13 })
  const byPhone = { query: { search: '86904417' } }
  expect((await admin.ok('GET /api/users', byPhone)).users.map((user) => user.id)).toEqual([id])
  await admin.ok('DELETE /api/users/:id', { params: { id } })
  expect((await admin.ok('GET /api/users', byPhone)).users).toEqual([])
})

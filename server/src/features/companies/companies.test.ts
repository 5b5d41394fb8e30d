import type { Api } from '@casillero/shared/contract/api'
import { beforeAll, expect, test } from 'vitest'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, newMark } from '../../../../tests/support/world.ts'

const world = openWorld()
let operator: Company
beforeAll(async () => {
  operator = await world.openCompany({ isOperator: true })
})

type NewCompany = Api['POST /api/companies/create-company']['body']

const open = async (values: Partial<NewCompany> = {}) => {
  const body = { name: 'Encomiendas', subdomain: newMark(), ...values }
  return (await operator.admin.ok('POST /api/companies/create-company', { body })).data
}
const hostOf = (subdomain: string) => ({ headers: { host: `${subdomain}.casillero.test` } })
const person = (values = {}) => ({
  firstName: 'Rosa',
  lastName: 'Peña',
  email: `${newMark()}@correo.test`,
  type: 'admin' as const,
  password: 'una clave de prueba',
  ...values,
})

test('a new company has its catalogues, and its first admin signs in', async () => {
  const firstAdmin = { adminFirstName: 'Rosa', adminEmail: 'rosa@correo.test', adminPassword: 'una clave de prueba' }
  const made = await open({ ...firstAdmin, ruc: 'J0310' })
  expect(made).toMatchObject({ name: 'Encomiendas', ruc: 'J0310', status: 'active', logoUrl: null })
  const body = { identifier: 'rosa@correo.test', password: 'una clave de prueba' }
  const at = hostOf(made.subdomain)
  const { token, user } = expectSignedIn(await operator.anonymous.ok('POST /api/auth/login', { body, ...at }))
  expect(user).toMatchObject({ type: 'admin', fullName: 'Rosa' })
  const headers = { ...at.headers, authorization: `Bearer ${token}` }
  const read = async (call: string) => (await operator.anonymous.send(call, { headers })).json().data
  expect(await read('GET /api/statuses')).toHaveLength(5)
  expect((await read('GET /api/currencies/active')).map(({ code }: { code: string }) => code)).toEqual(['NIO', 'USD'])
  expect(await read('GET /api/shipping-methods/default')).toMatchObject({ isDefault: true })
  const { data } = await operator.admin.ok('GET /api/companies/get-all-companies')
  expect(data.filter(({ id }) => id === made.id)).toEqual([made])
})

test('a new company may have no admin, but not half of one, of which no row stays', async () => {
  const { id } = await open()
  expect((await operator.admin.ok('GET /api/companies/:id/users', { params: { id } })).users).toEqual([])
  const body = { name: 'A medias', subdomain: newMark(), adminFirstName: 'Rosa', adminPassword: 'corta' }
  expect(await operator.admin.refused('POST /api/companies/create-company', { body })).toMatchObject({
    status: 400,
    fields: {
      adminEmail: 'El correo electrónico es requerido',
      adminPassword: 'La contraseña debe tener al menos 8 caracteres',
    },
  })
  expect((await operator.anonymous.send('GET /api/health', hostOf(body.subdomain))).statusCode).toBe(404)
})

test('a new company with a reserved name is refused under its field', async () => {
  const body = { name: 'Reservada', subdomain: 'admin' }
  const refused = await operator.admin.refused('POST /api/companies/create-company', { body })
  expect(refused).toMatchObject({ status: 400, code: 'subdomain_reserved', fields: { subdomain: refused.message } })
})

test('a new company with a used subdomain is refused under its field, in any case', async () => {
  const { subdomain } = await open()
  const body = { name: 'Otra', subdomain: subdomain.toUpperCase() }
  expect(await operator.admin.refused('POST /api/companies/create-company', { body })).toMatchObject({
    status: 409,
    code: 'duplicate',
    fields: { subdomain: expect.any(String) },
  })
})

test('an edit of a company leaves other fields as they are, and an empty text empties a field, also in a form', async () => {
  const contact = { ruc: 'J0310', address: 'Managua', phone: '2255 0000', email: 'oficina@correo.test' }
  const { id } = await open(contact)
  const edit = async (body: object) =>
    (await operator.admin.ok('PUT /api/companies/update-company/:id', { params: { id }, body })).data
  expect(await edit({})).toMatchObject(contact)
  expect(await edit({ name: 'Renombrada' })).toMatchObject({ ...contact, name: 'Renombrada' })
  expect(await edit({ ruc: '', address: null })).toMatchObject({
    ...contact,
    name: 'Renombrada',
    ruc: null,
    address: null,
  })
  const own = await world.openCompany()
  const sent = async (body: object) => (await own.admin.ok('PUT /api/companies/update', { body })).company
  expect(await sent({ ...contact, name: 'Propia' })).toMatchObject(contact)
  expect(await sent({})).toMatchObject({ ...contact, name: 'Propia' })
  expect(await sent({ phone: '' })).toMatchObject({ ...contact, name: 'Propia', phone: null })
})

test('the staff of a company is added, changed and deleted by the operator', async () => {
  const { id } = await open()
  const { user } = await operator.admin.ok('POST /api/companies/:id/users', { params: { id }, body: person() })
  await operator.admin.ok('POST /api/companies/:id/users', { params: { id }, body: person() })
  const params = { id, userId: user.id }
  const edit = { params, body: { ...person({ type: 'viewer' }), password: '' } }
  const changed = await operator.admin.ok('PUT /api/companies/:id/users/:userId', edit)
  expect(changed.user).toMatchObject({ id: user.id, type: 'viewer', version: 2 })
  await operator.admin.ok('DELETE /api/companies/:id/users/:userId', { params })
  const { users } = await operator.admin.ok('GET /api/companies/:id/users', { params: { id } })
  expect(users.map((each) => each.id)).not.toContain(user.id)
  expect(users).toHaveLength(1)
})

test('the staff of a company without an admin is changed and deleted too', async () => {
  const { id } = await open()
  const users = 'POST /api/companies/:id/users'
  const { user } = await operator.admin.ok(users, { params: { id }, body: person({ type: 'user' }) })
  const params = { id, userId: user.id }
  const body = { cedula: '001-010190-0001A', type: 'viewer' as const, password: 'otra clave segura' }
  const changed = await operator.admin.ok('PUT /api/companies/:id/users/:userId', { params, body })
  expect(changed.user).toMatchObject({ cedula: '001-010190-0001A', type: 'viewer', firstName: 'Rosa' })
  await operator.admin.ok('DELETE /api/companies/:id/users/:userId', { params })
})

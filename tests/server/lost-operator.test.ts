import { expect, test } from 'vitest'
import { hashPassword } from '../../server/src/platform/auth/password.ts'
import { openWorld } from '../support/open-world.ts'
import type { Company } from '../support/world.ts'

const world = openWorld()

const signIn = (company: Company, identifier: string, password: string) =>
  company.anonymous.send('POST /api/auth/login', { body: { identifier, password } })

test('an operator without the only password gets in again by a second operator company, which is then closed', async () => {
  const master = await world.openCompany({ subdomain: 'master', isOperator: true })
  const email = 'jefa@master.test'
  const lost = await master.addUser('admin', { email, passwordHash: await hashPassword('una clave olvidada') })
  expect((await signIn(master, email, 'otra clave')).statusCode).toBe(401)

  const second = await world.openCompany({ subdomain: 'desarrollo', isOperator: true })
  const params = { id: master.id, userId: lost.userId }
  const { users } = await second.admin.ok('GET /api/companies/:id/users', { params, query: {} })
  const found = users.find((user) => user.email === email)
  if (!found) throw new Error('The account is not in the list')
  const { firstName, lastName, phone, type } = found
  const body = { firstName, lastName, phone, type, email, password: 'una clave nueva', version: found.version }
  await second.admin.ok('PUT /api/companies/:id/users/:userId', { params, body })

  const back = await signIn(master, email, 'una clave nueva')
  expect(back.statusCode).toBe(200)
  const close = { params: { id: second.id }, body: { status: 'suspended' as const } }
  await master.admin.ok('PUT /api/companies/change-status/:id', close)
  expect((await second.admin.refused('GET /api/auth/me')).status).toBe(401)
})

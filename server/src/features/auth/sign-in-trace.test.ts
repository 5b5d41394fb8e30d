import { expect, test } from 'vitest'
import { createWorld, newMark } from '../../../../tests/support/world.ts'
import { hashPassword } from '../../platform/auth/password.ts'

const password = 'una clave de prueba'

test('every sign-in is logged with its address, account and outcome, and never with the typed text', async () => {
  const lines: string[] = []
  const world = await createWorld({ log: (line) => lines.push(line) })
  try {
    const company = await world.openCompany()
    const email = `${newMark()}@correo.test`
    const { userId } = await company.addUser('user', { email, passwordHash: await hashPassword(password) })
    const headers = { 'user-agent': `Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 ${'x'.repeat(400)}` }
    const attempt = (identifier: string, typed: string) =>
      company.anonymous.send('POST /api/auth/login', {
        body: { identifier, password: typed },
        headers,
        from: '10.1.2.3',
      })
    await attempt(email, password)
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
    for (const secret of [email, 'nadie@correo.test', 'secreto-equivocado', password]) {
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

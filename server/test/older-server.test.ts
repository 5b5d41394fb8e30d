import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '../src/platform/auth/session.ts'
import { createWorld, newMark, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a server of before signs users in beside this one, also after a million failures that it counted', async () => {
  const company = await world.openCompany()
  const email = `${newMark()}@correo.test`
  const { userId } = await company.addUser('user', { email })
  const client = await world.owner.connect()
  try {
    // As its connections do, in the role of requests.
    await client.query('set role casillero_app')
    const begin = () =>
      client.query('select * from begin_sign_in($1, $2, $3, $4)', [company.subdomain, email, [email], '10.7.0.1'])
    const tries = (statement: string) =>
      world.owner.query(`update sign_in_tries set ${statement} where company_id = $1`, [company.id])
    await begin()
    await client.query('select fail_sign_in($1)', ['10.7.0.1'])
    await tries('failures = 1000000')
    const { password_hash } = (await begin()).rows[0]
    const token = newToken()
    const started = await client.query('select * from complete_sign_in($1, $2, $3, $4, $5)', [
      company.id,
      userId,
      email,
      password_hash,
      hashToken(token),
    ])
    expect(started.rowCount).toBe(1)
    const { data } = await company.as(token, userId).ok('GET /api/account/sessions')
    expect(data.find(({ isCurrent }) => isCurrent)).toMatchObject({ address: null, userAgent: null })
    const { rows } = await world.owner.query('select from sign_in_tries where company_id = $1', [company.id])
    expect(rows, 'a success forgets').toEqual([])
  } finally {
    await client.query('reset role')
    client.release()
  }
})

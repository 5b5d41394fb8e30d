import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { activateApp } from '../support/second-step.ts'
import { type Company, newMark } from '../support/world.ts'

const world = openWorld()
let operator: Company
beforeAll(async () => {
  operator = await world.openCompany({ isOperator: true })
})

const command = join(import.meta.dirname, '../../server/src/commands/user-password.ts')

/** Runs the command without a terminal. */
async function run(...parameters: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: world.ownerUrl }
  const done = promisify(execFile)(process.execPath, [command, ...parameters], { env })
  return await done.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}

test('a user who lost the password gets a generated one by the command, and no earlier password or session opens the account', async () => {
  const email = `${newMark()}@correo.test`
  const lost = await operator.addUser('admin', { email, phone: '50588007766' })
  const from = '10.6.0.1'
  const signIn = (password: string) =>
    operator.anonymous.send('POST /api/auth/login', { body: { identifier: email, password }, from })
  for (let count = 0; count < 5; count += 1) await signIn('olvidada')
  expect((await signIn('olvidada')).statusCode).toBe(429)

  const { code, said } = await run('--subdomain', operator.subdomain, '--identifier', '8800-7766')
  expect(code, said).toBe(0)
  const password = /Password, shown this once: (\S+)/.exec(said)?.[1] ?? ''
  expect((await lost.refused('GET /api/auth/me')).status).toBe(401)
  expect((await signIn(password)).statusCode).toBe(200)
  const { data } = await operator.admin.ok('GET /api/audit', { query: { entity: 'users' } })
  const change = { action: 'update', userName: 'Sistema', entityId: lost.userId, after: { password: '••••••' } }
  expect(data[0]).toMatchObject(change)
})

test.each([
  [['--subdomain', 'nadie', '--identifier', 'x'], 'There is no company on the subdomain "nadie".'],
  [['--identifier', 'x'], 'npm run user:password'],
])('the command with %j says what is wrong, and changes nothing', async (parameters, sentence) => {
  const { code, said } = await run(...parameters)
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
})

test('a second step that was lost goes with the password by the command where it is asked to, and stays otherwise', async () => {
  const email = `${newMark()}@correo.test`
  const lost = await operator.addUser('admin', { email })
  await activateApp(lost)
  const place = ['--subdomain', operator.subdomain, '--identifier', email]
  for (const [parameters, reply] of [
    [[], 'secondStep'],
    [['--reset-second-step'], 'token'],
  ] as const) {
    const { code, said } = await run(...place, ...parameters)
    expect(code, said).toBe(0)
    const password = /Password, shown this once: (\S+)/.exec(said)?.[1] ?? ''
    const body = { identifier: email, password }
    expect(Object.keys(await operator.anonymous.ok('POST /api/auth/login', { body }))).toContain(reply)
  }
  const { data } = await operator.admin.ok('GET /api/audit', { query: { entity: 'second_steps' } })
  expect(data[0]).toMatchObject({ action: 'delete', userName: 'Sistema', entityId: lost.userId })
})

test('the command knows no user of another company', async () => {
  const email = `${newMark()}@correo.test`
  await (await world.openCompany()).addUser('admin', { email })
  const { code, said } = await run('--subdomain', operator.subdomain, '--identifier', email)
  expect([code, said]).toEqual([1, expect.stringContaining(`No user of "${operator.subdomain}" signs in with`)])
})

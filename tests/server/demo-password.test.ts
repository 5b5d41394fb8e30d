import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openCompanies } from '../../server/src/demo/open-companies.ts'
import { hashPassword } from '../../server/src/platform/auth/password.ts'
import { hashToken, newAccessToken, newToken } from '../../server/src/platform/auth/session.ts'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { cleanUp, connectTo, makeFolder, type ServerProcess, startServer } from '../support/server-process.ts'
import { cloneDatabase } from '../support/test-database.ts'

afterEach(cleanUp)

const say = () => undefined
const published = 'casillero-demo'

/** Makes a data folder of a tried-out demo: one account is renamed, one has a new password, one is signed in. */
async function tryOut(): Promise<{ dataDir: string; token: string; programs: Record<'demo' | 'own', string> }> {
  const dataDir = makeFolder()
  const token = newToken()
  const programs = { demo: newAccessToken(), own: newAccessToken() }
  const postgres = await embeddedPostgres.start({ dataDir, say })
  await migrate(postgres.ownerUrl, { say })
  await openCompanies(postgres.ownerUrl, new Date('2026-10-01T15:00:00Z'))
  const changed = await hashPassword('una clave propia')
  await withConnection(postgres.ownerUrl, async (owner) => {
    await owner.query("update users set email = 'jefa@sur.example' where email = 'user@demo.test'")
    await owner.query("update users set password_hash = $1 where email = 'viewer@demo.test'", [changed])
    await owner.query(
      `insert into sessions (company_id, user_id, token_hash)
       select company_id, id, $1 from users where email = 'admin@master.test'`,
      [hashToken(token)],
    )
    const people = { demo: 'admin@master.test', own: 'viewer@demo.test' }
    for (const [kind, program] of Object.entries(programs)) {
      await owner.query(
        `insert into access_tokens (company_id, user_id, name, is_read_only, token_hash, expires_at)
         select company_id, id, 'Un programa', true, $1, now() + interval '1 year' from users where email = $2`,
        [hashToken(program), people[kind === 'demo' ? 'demo' : 'own']],
      )
    }
  })
  await postgres.stop()
  return { dataDir, token, programs }
}

/** Makes a call to a company's server, as one behind a proxy. */
async function ask(server: ServerProcess, subdomain: string, call: string, sent: { body?: object; token?: string }) {
  const [method = '', path = ''] = call.split(' ')
  const headers = {
    'x-forwarded-host': `${subdomain}.casillero.test`,
    'content-type': 'application/json',
    ...(sent.token && { authorization: `Bearer ${sent.token}` }),
  }
  const answer = await fetch(server.url() + path, {
    method,
    headers,
    body: sent.body ? JSON.stringify(sent.body) : null,
  })
  return { status: answer.status, body: await answer.json() }
}

test('the published password of the demo opens no account in production, not even a renamed one, and the start names them', async () => {
  const { dataDir, token, programs } = await tryOut()
  // Callers name the company by X-Forwarded-Host, as behind a proxy.
  const server = startServer({ DATA_DIR: dataDir, TRUSTED_PROXY: 'loopback' })
  await server.ready
  const signIn = async (subdomain: string, identifier: string, password = published) =>
    (await ask(server, subdomain, 'POST /api/auth/login', { body: { identifier, password } })).status
  expect(await signIn('master', 'admin@master.test')).toBe(401)
  expect(await signIn('demo', 'admin@demo.test')).toBe(401)
  expect(await signIn('demo', 'jefa@sur.example')).toBe(401)
  expect(await signIn('demo', 'viewer@demo.test', 'una clave propia')).toBe(200)
  expect((await ask(server, 'master', 'GET /api/auth/me', { token })).status).toBe(401)
  expect((await ask(server, 'master', 'GET /api/companies/get-all-companies', { token: programs.demo })).status).toBe(
    401,
  )
  expect(
    (await ask(server, 'demo', 'GET /api/auth/me', { token: programs.own })).status,
    'of one with a new password',
  ).toBe(200)
  const named = server.lines.filter((line) => line.includes("the demo's password")).map((line) => line.split(' ')[0])
  expect(named).toEqual([
    ...['admin@demo.test', 'bodega@demo.test', 'jefa@sur.example'],
    ...['admin@master.test', 'admin@norte.test', 'user@norte.test'],
  ])
})

test('no call gives an account the published password in production', async () => {
  const { dataDir } = await tryOut()
  const server = startServer({ DATA_DIR: dataDir, TRUSTED_PROXY: 'loopback' })
  await server.ready
  const own = 'una clave propia'
  const { token, masterId, demoId, adminId, demoAdminId } = await withConnection(
    connectTo(dataDir).ownerUrl,
    async (owner) => {
      const operator = newToken()
      await owner.query(
        `with operator as (
           insert into users (company_id, first_name, email, password_hash, type, search_text)
           select id, 'Olga', 'olga@master.test', $1, 'admin', 'olga' from companies where subdomain = 'master'
           returning company_id, id
         )
         insert into sessions (company_id, user_id, token_hash) select company_id, id, $2 from operator`,
        [await hashPassword(own), hashToken(operator)],
      )
      const { rows } = await owner.query<Record<'masterId' | 'demoId' | 'adminId' | 'demoAdminId', string>>(
        `select (select id from companies where subdomain = 'master') as "masterId",
           (select id from companies where subdomain = 'demo') as "demoId",
           (select id from users where email = 'admin@master.test') as "adminId",
           (select id from users where email = 'admin@demo.test') as "demoAdminId"`,
      )
      const [ids] = rows
      if (!ids) throw new Error('No row came.')
      return { ...ids, token: operator }
    },
  )
  const nueva = { firstName: 'Nueva', email: 'nueva@correo.test' }
  const company = { name: 'Cargas', subdomain: 'cargas', adminFirstName: 'Ana', adminEmail: 'ana@cargas.test' }
  const set = { password: published }
  const sentence = 'Esta contraseña es la de la demostración y es pública; elija otra'
  const tries: [call: string, body: object, field?: string][] = [
    ['POST /api/users', { ...nueva, ...set }],
    [`PUT /api/users/${adminId}`, set],
    ['PUT /api/account/password', { currentPassword: own, ...set }],
    [`POST /api/companies/${demoId}/users`, { ...nueva, ...set }],
    [`PUT /api/companies/${demoId}/users/${demoAdminId}`, set],
    [`POST /api/companies/${masterId}/users`, { ...nueva, ...set }],
    ['POST /api/companies/create-company', { ...company, adminPassword: published }, 'adminPassword'],
  ]
  for (const [call, body, field = 'password'] of tries) {
    const answer = await ask(server, 'master', call, { body, token })
    expect(answer, call).toMatchObject({
      status: 400,
      body: { code: 'password_published', fields: { [field]: sentence } },
    })
  }
  const all = await ask(server, 'master', 'GET /api/companies/get-all-companies', { token })
  expect(all.body).toMatchObject({ data: expect.objectContaining({ length: 3 }) })
})

/** Runs a command of the installation as at a terminal, and answers each question with the next line. */
async function runAtTerminal(program: string, parameters: string[], environment: string, answers: string[]) {
  const { ownerUrl, drop } = await cloneDatabase()
  const child = spawn(
    process.execPath,
    [
      '--import',
      'data:text/javascript,process.stdin.isTTY=true',
      join(import.meta.dirname, `../../server/src/commands/${program}`),
      ...parameters,
    ],
    { env: { PATH: process.env.PATH, NODE_ENV: environment, DATABASE_URL: ownerUrl }, stdio: 'pipe' },
  )
  const left = [...answers]
  child.stdout.on('data', (said) => {
    if (!/: $/.test(String(said))) return
    child.stdin.write(`${left.shift()}\n`)
    // A pipe that stays open would keep the program alive, which a terminal does not.
    if (left.length === 0) child.stdin.end()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, complaint] = await Promise.all([ended, text(child.stderr)])
  await drop()
  return { code, complaint }
}

const opening = ['--name', 'Cargas', '--subdomain', 'cargas', '--first-name', 'Ana', '--email', 'ana@cargas.test']

test.each([
  ['company-create.ts', opening],
  ['user-password.ts', ['--subdomain', 'cargas', '--identifier', 'ana@cargas.test']],
])('the command %s refuses the published password in production', async (program, parameters) => {
  const { code, complaint } = await runAtTerminal(program, parameters, 'production', [published])
  expect([code, complaint]).toEqual([1, "That is the demo's password, which is published; nothing was done.\n"])
})

test('the command company-create.ts takes the published password in development', async () => {
  const typed = [published, published]
  expect(await runAtTerminal('company-create.ts', opening, 'development', typed)).toEqual({ code: 0, complaint: '' })
})

import { hashPassword } from '../../server/src/platform/auth/password.ts'
import type { Credentials, Database, Session } from '../../server/src/platform/database/database.ts'
import type { Actor } from '../support/actor.ts'
import { expectSignedIn } from '../support/expect-signed-in.ts'
import { type Company, newMark, type World } from '../support/world.ts'
import { on, rewriteFunction, tenantTables } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const password = 'una clave de prueba'
const passwordHash = hashPassword(password)
const hours = 3_600_000

type Scene = { world: World; company: Company; operator: Company; victim: Actor; other: Actor }

async function edit({ company, victim }: Scene, change: object, by: Actor = company.admin): Promise<void> {
  const params = { id: victim.userId }
  const { user } = await by.ok('GET /api/users/:id', { params })
  const { firstName, lastName, email, phone, type, cedula } = user
  await by.ok('PUT /api/users/:id', { params, body: { firstName, lastName, email, phone, type, cedula, ...change } })
}

const setCompany = async ({ operator, company }: Scene, status: 'inactive' | 'suspended') => {
  await operator.admin.ok('PUT /api/companies/change-status/:id', { params: { id: company.id }, body: { status } })
}

/** The ways to end the sessions of the victim; `other` is another session of the same user. */
const triggers: Record<string, (scene: Scene) => Promise<unknown>> = {
  'signing out': ({ victim }) => victim.ok('POST /api/auth/logout'),
  'a new password of their own': (scene) => edit(scene, { password: 'otra clave segura' }, scene.other),
  'a new password of their own in Mi cuenta': ({ other }) =>
    other.ok('PUT /api/account/password', { body: { currentPassword: password, password: 'otra clave segura' } }),
  'being ended from another session': async ({ victim, other }) => {
    const { data } = await victim.ok('GET /api/account/sessions')
    const id = data.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await other.ok('DELETE /api/account/sessions/:id', { params: { id } })
  },
  'all others being ended from another session': ({ other }) => other.ok('DELETE /api/account/sessions/others'),
  'signing out everywhere': ({ other }) => other.ok('DELETE /api/account/sessions'),
  'another e-mail by an admin': (scene) => edit(scene, { email: `${newMark()}@correo.test` }),
  'a new password by an admin': (scene) => edit(scene, { password: 'otra clave segura' }),
  'being set inactive': (scene) => edit(scene, { status: 'inactive' }),
  'being deleted': ({ company, victim }) =>
    company.admin.ok('DELETE /api/users/:id', { params: { id: victim.userId } }),
  'another type': (scene) => edit(scene, { type: 'viewer' }),
  'an inactive company': (scene) => setCompany(scene, 'inactive'),
  'a suspended company': (scene) => setCompany(scene, 'suspended'),
  'twelve idle hours': async ({ world }) => world.setTime(new Date(Date.now() + 12 * hours)),
  'seven days': async ({ world, victim }) => {
    const start = Date.now()
    for (let at = 0; at < 168; at += 11) {
      world.setTime(new Date(start + at * hours))
      await victim.ok('GET /api/auth/me')
      // A read is answered before its commit; this statement waits for its lock.
      await world.owner.query('select from sessions where user_id = $1 for share', [victim.userId])
    }
    world.setTime(new Date(start + 168 * hours))
  },
}

/** Opens a company and two sessions of one admin, each with the password. */
async function setScene(world: World): Promise<Scene> {
  world.setTime(undefined)
  const [company, operator] = [await world.openCompany(), await world.openCompany({ isOperator: true })]
  const email = `${newMark()}@correo.test`
  const { userId } = await company.addUser('admin', { email, passwordHash: await passwordHash })
  const signIn = async (): Promise<Actor> => {
    const body = { identifier: email, password }
    const { token } = expectSignedIn(await company.anonymous.ok('POST /api/auth/login', { body }))
    return company.as(token, userId)
  }
  return { world, company, operator, victim: await signIn(), other: await signIn() }
}

/** Checks that no call of a revoked session is answered after the change, at either server, even of a busy session. */
async function revoke(world: World, held: Held): Promise<void> {
  for (const [what, pull] of Object.entries(triggers)) {
    for (let round = 0; round < tries(1, 20); round += 1) {
      const scene = await setScene(world)
      const { victim } = scene
      // As many calls as fit before the change, so that a server with a cache of sessions would have this one.
      for (let calls = 0; calls < 4; calls += 1) await victim.ok('GET /api/auth/me')
      await pull(scene)
      const answers = await Promise.all(
        ['GET /api/auth/me', 'GET /api/client', 'GET /api/users', 'GET /api/auth/me'].map((call) => victim.send(call)),
      )
      for (const { statusCode } of answers) held(statusCode === 401, `after ${what}: ${statusCode}`)
    }
  }
  world.setTime(undefined)
}

/** Checks that a token that is sent with a sign-in is not taken over, and that each sign-in gives its own of 256 bits. */
async function fixate(world: World, held: Held): Promise<void> {
  const { company, victim } = await setScene(world)
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, passwordHash: await passwordHash })
  const body = { identifier: email, password, token: victim.token, sessionId: victim.token }
  const headers = { authorization: `Bearer ${victim.token}`, cookie: `token=${victim.token}` }
  const seen = new Set([victim.token])
  for (let count = 0; count < tries(5, 100); count += 1) {
    const { token } = (await company.anonymous.send('POST /api/auth/login', { body, headers })).json()
    held(!seen.has(token) && Buffer.from(token, 'base64url').length === 32, `a token of its own: ${token}`)
    seen.add(token)
  }
}

/** Tries every value of the database as a token; none may open a session. */
async function useDump(world: World, held: Held): Promise<void> {
  const { company, victim, other } = await setScene(world)
  for (const table of await tenantTables(world)) {
    const { rows } = await world.owner.query<{ row: string }>(`select t::text as row from ${table} t`)
    const text = rows.map(({ row }) => row).join('\n')
    held(![victim.token, other.token].some((token) => text.includes(token)), `a token stands in ${table}`)
  }
  const { rows } = await world.owner.query<{ hash: Buffer; id: string }>('select token_hash as hash, id from sessions')
  for (const { hash, id } of rows) {
    for (const guess of [
      hash.toString('base64url'),
      hash.toString('hex').slice(0, 43),
      id.replaceAll('-', '').padEnd(43, '0'),
    ]) {
      const { statusCode } = await company.as(guess, '').send('GET /api/auth/me')
      held(statusCode === 401, `what is stored as a token: ${statusCode}`)
    }
  }
}

/** A server with a cache of sessions by token. */
function remembering(database: Database): Database {
  const known = new Map<string, Session>()
  const keyOf = ({ subdomain, tokenHash }: Credentials) => `${subdomain} ${tokenHash.toString('hex')}`
  function learn(credentials: Credentials, session: Session | undefined): Session | undefined {
    if (session) known.set(keyOf(credentials), session)
    return session
  }
  return {
    ...database,
    async readAsSession(credentials, authorise, run) {
      const session = known.get(keyOf(credentials))
      if (session) {
        authorise(session)
        return await database.asUser(session, run)
      }
      return await database.readAsSession(credentials, (found) => authorise(learn(credentials, found)), run)
    },
    async asSession(credentials, run) {
      const session = known.get(keyOf(credentials))
      if (session) return await database.asUser(session, (db) => run(db, session))
      return await database.asSession(credentials, (db, found) => run(db, learn(credentials, found)))
    },
  }
}

/** A product that stores tokens as they are. */
const plainTokens = (world: World) =>
  rewriteFunction(
    world,
    'live_session',
    's.token_hash = hash',
    `(s.token_hash = hash
      or sha256(convert_to(rtrim(translate(encode(s.token_hash, 'base64'), '+/', '-_'), '='), 'UTF8')) = hash)`,
  )

threat(
  'T-11',
  {
    what: 'a session that outlives its end, or is not its own',
    asvs: ['7.2.3', '7.2.4', '7.3.1', '7.3.2', '7.4.1', '7.4.2', '8.3.2'],
  },
  (row) => {
    const { proof, control } = row
    proof('each of fifteen ways ends a session at once on both servers', on(revoke, { instances: 2 }))
    control('the same, on servers that remember sessions', on(revoke, { instances: 2, rewire: remembering }))
    proof('a sign-in never takes over a token', on(fixate))
    proof('no stored value opens a session', on(useDump))
    control('what is stored, where the hash is the token', on(useDump, { weaken: plainTokens }))
  },
)

import { setPassword } from '../../server/src/commands/user-password.ts'
import type { Actor } from '../support/actor.ts'
import { accessTokenBody } from '../support/sample-program-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newMark, samplePassword, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

type Program = { id: string; token: string; as: Actor }

async function makeProgram(shop: Shop, owner: Actor): Promise<Program> {
  const body = { ...accessTokenBody(), isReadOnly: false, term: '365' as const }
  const { data } = await owner.ok('POST /api/access-tokens', { body })
  return { id: data.id, token: data.token, as: shop.as(data.token, owner.userId) }
}

/** Sends tokens that are no token: cut, lengthened, of another kind, hashed, of another host. */
async function makeUp(world: World, held: Held): Promise<void> {
  const [shop, neighbour] = [await openShop(world), await openShop(world)]
  const { token } = await makeProgram(shop, shop.admin)
  const { rows } = await world.owner.query<{ hash: Buffer }>('select token_hash as hash from access_tokens')
  const stored = rows.map(({ hash }) => hash.toString('base64url'))
  const forged = [
    token.slice(0, -1),
    `${token}A`,
    token.slice(4),
    token.toUpperCase(),
    token.replace('cas_', 'CAS_'),
    `cas_${shop.admin.token}`,
    ...stored,
    ...stored.map((hash) => `cas_${hash}`),
    `cas_${'A'.repeat(43)}`,
    `${token},${token}`,
  ]
  for (const each of forged) {
    const answer = await shop.as(each, '').send('GET /api/auth/me')
    held(answer.statusCode === 401, `${each} opened the company`)
  }
  for (const headers of [{ host: neighbour.host }, { host: 'casillero.test' }, { host: '127.0.0.1' }]) {
    const answer = await shop.as(token, '').send('GET /api/auth/me', { headers })
    held(answer.statusCode === 401, `the token counted on ${headers.host}`)
  }
  const places: Record<string, string>[] = [
    { cookie: `token=${token}` },
    { authorization: `Basic ${btoa(`x:${token}`)}` },
    { 'x-api-key': token },
  ]
  for (const headers of places) {
    const answer = await shop.anonymous.send('GET /api/auth/me', { headers })
    held(answer.statusCode === 401, `a token counted as ${Object.keys(headers)}`)
  }
}

/** Uses tokens after everything that ends them, on both servers. */
async function outlive(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await world.openCompany({ isOperator: true })
  const change = (owner: Actor, body: object) =>
    shop.admin.ok('PUT /api/users/:id', { params: { id: owner.userId }, body })
  const ends: Record<string, (owner: Actor, program: Program) => Promise<unknown>> = {
    revoked: (_owner, { id }) => shop.admin.ok('DELETE /api/access-tokens/:id', { params: { id } }),
    'of an inactive person': (owner) => change(owner, { status: 'inactive' }),
    'of a person of another type': (owner) => change(owner, { type: 'user' }),
    'of a person who was another type for a while': async (owner) => {
      await change(owner, { type: 'viewer' })
      await change(owner, { type: 'admin' })
    },
    'of a person with a new password by an admin': (owner) => change(owner, { password: 'otra clave segura' }),
    'of a person with another e-mail': (owner) => change(owner, { email: `${newMark()}@correo.test` }),
    'of a person with a new password of their own': (owner) =>
      owner.ok('PUT /api/account/password', {
        body: { currentPassword: samplePassword, password: 'otra clave segura' },
      }),
    'of a person with a new password by the command': async (owner) => {
      const email = `${newMark()}@correo.test`
      await world.owner.query('update users set email = $1 where id = $2', [email, owner.userId])
      await setPassword(world.ownerUrl, { subdomain: shop.subdomain, identifier: email, password: 'otra clave segura' })
    },
    'of a deleted person': (owner) => shop.admin.ok('DELETE /api/users/:id', { params: { id: owner.userId } }),
    'of a company that was closed for a while': async () => {
      for (const status of ['inactive', 'active'] as const) {
        await operator.admin.ok('PUT /api/companies/change-status/:id', { params: { id: shop.id }, body: { status } })
      }
    },
    'of a closed company': () =>
      operator.admin.ok('PUT /api/companies/change-status/:id', {
        params: { id: shop.id },
        body: { status: 'suspended' },
      }),
  }
  for (const [what, end] of Object.entries(ends)) {
    const owner = await shop.addUser('admin')
    const program = await makeProgram(shop, owner)
    for (let calls = 0; calls < 4; calls += 1) await program.as.ok('GET /api/auth/me')
    await end(owner, program)
    // A read of rows is a transaction of its own, which is not looked at once more before a commit.
    for (const call of ['GET /api/auth/me', 'GET /api/tariffs', 'GET /api/auth/me', 'GET /api/tariffs']) {
      const answer = await program.as.send(call)
      held(answer.statusCode === 401, `a token ${what} was answered ${answer.statusCode}`)
    }
  }
}

threat(
  'T-42',
  {
    what: 'Access tokens that do more than they should, or live longer',
    asvs: ['7.2.2', '7.4.1', '8.2.1', '8.3.2', '8.4.1', '13.2.2'],
  },
  ({ proof, control }) => {
    proof('what is no token opens nothing, and a token counts in its one place on its one host', on(makeUp))
    proof('everything that ends a token ends it at once on both servers', on(outlive, { instances: 2 }))
    control(
      'a database that keeps tokens of other hosts',
      on(makeUp, {
        weaken: (world) => rewriteFunction(world, 'open_session_of_token', 'c.subdomain = host_subdomain', 'true'),
      }),
    )
    control(
      'a database that does not end the tokens of a changed person',
      on(outlive, { weaken: (world) => world.owner.query('drop trigger end_tokens_of_user on users') }),
    )
  },
)

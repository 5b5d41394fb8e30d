import { createHash, randomBytes } from 'node:crypto'
import { authEndpoints } from '@casillero/shared/contract/auth'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { findCompanyOfHost } from '../../server/src/platform/auth/session.ts'
import { AppError } from '../../server/src/platform/errors.ts'
import { serveAnyone } from '../../server/src/platform/http/endpoint.ts'
import { registerRoutes } from '../../server/src/platform/http/register-routes.ts'
import { newMark, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const crowd = tries(200, 5_000)

/** Makes the same calls with many callers at once, repeatedly. */
async function askAtOnce(
  app: FastifyInstance,
  world: World,
  url: string,
): Promise<{ statuses: Set<number>; statements: number }> {
  const { host } = await world.openCompany()
  const statuses = new Set<number>()
  const sent = await world.statementsOf(async () => {
    for (let asked = 0; asked < crowd; asked += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject({ url, headers: { host } })))
      for (const { statusCode } of answers) statuses.add(statusCode)
    }
  })
  return { statuses, statements: sent.length }
}

const knock =
  (appOf: (world: World) => Promise<FastifyInstance>) =>
  async (world: World, held: Held): Promise<void> => {
    const app = await appOf(world)
    for (const [url, most] of [
      ['/api/health', 0.1],
      ['/readyz', 0.1],
      ['/livez', 0],
    ] as const) {
      const { statuses, statements } = await askAtOnce(app, world, url)
      held(statuses.size === 1 && statuses.has(200), `${url} was answered ${[...statuses]}`)
      held(statements <= crowd * most, `${crowd} calls of ${url} cost ${statements} statements`)
    }
    const host = `${newMark()}.casillero.test`
    const sent = await world.statementsOf(async () => {
      for (let asked = 0; asked < 20; asked += 1) await app.inject({ url: '/api/health', headers: { host } })
    })
    held(sent.length <= 1, `a name that there is not, asked for twenty times, costs ${sent.length} statements`)
  }

/** Requests pictures of a company one after the other, and counts the statements. */
async function lookAtLogo(world: World, held: Held): Promise<void> {
  const { id } = await world.openCompany()
  const content = randomBytes(40)
  const hash = createHash('sha256').update(content).digest('hex')
  await world.owner.query('insert into logos (company_id, hash, content) values ($1, $2, $3)', [id, hash, content])
  const sent = await world.statementsOf(async () => {
    for (let asked = 0; asked < 20; asked += 1) {
      const { statusCode, rawPayload } = await world.app.inject(`/logos/${hash}.webp`)
      held(statusCode === 200 && rawPayload.equals(content), `the logo was answered ${statusCode}`)
    }
  })
  held(sent.length <= 1, `a logo that is asked for twenty times costs ${sent.length} statements`)
}

/** Reads all that an anonymous caller can learn of a company. */
async function lookInside(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const open = await company.anonymous.send('GET /api/health')
  const keys = Object.keys(open.json()).toSorted().join()
  held(keys === 'company,logo_url,subdomain', `health answers ${keys}`)
  const unknown = await world.app.inject({ url: '/api/health', headers: { host: `${newMark()}.casillero.test` } })
  const operator = await world.openCompany({ isOperator: true })
  for (const status of ['suspended', 'inactive'] as const) {
    const change = { params: { id: company.id }, body: { status } }
    await operator.admin.ok('PUT /api/companies/change-status/:id', change)
    const closed = await company.anonymous.send('GET /api/health')
    const isSame = closed.statusCode === 404 && closed.body === unknown.body
    held(isSame, `a company that is ${status} shows: ${closed.statusCode} ${closed.body}`)
  }
  for (const url of ['/livez', '/readyz']) {
    const { body } = await world.app.inject({ url, headers: { host: company.host } })
    held(body === '{"status":"ok"}', `${url} answers ${body}`)
  }
}

/** A server that queries the database for each caller. */
async function asksEachTime(world: World): Promise<FastifyInstance> {
  const app = fastify()
  app.get('/livez', () => ({}))
  app.get('/readyz', async () => {
    await world.database.withoutCompany((db) => sql`select app_now()`.execute(db))
    return {}
  })
  const draw = async () => new Uint8Array()
  const openWriter = () => {
    throw new Error('No file is written here')
  }
  registerRoutes(app, { database: world.database, draw, openWriter }, [
    serveAnyone(authEndpoints.health, async ({ subdomain, database }) => {
      const company = await database.withoutCompany((db) => findCompanyOfHost(db, subdomain ?? ''))
      if (!company) throw new AppError('company_not_found')
      return { company: company.name, subdomain: company.subdomain, logo_url: company.logoUrl }
    }),
  ])
  return app
}

const forgetStatus = (world: World) => rewriteFunction(world, 'company_of_host', ` and c.status = 'active'`, '')

threat(
  'T-34',
  {
    what: 'Public calls that reveal who is a customer, or make the database work for anonymous callers',
    asvs: ['2.4.1', '13.4.5', '15.2.2'],
  },
  ({ proof, control }) => {
    const itself = async ({ app }: World) => app
    proof('a crowd with the same call costs at most a tenth of a statement each', on(knock(itself)))
    proof('a logo is read from the database once for any number of requests', on(lookAtLogo))
    proof('anonymous callers learn a name, an address and a logo, of open companies alone', on(lookInside))
    control('a server that queries for each caller', on(knock(asksEachTime)))
    control('companies that are shown in any status', on(lookInside, { weaken: forgetStatus }))
  },
)

import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint, Who } from '@casillero/shared/contract/endpoint'
import { sampleCalls } from '../test/sample-calls.ts'
import { openShop, type Shop } from '../test/shop.ts'
import type { Actor, Call, World } from '../test/world.ts'
import { on } from './on-world.ts'
import { takingFor } from './other-session.ts'
import { servedRoutes } from './served-routes.ts'
import { type Held, threat } from './threat.ts'

const actors = [
  'anonymous',
  'ended session',
  'viewer',
  'user',
  'admin',
  "operator's admin",
  "operator company's user",
  'admin of a suspended company',
] as const

/** `+` is answered, `401` and `403` are refused so: one column an actor, in the order above. */
type Row = readonly ['+' | 401, 401 | '+', '+' | 403, '+' | 403, '+' | 403, '+', '+' | 403, 401 | '+']

const open: Row = ['+', '+', '+', '+', '+', '+', '+', '+']
const everyone: Row = [401, 401, '+', '+', '+', '+', '+', 401]
const staff: Row = [401, 401, 403, '+', '+', '+', '+', 401]
const admins: Row = [401, 401, 403, 403, '+', '+', 403, 401]
const operators: Row = [401, 401, 403, 403, 403, '+', 403, 401]

/** Written out by hand from the two specifications, so that a slip in the contract or in the matrix of rights shows. */
const table: { [K in Call]: Row } = {
  'GET /api/health': open,
  'POST /api/auth/login': open,
  'GET /api/auth/me': everyone,
  'POST /api/auth/logout': everyone,
  'PUT /api/account/password': everyone,
  'GET /api/account/sessions': everyone,
  'DELETE /api/account/sessions/:id': everyone,
  'DELETE /api/account/sessions/others': everyone,
  'DELETE /api/account/sessions': everyone,
  'GET /api/companies/info': everyone,
  'PUT /api/companies/update': admins,
  'GET /api/company/info': everyone,
  'GET /api/client': everyone,
  'GET /api/client/same': everyone,
  'POST /api/client': staff,
  'PUT /api/client/:id': staff,
  'DELETE /api/client/:id': admins,
  'GET /api/tariffs': everyone,
  'POST /api/tariffs': staff,
  'PUT /api/tariffs/:id': staff,
  'DELETE /api/tariffs/:id': admins,
  'GET /api/statuses': everyone,
  'POST /api/statuses': admins,
  'PUT /api/statuses/:id': admins,
  'DELETE /api/statuses/:id': admins,
  'GET /api/currencies': everyone,
  'GET /api/currencies/active': everyone,
  'GET /api/currencies/:id/rates': admins,
  'POST /api/currencies': admins,
  'PUT /api/currencies/:id': admins,
  'PATCH /api/currencies/:id/set-default': admins,
  'DELETE /api/currencies/:id': admins,
  'GET /api/shipping-methods': everyone,
  'GET /api/shipping-methods/active': everyone,
  'GET /api/shipping-methods/default': everyone,
  'POST /api/shipping-methods': admins,
  'PUT /api/shipping-methods/:id': admins,
  'PUT /api/shipping-methods/:id/toggle-active': admins,
  'PUT /api/shipping-methods/:id/set-default': admins,
  'DELETE /api/shipping-methods/:id': admins,
  'GET /api/packages': everyone,
  'GET /api/packages/:id': everyone,
  'GET /api/packages/same-tracking': everyone,
  'POST /api/packages': staff,
  'PUT /api/packages/:id': staff,
  'PATCH /api/packages/status': staff,
  'POST /api/packages/status/preview': staff,
  'POST /api/packages/status/:id/undo': staff,
  'DELETE /api/packages/:id': admins,
  'GET /api/invoices': everyone,
  'GET /api/invoices/:id': everyone,
  'POST /api/invoices': staff,
  'POST /api/invoices/:id/payments': staff,
  'DELETE /api/invoices/:id': admins,
  'GET /api/users': admins,
  'GET /api/users/:id': admins,
  'POST /api/users': admins,
  'PUT /api/users/:id': admins,
  'DELETE /api/users/:id': admins,
  'GET /api/companies/get-all-companies': operators,
  'POST /api/companies/create-company': operators,
  'PUT /api/companies/update-company/:id': operators,
  'PUT /api/companies/change-status/:id': operators,
  'GET /api/companies/:id/users': operators,
  'POST /api/companies/:id/users': operators,
  'PUT /api/companies/:id/users/:userId': operators,
  'DELETE /api/companies/:id/users/:userId': operators,
  'GET /api/templates': admins,
  'PUT /api/templates/:id': admins,
  'GET /api/messages': everyone,
  'GET /api/messages/summary': admins,
  'GET /api/messages/connection': staff,
  'POST /api/messages/:id/cancel': staff,
  'POST /api/messages/:id/resend': staff,
  'GET /api/packages/:id/correction': staff,
  'POST /api/packages/correction': staff,
  'PUT /api/client/:id/messages': staff,
  'GET /api/companies/waha-status': admins,
  'POST /api/companies/waha-restart': admins,
  'POST /api/companies/waha-logout': admins,
  'GET /api/audit': admins,
}

const isCall = (name: string): name is Call => Object.hasOwn(table, name)
const served = allEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

type ActorName = (typeof actors)[number]
type Scene = { world: World; shop: Shop; operator: Shop }

/** A fresh one for each cell, since a call may end the session that it came with. */
async function become({ shop, operator }: Scene, actor: ActorName): Promise<{ caller: Actor; company: Shop }> {
  const of = async (company: Shop, type: 'admin' | 'user' | 'viewer') => ({
    caller: await company.addUser(type),
    company,
  })
  switch (actor) {
    case 'anonymous':
      return { caller: shop.anonymous, company: shop }
    case 'ended session': {
      const ended = await of(shop, 'admin')
      await ended.caller.ok('POST /api/auth/logout')
      return ended
    }
    case "operator's admin":
      return await of(operator, 'admin')
    case "operator company's user":
      return await of(operator, 'user')
    case 'admin of a suspended company':
      return await of(shop, 'admin')
    default:
      return await of(shop, actor)
  }
}

function expectedOf(name: Call, actor: ActorName, endpoint: Endpoint): number {
  // A suspended company looks to strangers as if it were not there.
  const isClosed = actor === 'admin of a suspended company'
  if (isClosed && name === 'GET /api/health') return 404
  if (isClosed && name === 'POST /api/auth/login') return 401
  const cell = table[name][actors.indexOf(actor)]
  return typeof cell === 'number' ? cell : (endpoint.status ?? 200)
}

async function callAs(scene: Scene, actor: ActorName, name: Call, endpoint: Endpoint) {
  const { world, shop } = scene
  const setStatus = (status: string) =>
    world.owner.query('update companies set status = $2 where id = $1', [shop.id, status])
  const { caller, company } = await become(scene, actor)
  const sample = await sampleCalls[name](endpoint.who === 'companies.manage' ? shop : company, caller)
  if (actor === 'admin of a suspended company') await setStatus('suspended')
  try {
    return await caller.send(name, sample)
  } finally {
    if (actor === 'admin of a suspended company') await setStatus('active')
  }
}

/** Every call for every actor: one cell of the table each. */
async function callEverything(world: World, held: Held, callers: readonly ActorName[] = actors): Promise<void> {
  const scene = { world, shop: await openShop(world), operator: await openShop(world, { isOperator: true }) }
  for (const actor of callers) {
    for (const { name, endpoint } of served) {
      if (!isCall(name)) throw new Error(`${name} is not in the table`)
      const { statusCode, body } = await callAs(scene, actor, name, endpoint)
      const expected = expectedOf(name, actor, endpoint)
      held(statusCode === expected, `${name} by ${actor}: ${statusCode} instead of ${expected}, ${body.slice(0, 200)}`)
    }
  }
}

const others = ['GET /livez', 'GET /readyz', 'GET /logos/:file', 'POST /hooks/waha/:token', 'GET /api/openapi.json']

/** What the server really answers, against the table and the handful that are no calls. */
async function listRoutes(world: World, held: Held): Promise<void> {
  const routes = await servedRoutes(world.app)
  const known = [...Object.keys(table), ...others]
  for (const route of routes) held(known.includes(route), `${route} is served and not in the table`)
  for (const name of known) held(routes.includes(name), `${name} is in the table and not served`)
}

const addRoute = async ({ app }: World) => app.get('/api/clients/export', () => ({ success: true }))

/** What the contract says of a call is what the table says: one row of it for each kind of right. */
async function agree(held: Held): Promise<void> {
  const rows = new Map<Who, Set<Row>>()
  for (const { name, endpoint } of served) {
    if (isCall(name)) rows.set(endpoint.who, (rows.get(endpoint.who) ?? new Set()).add(table[name]))
  }
  for (const [who, kinds] of rows) held(kinds.size === 1, `${who} is given to ${kinds.size} kinds of actors`)
}

threat('T-01', { what: 'a call that its caller may not make', asvs: ['8.2.1', '8.3.1'] }, ({ proof, control }) => {
  proof('every call answers every actor as the table says', on(callEverything, { hasGateway: true }))
  control(
    'the calls of a viewer, at a server that takes everybody for an admin',
    on((world, held) => callEverything(world, held, ['viewer']), {
      hasGateway: true,
      rewire: takingFor({ userType: 'admin' }),
    }),
  )
  proof('no address answers that the table does not know', on(listRoutes))
  control('the addresses, with one that is not in the contract', on(listRoutes, { weaken: addRoute }))
  proof('the contract and the table agree', agree)
})

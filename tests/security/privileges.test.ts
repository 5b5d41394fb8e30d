import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import type { Callers } from '@casillero/shared/test/callers'
import { whoMayCall } from '@casillero/shared/test/who-may-call'
import type { Actor, Call } from '../support/actor.ts'
import { rowsOf } from '../support/company-rows.ts'
import { pageRoutes } from '../support/page-routes.ts'
import { sampleCalls } from '../support/sample-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { listServedRoutes } from '../support/served-routes.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, untilFirst } from './support/on-world.ts'
import { asOtherSession } from './support/other-session.ts'
import { type Held, threat } from './support/threat.ts'

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

/** The expected answers, one column for each actor in the order above: `+` is a success, `401` and `403` are refusals. */
const rows = {
  anyone: ['+', '+', '+', '+', '+', '+', '+', '+'],
  everyone: [401, 401, '+', '+', '+', '+', '+', 401],
  staff: [401, 401, 403, '+', '+', '+', '+', 401],
  admins: [401, 401, 403, 403, '+', '+', 403, 401],
  operatorAdmins: [401, 401, 403, 403, 403, '+', 403, 401],
} as const satisfies Record<Callers, readonly ('+' | 401 | 403)[]>

const isCall = (name: string): name is Call => Object.hasOwn(whoMayCall, name)
const served = takeSample(allEndpoints, 50).map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
}))

type ActorName = (typeof actors)[number]
type Scene = { world: World; shop: Shop; operator: Shop }

/** A fresh session for each cell, because a call may end its own session. */
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
  // Anonymous callers see a suspended company as a missing one.
  const isClosed = actor === 'admin of a suspended company'
  if (isClosed && name === 'GET /api/health') return 404
  if (isClosed && name === 'POST /api/auth/login') return 401
  // The ticket of a sign-in ends with it.
  if (isClosed && name.startsWith('POST /api/auth/second-step')) return 409
  const cell = rows[whoMayCall[name]][actors.indexOf(actor)]
  return typeof cell === 'number' ? cell : (endpoint.status ?? 200)
}

async function callAs(scene: Scene, actor: ActorName, name: Call, endpoint: Endpoint) {
  const { world, shop } = scene
  const setStatus = (status: string) =>
    world.owner.query('update companies set status = $2 where id = $1', [shop.id, status])
  const { caller, company } = await become(scene, actor)
  const target = endpoint.who === 'companies.manage' ? shop : company
  const sample = await sampleCalls[name](target, caller)
  if (actor === 'admin of a suspended company') await setStatus('suspended')
  const expected = expectedOf(name, actor, endpoint)
  // A failed sign-in is stored, which is no change of the company.
  const isRefusal = (expected === 401 || expected === 403) && endpoint.who !== 'anyone'
  const readRows = async () => (isRefusal ? JSON.stringify(await rowsOf(world.owner, target.id)) : '')
  const before = await readRows()
  try {
    const { statusCode, body } = await caller.send(name, sample)
    return { statusCode, body, expected, hasChanged: (await readRows()) !== before }
  } finally {
    if (actor === 'admin of a suspended company') await setStatus('active')
  }
}

/** Makes every call as every actor: one cell of the table each. */
async function callEverything(world: World, held: Held, callers: readonly ActorName[] = actors): Promise<void> {
  for (const actor of callers) {
    // Companies of each actor's own: reading all rows before and after a call takes the longer the more calls came before.
    const scene = { world, shop: await openShop(world), operator: await openShop(world, { isOperator: true }) }
    for (const { name, endpoint } of served) {
      if (!isCall(name)) throw new Error(`${name} is not in the table`)
      const { statusCode, body, expected, hasChanged } = await callAs(scene, actor, name, endpoint)
      held(!hasChanged, `${name} by ${actor} is refused and changes something`)
      held(statusCode === expected, `${name} by ${actor}: ${statusCode} instead of ${expected}, ${body.slice(0, 200)}`)
    }
  }
}

const others = [
  'GET /livez',
  'GET /readyz',
  'GET /logos/:file',
  ...pageRoutes,
  'POST /hooks/waha/:token',
  'GET /api/openapi.json',
]

/** Compares the routes of the server with the table, and with the handful that are no calls. */
async function listRoutes(world: World, held: Held): Promise<void> {
  const routes = await listServedRoutes(world.app)
  const known = [...Object.keys(whoMayCall), ...others]
  for (const route of routes) held(known.includes(route), `${route} is served and not in the table`)
  for (const name of known) held(routes.includes(name), `${name} is in the table and not served`)
}

const addRoute = async ({ app }: World) => app.get('/api/clients/export', () => ({ success: true }))

threat('T-01', { what: 'a call that its caller may not make', asvs: ['8.2.1', '8.3.1'] }, ({ proof, control }) => {
  proof('every call answers every actor as the table says', on(callEverything, { hasGateway: true }))
  control(
    'the calls of a viewer, at a server that takes every user for an admin',
    untilFirst(
      on((world, held) => callEverything(world, held, ['viewer']), {
        hasGateway: true,
        rewire: asOtherSession({ userType: 'admin' }),
      }),
    ),
  )
  proof('no address answers that the table does not know', on(listRoutes))
  control('the addresses, with one that is not in the contract', on(listRoutes, { weaken: addRoute }))
})

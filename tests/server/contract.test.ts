import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { expect, test } from 'vitest'
import { routes } from '../../server/src/app.ts'
import { createOutsidePages } from '../../server/src/outside-pages.ts'
import { openWorld } from '../support/open-world.ts'
import { listServedRoutes } from '../support/served-routes.ts'

const world = openWorld()

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const names = allEndpoints.map(nameOf)

test('every call of the contract has one route, and no other route exists', async () => {
  const served = routes.map(({ endpoint }) => endpoint)
  expect(served.map(nameOf).toSorted()).toEqual(names.toSorted())
  expect(new Set(served)).toEqual(new Set(allEndpoints))
  const draw = async () => new Uint8Array()
  const pages = createOutsidePages({ database: world.database, draw }).flatMap(({ pages }) => pages)
  const besides = [
    'GET /livez',
    'GET /readyz',
    'GET /api/openapi.json',
    ...pages.map(({ method = 'GET', path }) => `${method} ${path}`),
    'GET /logos/:file',
    'POST /hooks/waha/:token',
  ]
  expect((await listServedRoutes(world.app)).toSorted()).toEqual([...names, ...besides].toSorted())
})

test('the OpenAPI document describes every call', async () => {
  const document = (await world.app.inject('/api/openapi.json')).json()
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.toSorted()).toEqual(names.toSorted())
})

/** POSTs that make nothing, that a repetition finds done, or that take a secret which counts once. */
const withoutKey = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/passkey',
  'POST /api/auth/second-step/activation',
  'POST /api/auth/second-step/activation/confirm',
  'POST /api/auth/second-step/later',
  'POST /api/account/second-step/app',
  'POST /api/account/second-step/app/confirm',
  'POST /api/account/second-step/recovery-codes',
  'POST /api/account/second-step/remove',
  'POST /api/account/passkeys/challenge',
  'POST /api/account/passkeys',
  'POST /api/packages/status/preview',
  'POST /api/shipments/:id/bill',
  'POST /api/prealerts/:id/file',
  'POST /api/imports/:id/run',
  'POST /api/imports/:id/stop',
  'POST /api/imports/:id/undo',
  'POST /api/companies/waha-restart',
  'POST /api/companies/waha-logout',
  'POST /api/conversations/:id/messages/:messageId/miss',
]

test('every POST that makes something takes a key', () => {
  const posts = allEndpoints.filter(({ method }) => method === 'POST')
  const missing = posts.filter(({ idempotent }) => !idempotent).map(nameOf)
  expect(missing.toSorted()).toEqual(withoutKey.toSorted())
})

/** Secrets, the own account, a list as a whole, the gateway; and what changes staff or companies. */
const own = [
  /\/api\/(?:account|access-tokens|webhooks)|\/auth\/logout|\/export$|\/waha-|\/companies\/servers/,
  /^(?:POST|PUT|DELETE) \/api\/(?:users|companies\/(?:create-|update-|change-|:id))/,
]

test('a call that is a person’s own is refused to access tokens', () => {
  const personal = allEndpoints.filter((endpoint) => endpoint.personal).map(nameOf)
  expect(personal).toEqual(names.filter((name) => own.some((form) => form.test(name))))
})

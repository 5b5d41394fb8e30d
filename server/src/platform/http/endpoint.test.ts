import { dataReply, type Endpoint, endpoint } from '@casillero/shared/contract/endpoint'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { type Route, serve, serveAnyone, serveFile } from './endpoint.ts'
import { createHttpServer } from './http-server.ts'
import { registerRoutes } from './register-routes.ts'

const logger: Logger = pino({ level: 'silent' })

const world = openWorld()
let company: Company
beforeAll(async () => {
  company = await world.openCompany()
})

const rename = endpoint({
  method: 'PUT',
  path: '/api/things/:id',
  who: 'clients.write',
  summary: 'Rename the status in customs',
  params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
  query: z.object({ loud: z.optional(z.literal('true')) }),
  body: z.object({ name: z.string() }),
  reply: dataReply(z.object({ name: z.string() })),
  status: 201,
})

/** One call to a server that has this route alone. */
async function call(route: Route, sent: { url?: string; token?: string; payload?: object } = {}) {
  const app = await createHttpServer({ logger, trustedProxy: false, isBehindTls: false })
  const draw = async (_party: object, drawing: object) => Buffer.from(JSON.stringify(drawing))
  const openWriter = () => {
    throw new Error('No file is written here')
  }
  registerRoutes(app, { database: world.database, draw, openWriter }, [route])
  const { url = route.endpoint.path.replace(':id', '7'), token = company.user.token, payload } = sent
  const headers = { host: company.host, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await app.inject({ method: route.endpoint.method, url, headers, ...(payload ? { payload } : {}) })
  await app.close()
  return answer
}

const customs = async () =>
  (await company.admin.ok('GET /api/statuses')).data.find(({ orderPosition }) => orderPosition === 3)?.name

test('a call gets its parsed input, and answers with its own status', async () => {
  const seen: unknown[] = []
  const route = serve(rename, async (_db, input, session) => {
    seen.push(input, session.userId, session.companyId, session.userType)
    return { name: input.body.name }
  })
  const payload = { name: 'x', isAdmin: true, company_id: 'other' }
  const answer = await call(route, { url: '/api/things/7?loud=true&_t=1', payload })
  expect([answer.statusCode, answer.json()]).toEqual([201, { success: true, data: { name: 'x' } }])
  const input = {
    params: { id: '7' },
    query: { loud: 'true' },
    body: { name: 'x' },
    picture: null,
    file: null,
    origin: `http://${company.host}`,
  }
  expect(seen).toEqual([input, company.user.userId, company.id, 'user'])
})

test('a field that the contract does not name is never answered', async () => {
  const row = { name: 'x', passwordHash: 'secreto' }
  const answer = await call(
    serve(rename, async () => row),
    { payload: { name: 'x' } },
  )
  expect(answer.json()).toEqual({ success: true, data: { name: 'x' } })
})

test('an answer of the wrong shape is a 500, and its writes are rolled back', async () => {
  const before = await customs()
  const wrong: Endpoint = { ...rename, reply: dataReply(z.object({ name: z.number() })) }
  const route = serve(wrong, async (db) => {
    await sql`update statuses set name = 'Perdido' where order_position = 3`.execute(db)
    return Object({ name: 'no number' })
  })
  const answer = await call(route, { payload: { name: 'x' } })
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
  expect(await customs()).toBe(before)
})

test('rights are checked before the input', async () => {
  let runs = 0
  const route = serve(rename, async () => {
    runs += 1
    return { name: 'x' }
  })
  const sent = { url: '/api/things/none?loud=x', payload: {} }
  expect((await call(route, { ...sent, token: '' })).statusCode).toBe(401)
  expect((await call(route, { ...sent, token: company.viewer.token })).statusCode).toBe(403)
  expect((await call(route, sent)).statusCode).toBe(404)
  expect((await call(route, { ...sent, url: '/api/things/7?loud=x' })).json()).toMatchObject({
    fields: { loud: expect.any(String) },
  })
  expect((await call(route, { url: '/api/things/7', payload: {} })).json()).toMatchObject({
    fields: { name: expect.any(String) },
  })
  expect(runs).toBe(0)
})

test('a right that the matrix does not know is refused to every user', async () => {
  const unknown = JSON.parse('"things.write"')
  const route = serve({ ...rename, who: unknown }, async () => ({ name: 'x' }))
  expect((await call(route, { token: company.admin.token, payload: { name: 'x' } })).statusCode).toBe(403)
})

test('an anonymous call gets the company of its host and the address, and no session', async () => {
  const who = endpoint({
    method: 'GET',
    path: '/api/who',
    who: 'anyone',
    summary: '',
    reply: z.object({ seen: z.string() }),
  })
  const route = serveAnyone(who, async ({ subdomain, address }) => ({ seen: `${subdomain} ${address}` }))
  const answer = await call(route, { token: '' })
  expect(answer.json()).toEqual({ seen: `${company.subdomain} 127.0.0.1` })
})

test('a file is drawn for the company of the host from what the call read, under its name', async () => {
  const paper = endpoint({
    method: 'GET',
    path: '/api/things/:id',
    who: 'clients.read',
    summary: 'A thing on paper',
    params: z.object({ id: z.string() }),
    file: 'application/pdf',
  })
  const route = serveFile(paper, async (_db, { params }) => ({ fileName: `Cosa-${params.id}.pdf`, drawing: params }))
  const answer = await call(route)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Cosa-7.pdf"',
  })
  expect(answer.body).toBe('{"id":"7"}')
  expect((await call(route, { token: '' })).json()).toMatchObject({ code: 'unauthorized' })
})

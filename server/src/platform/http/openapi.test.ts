import { gunzipSync } from 'node:zlib'
import { allEndpoints } from '@casillero/shared/contract/api'
import { endpoint } from '@casillero/shared/contract/endpoint'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { buildOperationId, findTag, openApiDocument } from './openapi-thread.ts'

const rename = endpoint({
  method: 'PUT',
  path: '/api/things/:id',
  who: 'clients.write',
  summary: 'Rename a thing',
  params: z.object({ id: z.string() }),
  query: z.object({ force: z.optional(z.string()) }),
  body: z.object({ name: z.string() }),
  reply: z.object({ success: z.literal(true) }),
  status: 201,
  idempotent: true,
})

test('a call is described with its address, parameters, body, answers and who may make it', () => {
  expect(openApiDocument([rename])).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/things/{id}': {
        put: {
          summary: 'Rename a thing',
          'x-who': 'clients.write',
          security: [{ bearer: [] }],
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'force', in: 'query', required: false },
            { name: 'Idempotency-Key', in: 'header', required: false },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
          },
          responses: { 201: {}, default: {} },
        },
      },
    },
  })
})

test('an anonymous call is described without a token', () => {
  const open = endpoint({ ...rename, method: 'GET', who: 'anyone' })
  expect(openApiDocument([open])).toMatchObject({ paths: { '/api/things/{id}': { get: { security: [] } } } })
})

test('two methods of one address stand side by side, and the whole contract can be written down', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(allEndpoints)))
  expect(Object.keys(document.paths['/api/client/{id}'])).toEqual(['get', 'put', 'delete'])
  expect(Object.keys(document.paths)).toHaveLength(new Set(allEndpoints.map(({ path }) => path)).size)
})

test('a call belongs to the first part of its address where nothing more is said of that', () => {
  expect(findTag('/api/customs-brokers/:id')).toEqual({
    name: 'Customs brokers',
    description: 'The calls of /api/customs-brokers.',
  })
  expect(findTag('/api/cash-sessions/:id').name).toBe('Cash')
})

/**
 * The staff of a company lies at `/api/companies/{id}/users`, beside the two older addresses of the operator. An id is never the
 * name of one of them, and other programs rely on all three. So are examples of files beside loads.
 */
const given = [
  '/paths/~1api~1companies~1{id}~1users',
  '/paths/~1api~1imports~1samples~1{kind}',
  '/paths/~1api~1imports~1{id}~1errors',
]

test('an independent linter finds nothing in the document, with all that it recommends', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(openApiDocument(allEndpoints))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const found = problems.map(({ ruleId, message, location }) => {
    const [place] = location
    return { ruleId, message, at: place?.pointer?.slice(1) ?? '' }
  })
  const isGiven = ({ ruleId, at }: (typeof found)[number]) => ruleId === 'no-ambiguous-paths' && given.includes(at)
  expect(found.filter((problem) => !isGiven(problem))).toEqual([])
})

test('the linter sees a document that lacks what it asks for', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify({ ...openApiDocument(allEndpoints), servers: undefined, tags: [] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId }) => ruleId)).toContain('no-empty-servers')
})

test('every call has a name of its own, which says method and address', () => {
  const names = allEndpoints.map(buildOperationId)
  expect(new Set(names).size).toBe(names.length)
  expect(buildOperationId({ method: 'PUT', path: '/api/client/:id/messages' })).toBe('putClientByIdMessages')
  expect(buildOperationId({ method: 'GET', path: '/api/cash-sessions/:id' })).toBe('getCashSessionsById')
})

const world = openWorld()

test('the document of all calls is compressed for who takes that, and the same for who does not', async () => {
  const ask = (encoding: string) =>
    world.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } })
  const [packed, plain] = [await ask('gzip, br'), await ask('identity')]
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
})

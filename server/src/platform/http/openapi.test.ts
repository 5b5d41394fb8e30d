import { allEndpoints } from '@casillero/shared/contract/api'
import { endpoint } from '@casillero/shared/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApiDocument } from './openapi.ts'

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

import { allEndpoints } from '@casillero/shared/contract/api'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { buildOperationId, openApiDocument } from './openapi.ts'

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

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../server/src/app.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { brokenDatabase } from '../support/broken-database.ts'

const broken = brokenDatabase('secreto: select * from users')

async function openApp(options: {
  isBehindTls?: boolean
  trustedProxy?: string | false
  log?: (line: string) => void
}) {
  const logger = options.log ? createLogger('info', { write: options.log }) : createLogger('silent')
  const { isBehindTls = false, trustedProxy = false } = options
  return await createApp({ database: broken, logger, trustedProxy, isBehindTls })
}

let app: FastifyInstance
const lines: string[] = []
beforeAll(async () => {
  app = await openApp({ log: (line) => lines.push(line) })
})
afterAll(() => app.close())

const token = 'T'.repeat(43)
const headers = { host: 'demo.casillero.test', authorization: `Bearer ${token}` }
const json = { ...headers, 'content-type': 'application/json' }

const answers = [
  { what: 'the process probe', expected: 200, url: '/livez' },
  { what: 'the document', expected: 200, url: '/api/openapi.json' },
  { what: 'broken JSON', expected: 400, url: '/api/client', method: 'POST' as const, headers: json, payload: '{' },
  { what: 'no token', expected: 401, url: '/api/client', headers: { host: headers.host } },
  { what: 'an unknown address', expected: 404, url: '/api/nada' },
  { what: 'an unknown address beside the calls', expected: 404, url: '/nada' },
  { what: 'an address that cannot be decoded', expected: 404, url: '/api/client/%E0%A4' },
  { what: 'a very long address', expected: 500, url: `/api/packages/${'x'.repeat(15_000)}` },
  { what: 'an unknown method', expected: 404, url: '/api/client', method: 'PATCH' as const },
  { what: 'a preflight', expected: 404, url: '/api/client', method: 'OPTIONS' as const },
  {
    what: 'too much',
    expected: 413,
    url: '/api/client',
    method: 'POST' as const,
    headers: json,
    payload: `"${'x'.repeat(300_000)}"`,
  },
  {
    what: 'plain text',
    expected: 415,
    url: '/api/client',
    method: 'POST' as const,
    headers: { ...json, 'content-type': 'text/plain' },
    payload: 'x',
  },
  { what: 'something unforeseen', expected: 500, url: '/api/client' },
]

test.each(answers.filter(({ expected }) => expected >= 400))(
  '$what is refused in the one form, in Spanish, without internal details',
  async ({ expected, what: _, ...request }) => {
    const answer = await app.inject({ headers, ...request })
    const { success, message, error, code } = answer.json()
    expect({ success, error }).toEqual({ success: false, error: message })
    expect(code).toMatch(/^[a-z_]+$/)
    expect(answer.body).not.toMatch(/secreto|select|FST_|node_modules|\.ts:/)
  },
)

test('an address with its host in the request line is not kept by a cache either', async () => {
  const answer = await app.inject({ url: 'http://otra.casillero.test/api/client', headers })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an unforeseen error is logged once with the id of its request, and no body, token or query ever is', async () => {
  lines.length = 0
  const payload = JSON.stringify({ identifier: 'ana@correo.test', password: 'clave-canario' })
  const refused = await app.inject({ method: 'POST', url: '/api/auth/login?q=canario', headers: json, payload })
  expect(refused.statusCode).toBe(500)
  const entries = lines.map((line) => JSON.parse(line))
  const errors = entries.filter(({ level }) => level >= 50)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ reqId: expect.any(String), err: { message: 'secreto: select * from users' } })
  expect(entries.at(-1)).toMatchObject({ msg: 'request', path: '/api/auth/login', status: 500, reqId: errors[0].reqId })
  expect(lines.join('')).not.toMatch(/canario|ana@correo|TTTT/)
})

test.each([
  '/hooks/waha/clave-canario',
  '/%68ooks/waha/clave-canario',
  '/hooks/w%61ha/clave-canario?x=1',
  'http://otra.casillero.test/hooks/waha/clave-canario',
])('the secret in the address of a webhook is not in the log, spelt as %s', async (url) => {
  lines.length = 0
  await app.inject({ method: 'POST', url, headers: json, payload: '{}' })
  expect(lines.join('')).toContain('/hooks/waha/…')
  expect(lines.join('')).not.toMatch(/canario/)
})

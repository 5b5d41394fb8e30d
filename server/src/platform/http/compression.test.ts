import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { createHttpServer } from './http-server.ts'

const list = { data: Array.from({ length: 100 }, (_, id) => ({ id, name: 'Encomiendas' })) }

async function open(trustedProxy: string | false) {
  const app = await createHttpServer({ logger: createLogger('silent'), trustedProxy, isBehindTls: false })
  app.get('/list', () => list)
  app.get('/small', () => ({ id: 1 }))
  app.post('/list', () => list)
  return app
}

let direct: Awaited<ReturnType<typeof open>>
let proxied: typeof direct
beforeAll(async () => {
  ;[direct, proxied] = [await open(false), await open('10.0.0.1')]
})
afterAll(() => Promise.all([direct.close(), proxied.close()]))

test.each(['gzip', 'br, gzip, deflate', 'gzip;q=0.5', '*', 'GZIP ; q=1'])(
  'a list is compressed for %s',
  async (accepted) => {
    const { headers, rawPayload } = await direct.inject({ url: '/list', headers: { 'accept-encoding': accepted } })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(rawPayload.length).toBeLessThan(JSON.stringify(list).length / 5)
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(list)
  },
)

test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzip'])(
  'a list is not compressed for "%s"',
  async (accepted) => {
    const answer = await direct.inject({ url: '/list', headers: { 'accept-encoding': accepted } })
    expect([answer.headers['content-encoding'], answer.json()]).toEqual([undefined, list])
  },
)

test('small answers, answers to writes and those behind a proxy are not compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const answers = [
    await direct.inject({ url: '/small', headers }),
    await direct.inject({ method: 'POST', url: '/list', headers }),
    await proxied.inject({ url: '/list', headers }),
  ]
  expect(answers.map((answer) => answer.headers['content-encoding'])).toEqual([undefined, undefined, undefined])
})

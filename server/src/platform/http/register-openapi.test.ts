import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'

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

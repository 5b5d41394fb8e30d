import { readFileSync } from 'node:fs'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerStaticFiles } from '../../server/src/platform/http/static-files.ts'
import { visitPage } from '../support/client-pages.ts'
import { openWorld } from '../support/open-world.ts'
import { openShop } from '../support/shop.ts'

const world = openWorld()
let files: FastifyInstance
beforeAll(async () => {
  files = fastify()
  await registerStaticFiles(files, `${import.meta.dirname}/../../web/public`)
})
afterAll(() => files.close())

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }
const manifestType = /^application\/manifest\+json\b/
const findManifest = (html: string) => /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? ''

/** Expects a manifest whose icons are answered as PNG of the sizes that it says; gives it without them. */
async function expectIcons({ statusCode, headers, body }: Answer) {
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(manifestType)
  const { icons, ...manifest } = JSON.parse(body)
  const sizes: string[] = []
  for (const { src, sizes: named, type, purpose = 'any' } of icons) {
    const { rawPayload, headers: own } = await files.inject(src)
    expect([own['content-type'], rawPayload.toString('latin1', 1, 4)], src).toEqual([type, 'PNG'])
    expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`, src).toBe(named)
    sizes.push(`${named} ${purpose}`)
  }
  expect(sizes).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  return manifest
}

test('the staff’s app has a manifest whose icons are PNG of the sizes that it says', async () => {
  const address = findManifest(readFileSync('web/index.html', 'utf8'))
  const manifest = await expectIcons(await files.inject(address))
  expect(manifest).toMatchObject({ name: 'Casillero', start_url: '/', scope: '/', display: 'standalone' })
})

test('the pages of clients have a manifest of their own with the company’s name, for anyone on the host of an open company', async () => {
  const shop = await openShop(world)
  const entry = await visitPage(world, shop.host, '/mi/entrar')
  expect(entry.headers['content-security-policy']).toContain("manifest-src 'self'")
  const address = findManifest(entry.body)
  const answer = await visitPage(world, shop.host, address)
  const { company } = await shop.admin.ok('GET /api/company/info')
  expect(await expectIcons(answer)).toMatchObject({
    name: company.name,
    short_name: 'Mi casillero',
    start_url: '/mi',
    scope: '/mi',
    display: 'standalone',
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await visitPage(world, `otra-${shop.host}`, address)).statusCode).toBe(404)
})

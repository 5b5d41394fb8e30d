import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Party } from '../database/fair-turns.ts'
import { serveFile } from './endpoint.ts'
import { createHttpServer } from './http-server.ts'
import { createFileTurns, registerRoutes } from './register-routes.ts'

const world = openWorld()
afterEach(() => {
  vi.useRealTimers()
})
const noWriter = () => {
  throw new Error('No file is written here')
}
const paper = {
  method: 'GET',
  path: '/api/papers',
  who: 'signedIn',
  summary: 'A paper',
  file: 'application/pdf',
} as const satisfies Endpoint

test('a company reads its next file when the one before was drawn, and another company does not wait for it', async () => {
  const read: number[] = []
  const draws: { company: string; end: () => void }[] = []
  const draw = ({ company }: Party) =>
    new Promise<Uint8Array>((resolve) => draws.push({ company, end: () => resolve(Buffer.from(company)) }))
  const route = serveFile(paper, async () => ({ fileName: `${read.push(1)}.pdf`, drawing: {} }))
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxy: false, isBehindTls: false })
  registerRoutes(app, { database: world.database, draw, openWriter: noWriter }, [route])
  const [busy, quiet] = [await world.openCompany(), await world.openCompany()]
  const ask = ({ host, user }: typeof busy) =>
    app.inject({ url: paper.path, headers: { host, authorization: `Bearer ${user.token}` } })

  const answers = [1, 2, 3, 4].map(() => ask(busy))
  await expect.poll(() => draws.length).toBe(1)
  const other = ask(quiet)
  await expect.poll(() => draws.at(-1)?.company).toBe(quiet.subdomain)
  expect([read.length, draws.length]).toEqual([2, 2])
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => draws.length).toBeGreaterThan(ended)
    draws[ended]?.end()
  }
  const codes = (await Promise.all([...answers, other])).map(({ statusCode }) => statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200])
  await app.close()
})

test('a file is there before its company rests, and the next one begins after a rest twice as long as it took', async () => {
  vi.useFakeTimers()
  const inTurn = createFileTurns()
  const from = performance.now()
  const begun: number[] = []
  const ended: number[] = []
  const files = [20, 80, 10].map((ms) =>
    inTurn({ company: 'demo', rank: 'staff', origin: 'clerk' }, async () => {
      begun.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }).then(() => ended.push(performance.now() - from)),
  )
  await vi.runAllTimersAsync()
  await Promise.all(files)
  // The rest after the second one has its longest time.
  expect(begun).toEqual([0, 60, 190])
  expect(ended).toEqual([20, 140, 200])
})

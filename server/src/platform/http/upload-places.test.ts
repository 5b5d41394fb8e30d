import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'
import type { Party } from '../database/fair-turns.ts'
import { serveFile } from './endpoint.ts'
import { createHttpServer } from './http-server.ts'
import { createFileTurns, registerRoutes } from './register-routes.ts'

const world = openWorld()
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

async function listen(): Promise<number> {
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = world.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  return address.port
}

/** Begins to send a file of nine megabytes, of which `bytes` come now. */
function begin(port: number, { host }: Company, token: string, bytes: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    answer += data
  })
  socket.write(
    `POST /api/imports HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${9 * 1024 * 1024}\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nclients\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
  )
  socket.write('x'.repeat(bytes))
  return { socket, answer: () => answer }
}

const kept = () => readdirSync(tmpdir()).filter((name) => name.startsWith('casillero-upload-')).length

test('a third file of a person and a seventh of a company are refused before they are read, and others go on', async () => {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const people = [company.admin, company.user, ...(await Promise.all([1, 2].map(() => company.addUser('user'))))]
  const port = await listen()
  const before = kept()
  const [first, second, third, fourth] = people
  if (!first || !second || !third || !fourth) throw new Error('Four people are needed')
  const underWay = [first, first].map(({ token }) => begin(port, company, token, 1_000))
  await expect.poll(kept).toBe(before + 2)
  const ofPerson = begin(port, company, first.token, 2_000_000)
  await expect.poll(ofPerson.answer).toContain('too_many_uploads')
  expect(ofPerson.answer()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 5/is)
  underWay.push(...[second, second, third, third].map(({ token }) => begin(port, company, token, 1_000)))
  await expect.poll(kept).toBe(before + 6)
  const ofCompany = begin(port, company, fourth.token, 2_000_000)
  await expect.poll(ofCompany.answer).toContain('too_many_uploads')
  underWay.push(begin(port, other, other.admin.token, 1_000))
  await expect.poll(kept).toBe(before + 7)
  for (const { socket } of underWay) socket.destroy()
  // What was on its way is removed, and its places are free again.
  await expect.poll(kept).toBe(before)
  const last = begin(port, company, first.token, 1_000)
  await expect.poll(kept).toBe(before + 1)
  last.socket.destroy()
  await expect.poll(kept).toBe(before)
})

test('files whose senders leave while they are authorised keep no place', async () => {
  const company = await world.openCompany()
  const port = await listen()
  const before = kept()
  // The calls of the company wait for its sessions, and with them its files for their senders' names.
  const lock = await world.owner.connect()
  await lock.query('begin; lock table sessions in access exclusive mode')
  const left = [company.admin, company.admin].map(({ token }) => begin(port, company, token, 1_000))
  const waiting = async () => {
    const { rows } = await world.owner.query(
      `select from pg_locks where not granted and relation = 'sessions'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length
  }
  await expect.poll(waiting).toBe(2)
  for (const { socket } of left) socket.destroy()
  const connections = () => new Promise((resolve) => world.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  await lock.query('rollback')
  lock.release()
  await expect.poll(waiting).toBe(0)
  const underWay = [company.admin, company.admin].map(({ token }) => begin(port, company, token, 1_000))
  await expect.poll(kept).toBe(before + 2)
  for (const { socket } of underWay) socket.destroy()
  await expect.poll(kept).toBe(before)
})
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

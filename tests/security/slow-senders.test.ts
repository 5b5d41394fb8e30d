import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, isLong, threat, tries } from './support/threat.ts'

const longestMs = isLong ? 12_000 : 29_000
const limit = 256 * 1024

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  return address.port
}

const head = ({ host, admin }: Shop, more: string) =>
  `POST /api/client HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\n${more}`

/** Sends a byte a second, and measures how long the server keeps the connection. */
function dawdle(port: number, first: string): { socket: Socket; ended: Promise<number> } {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.write(first)
  const letters = setInterval(() => socket.write('x'), 1_000)
  const limit = setTimeout(() => socket.destroy(), longestMs + 1_000)
  socket.on('error', () => undefined)
  socket.resume()
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(letters)
      clearTimeout(limit)
      resolve(performance.now() - start)
    })
  })
  return { socket, ended }
}

async function timeOf(port: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/livez`)
  if (answer.status !== 200) throw new Error(`/livez answered ${answer.status}`)
  return performance.now() - start
}

async function p95(port: number): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < 60; call += 1) times.push(await timeOf(port))
  return times.toSorted((a, b) => a - b)[56] ?? 0
}

async function sendSlowly(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const port = await listen(world.app)
  const alone = await p95(port)
  const starts = [head(shop, 'X-Slow: '), head(shop, 'Content-Length: 1000\r\n\r\n{'), '', 'G']
  const dawdlers = Array.from({ length: tries(40, 500) }, (_, n) => dawdle(port, starts[n % starts.length] ?? ''))
  const meanwhile = await p95(port)
  // How long it takes says nothing on a machine that is busy with other tests.
  if (isLong) held(meanwhile <= 2 * alone + 15, `an honest call took ${meanwhile} ms instead of ${alone}`)
  for (const { ended } of dawdlers) {
    const ms = await ended
    held(ms <= longestMs, `a slow client was kept for ${Math.round(ms)} ms`)
  }
}

/** Sends 100 MB in spite of answers, and gives the status of the last answer. */
function pour(port: number, head: string): Promise<number> {
  const chunk = Buffer.from(`4000\r\n${' '.repeat(16 * 1024)}\r\n`)
  const body = Readable.from(Array.from({ length: 6_400 }, () => chunk))
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      body.destroy()
      resolve(Number(answer.split('HTTP/1.1 ').at(-1)?.slice(0, 3)))
    })
    socket.write(head)
    body.pipe(socket)
  })
}

async function sendTooMuch(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const port = await listen(world.app)
  const read = new Set<Socket>()
  world.app.server.on('connection', (socket) => read.add(socket))
  const long = `Content-Length: ${100 * 1024 * 1024}\r\n\r\n`
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
  for (const headers of [long, chunked, `Content-Encoding: gzip\r\n${chunked}`, `Expect: 100-continue\r\n${long}`]) {
    read.clear()
    const status = await pour(port, head(shop, headers))
    const bytes = [...read].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    held(status === 413, `100 MB as ${JSON.stringify(headers)}: ${status}`)
    held(bytes <= 2 * limit, `100 MB as ${JSON.stringify(headers)}: ${bytes} bytes were read`)
  }
  const post = async (payload: string) => {
    const headers = { host: shop.host, authorization: `Bearer ${shop.admin.token}`, 'content-type': 'application/json' }
    return (await world.app.inject({ method: 'POST', url: '/api/client', headers, payload })).statusCode
  }
  const bodyOf = (size: number) => `{"firstName":"${'x'.repeat(size - '{"firstName":""}'.length)}"}`
  held((await post(bodyOf(limit))) === 400, '256 KiB are not read')
  held((await post(bodyOf(limit + 1))) === 413, 'one byte more is read')
  const manyHeaders = await fetch(`http://127.0.0.1:${port}/livez`, { headers: { 'x-long': 'x'.repeat(20_000) } })
  held(manyHeaders.status === 431, `headers of 20 KB: ${manyHeaders.status}`)
}

/** A server with the limits of the library, which ends no slow request. */
async function wait({ app }: World): Promise<void> {
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0 })
}

threat(
  'T-29',
  { what: 'Senders who never come to an end', asvs: ['4.2.5', '13.2.6', '15.2.2'] },
  ({ proof, control }) => {
    proof('a client that sends a byte a second is disconnected, and no other waits for it', on(sendSlowly))
    proof('a body that is too large is refused before it is read', on(sendTooMuch))
    control('a server that waits for ever', on(sendSlowly, { weaken: wait }))
  },
)

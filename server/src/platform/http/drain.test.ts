import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from './drain.ts'

let server: Server
let port: number
let answer: () => void = () => undefined
const sockets = new Set<Socket>()

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/slow') answer = () => response.end('slow')
    else response.end('quick')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
})

/** A connection as a proxy keeps it. */
async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  sockets.add(socket)
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket, path = '/', method = 'POST'): Promise<string> {
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`)
  const [head] = await once(socket, 'data')
  return String(head)
}

test('a request over an idle connection is answered with connection: close', async () => {
  const kept = await open()
  expect(await ask(kept)).toMatch(/connection: keep-alive/i)
  const drained = drain(server, 60_000)
  await expect.poll(() => server.listening).toBe(false)
  const last = await ask(kept)
  expect(last).toMatch(/^HTTP\/1.1 200 OK/)
  expect(last).toMatch(/connection: close/i)
  await drained
})

test('idle connections are closed by the other side, and draining ends with the last of them', async () => {
  const [kept, busy] = [await open(), await open()]
  await ask(kept)
  let closedByUs = false
  kept.once('end', () => {
    closedByUs = true
  })
  const slow = ask(busy, '/slow')
  await once(server, 'request')
  const drained = drain(server, 60_000)
  await expect.poll(() => server.listening).toBe(false)
  // An answer that comes later than the close would have.
  answer()
  await slow
  expect(closedByUs).toBe(false)
  for (const socket of [kept, busy]) socket.end()
  await drained
})

test('a request in flight is answered, and a new connection is refused', async () => {
  const busy = await open()
  const slow = ask(busy, '/slow')
  await once(server, 'request')
  const drained = drain(server, 60_000)
  await expect.poll(() => server.listening).toBe(false)
  await expect(open()).rejects.toThrow('ECONNREFUSED')
  answer()
  expect(await slow).toContain('slow')
  busy.end()
  await drained
})

test('connections in the backlog of the system are accepted and answered before listening ends', async () => {
  const waiting = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').setEncoding('utf8'))
  const answers = waiting.map(async (socket) => {
    sockets.add(socket)
    return await ask(socket)
  })
  // They are made once this tick is over, and no turn of the event loop has taken them yet.
  await new Promise((resolve) => process.nextTick(resolve))
  const drained = drain(server, 60_000)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
  for (const socket of waiting) socket.end()
  await drained
})

test('draining waits for a client that never closes no longer than its limit', async () => {
  const kept = await open()
  await ask(kept)
  await drain(server, 50)
  expect(kept.destroyed).toBe(false)
})

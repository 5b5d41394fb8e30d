import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { allowSlowBody, watchBody } from './slow-bodies.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A request with a body of which so many bytes have come. */
function openRequest(headers: Record<string, string> = { 'content-length': '1000' }) {
  let bytes = 0
  const socket = new Socket()
  Object.defineProperty(socket, 'bytesRead', { get: () => bytes })
  const request = Object.assign(new IncomingMessage(socket), { headers })
  const end = vi.fn()
  watchBody(request, end)
  const receive = (more: number) => {
    bytes += more
  }
  return { request, end, receive }
}

test('a body that is not there after ten seconds is ended, however it trickles', () => {
  const { end, receive } = openRequest()
  for (let second = 0; second < 9; second += 1) {
    receive(1)
    vi.advanceTimersByTime(1_000)
  }
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(end).toHaveBeenCalledOnce()
})

test('a body that came in time is not ended, and neither is a request without one', () => {
  const whole = openRequest({ 'transfer-encoding': 'chunked' })
  const none = openRequest({})
  whole.request.emit('end')
  vi.advanceTimersByTime(60_000)
  expect(whole.end).not.toHaveBeenCalled()
  expect(none.end).not.toHaveBeenCalled()
})

test('a body that may be slow goes on while bytes come, and is ended when it falls silent', () => {
  const { request, end, receive } = openRequest()
  allowSlowBody(request)
  for (let times = 0; times < 20; times += 1) {
    receive(1)
    vi.advanceTimersByTime(9_000)
  }
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_000)
  expect(end).toHaveBeenCalled()
})

test('a body that may be slow is watched no more once it is there', () => {
  const { request, end, receive } = openRequest()
  allowSlowBody(request)
  receive(1_000)
  request.emit('end')
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
})

const world = openWorld()
let port: number
beforeAll(async () => {
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

test('a file may come slowly once its caller is known to be one who may send it, and not before', async () => {
  const company = await world.openCompany()
  const begin = (token: string) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(
      `POST /api/imports HTTP/1.1\r\nHost: ${company.host}\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n',
    )
    return { socket, answer: () => answer }
  }
  // What watches a slow body is the one interval that is set from here on.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const unknown = begin('x'.repeat(43))
  await expect.poll(unknown.answer).toContain('401')
  expect(vi.getTimerCount()).toBe(0)
  const known = begin(company.user.token)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  known.socket.destroy()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  unknown.socket.destroy()
})

test('a connection that sends nothing is closed after a minute, and one that sent a call is not cut for that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [silent, speaking] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(silent, 'connect'), once(speaking, 'connect')])
  speaking.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(speaking, 'data')
  const closed = once(silent.resume(), 'close')
  let isCut = false
  speaking.on('end', () => {
    isCut = true
  })
  vi.advanceTimersByTime(59_000)
  expect([silent.destroyed, isCut]).toEqual([false, false])
  vi.advanceTimersByTime(1_001)
  await closed
  expect(isCut).toBe(false)
  speaking.destroy()
})

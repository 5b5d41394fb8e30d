import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

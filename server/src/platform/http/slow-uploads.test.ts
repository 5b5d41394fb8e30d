import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'

const world = openWorld()
afterEach(() => {
  vi.useRealTimers()
})

test('a file may come slowly once its caller is known to be one who may send it, and not before', async () => {
  const company = await world.openCompany()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = world.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  const { port } = address
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

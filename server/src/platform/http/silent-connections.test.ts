import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'

const world = openWorld()
afterEach(() => {
  vi.useRealTimers()
})

test('a connection that sends nothing is closed after a minute, and one that sent a call is not cut for that', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = world.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [silent, speaking] = [connect(address.port, '127.0.0.1'), connect(address.port, '127.0.0.1')]
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

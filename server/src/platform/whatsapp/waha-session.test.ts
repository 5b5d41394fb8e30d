import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, newSession } from '../../../../tests/support/gateway-session.ts'
import { type FakeWaha, startFakeWaha } from '../../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../../tools/fake-waha/times.ts'
import type { Gateway } from './gateway.ts'
import { createWaha } from './waha.ts'

const webhookUrl = 'http://127.0.0.1:9'
const fakeKey = 'a key of the fake gateway'

let fake: FakeWaha
beforeAll(async () => {
  fake = await startFakeWaha({ apiKey: fakeKey, times: quickTimes })
})
afterAll(() => fake.close())

describe('the calls for a session', () => {
  let session: ReturnType<typeof newSession>
  let waha: Gateway
  beforeEach(async () => {
    session = newSession()
    waha = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl })
    await waha.ensureSession(session)
    await eventually(async () => own()?.scan() || undefined)
  })

  const own = () => fake.sessions.get(session.name)
  const callsDuring = async (work: () => Promise<void>) => {
    const before = fake.calls.length
    await work()
    return fake.calls.slice(before).map((call) => call.replace(session.name, 'it'))
  }
  const [read, restart, logout] = [
    'GET /api/sessions/it',
    'POST /api/sessions/it/restart',
    'POST /api/sessions/it/logout',
  ]

  test('a session that runs under its settings costs one read', async () => {
    expect(await callsDuring(() => waha.ensureSession(session))).toEqual([read])
    expect(own()?.status).toBe('WORKING')
  })

  test('a session is restarted once when an admin requests it', async () => {
    expect(await callsDuring(() => waha.restart(session))).toEqual([read, restart])
  })

  test('a session with new settings gets them, which restarts it, and no other restart', async () => {
    const moved = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl: 'http://127.0.0.1:10' })
    expect(await callsDuring(() => moved.restart(session))).toEqual([read, 'PUT /api/sessions/it'])
    expect(await callsDuring(() => moved.ensureSession(session))).toEqual([read])
  })

  test('a session is unlinked before anything else is called, so that WhatsApp and the phone learn of it', async () => {
    expect(await callsDuring(() => waha.logout(session))).toEqual([logout, read])
    expect(own()?.isListed).toBe(false)
  })

  test('a session that does not exist is made at any request', async () => {
    for (const request of ['ensureSession', 'restart', 'logout'] as const) {
      fake.forgetSessions()
      expect((await callsDuring(() => waha[request](session))).at(-1)).toBe('POST /api/sessions')
      expect(own()?.status).not.toBe('STOPPED')
    }
  })

  test('a session that is stopped is started at any request', async () => {
    for (const request of ['ensureSession', 'restart', 'logout'] as const) {
      await own()?.stop()
      expect((await callsDuring(() => waha[request](session))).at(-1)).toBe('POST /api/sessions/it/start')
    }
  })
})

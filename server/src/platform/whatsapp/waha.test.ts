import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordedAnswers } from '../../../../tests/support/recorded-answers.ts'
import { type FakeWaha, startFakeWaha } from '../../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../../tools/fake-waha/times.ts'
import type { Gateway } from './gateway.ts'
import { createWaha } from './waha.ts'
import { outcomeOf } from './waha-answer.ts'

// With WAHA_URL and WAHA_API_KEY set the first half also runs against that gateway; it makes one session and removes it.
const { WAHA_URL: realUrl, WAHA_API_KEY: realKey } = process.env
const webhookUrl = 'http://127.0.0.1:9'
const fakeKey = 'a key of the fake gateway'

let fake: FakeWaha
beforeAll(async () => {
  fake = await startFakeWaha({ apiKey: fakeKey, times: quickTimes })
})
afterAll(() => fake.close())

const newSession = () => ({
  name: `t-${randomBytes(12).toString('hex')}`,
  webhookToken: randomBytes(32).toString('base64url'),
  hmacKey: randomBytes(32).toString('hex'),
})

/** Asks again until the answer is there; the gateway goes through its states in its own time. */
async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error('It never came to that')
    await new Promise((resolve) => setTimeout(resolve, Math.min(500, withinMs / 100)))
  }
}

type Place = { at: string; url: () => string; key: string; withinMs: number }

const places: Place[] = [
  { at: 'the fake', url: () => fake.url, key: fakeKey, withinMs: 2_000 },
  ...(realUrl && realKey ? [{ at: realUrl, url: () => realUrl, key: realKey, withinMs: 60_000 }] : []),
]

describe.each(places)('the gateway at $at', ({ url, key, withinMs }) => {
  const session = newSession()
  let waha: Gateway
  beforeAll(() => {
    waha = createWaha({ url: url(), apiKey: key, webhookUrl })
  })
  afterAll(async () => {
    await fetch(`${url()}/api/sessions/${session.name}`, { method: 'DELETE', headers: { 'x-api-key': key } })
  })

  const found = async () => (await waha.listSessions()).find(({ name }) => name === session.name)
  const inStatus = (...wanted: string[]) =>
    eventually(async () => {
      const own = await found()
      return own && wanted.includes(own.status) ? own : undefined
    }, withinMs)

  test('makes a session once, and takes the same request again', async () => {
    expect(await found()).toBeUndefined()
    await waha.ensureSession(session)
    await waha.ensureSession(session)
    expect(await inStatus('STARTING', 'SCAN_QR_CODE')).toMatchObject({ linkedName: null })
  }, 60_000)

  test('does not take a message for a session that no phone is linked to', async () => {
    const message = { session: session.name, phone: '50588887777', text: 'hola', id: '3EB0000000000000000001' }
    expect(await waha.sendText(message)).toEqual({ kind: 'notReady', reason: 'WhatsApp no está conectado' })
    const nowhere = { ...message, session: `${session.name}x` }
    expect(await waha.sendText(nowhere)).toMatchObject({ kind: 'notReady' })
  }, 60_000)

  test('gives the QR as a PNG in base64 while it shows one, and nothing for a session it does not know', async () => {
    await inStatus('SCAN_QR_CODE')
    const picture = (await waha.qr(session.name)) ?? ''
    expect(picture.startsWith('iVBORw0KGgo')).toBe(true)
    expect(picture.length).toBeGreaterThan(100)
    expect(await waha.qr(`${session.name}x`)).toBeNull()
  }, 90_000)

  test('restarts and unlinks', async () => {
    await waha.restart(session)
    await inStatus('STARTING', 'SCAN_QR_CODE')
    await waha.logout(session)
    await inStatus('STARTING', 'SCAN_QR_CODE')
  }, 120_000)

  test('refuses a wrong key, and what it says of it does not hold the key', async () => {
    const stranger = createWaha({ url: url(), apiKey: 'a wrong key', webhookUrl })
    await expect(stranger.listSessions()).rejects.toThrow(/^The gateway answered 401 to GET \/api\/sessions\?all=true$/)
    await expect(stranger.ensureSession(session)).rejects.toThrow('401')
    const message = { session: session.name, phone: '50588887777', text: 'hola', id: '3EB0000000000000000002' }
    expect(await stranger.sendText(message)).toMatchObject({ kind: 'down' })
  })
})

describe('the outcome of a send', () => {
  test.each(recordedAnswers)('%s', (_, status, body, kind) => {
    expect(outcomeOf({ status, body }).kind).toBe(kind)
  })

  test('the outcome of a send has the id that its acknowledgements will carry', () => {
    const ids = [
      { key: { id: '3EB0A' } },
      { id: 'true_50588887777@c.us_3EB0B' },
      { id: { _serialized: 'true_50588887777@c.us_3EB0C' } },
      { status: 'PENDING' },
    ].map((body) => Reflect.get(outcomeOf({ status: 201, body }), 'id'))
    expect(ids).toEqual(['3EB0A', '3EB0B', '3EB0C', null])
  })

  test('the outcome of a send never repeats what the gateway said', () => {
    for (const [, status, body] of recordedAnswers) {
      expect(JSON.stringify(outcomeOf({ status, body }))).not.toMatch(/hola|5058888|async-lock|Timed Out|stack|paquete/)
    }
  })
})

describe('a linked phone on the fake gateway', () => {
  const session = newSession()
  let waha: Gateway
  beforeAll(async () => {
    waha = createWaha({
      url: fake.url,
      apiKey: fakeKey,
      webhookUrl,
      timeouts: { readMs: 300, sendMs: 300, qrMs: 300 },
    })
    await waha.ensureSession(session)
    await eventually(async () => (fake.sessions.get(session.name)?.scan() ? true : undefined), 2_000)
  })

  const send = (id: string) => waha.sendText({ session: session.name, phone: '50588887777', text: 'Llegó *ya*', id })

  test('a linked phone on the fake gateway is named, and its message leaves with the text, the address and the id that were given', async () => {
    const [own] = (await waha.listSessions()).filter(({ name }) => name === session.name)
    expect(own).toEqual({
      name: session.name,
      status: 'WORKING',
      linkedName: 'Mensajería Demo',
      linkedPhone: '50577778888',
      barredUntil: null,
    })
    expect(await send('3EB0AA')).toEqual({ kind: 'sent', id: '3EB0AA' })
    expect(fake.sent.at(-1)).toMatchObject({
      session: session.name,
      chatId: '50588887777@c.us',
      text: 'Llegó *ya*',
      id: '3EB0AA',
    })
  })

  test.each([
    ['slow', 'sent'],
    ['garbage', 'ambiguous'],
    ['hugeBody', 'ambiguous'],
    ['hangAfterSending', 'ambiguous'],
    ['resetAfterSending', 'ambiguous'],
    ['hang', 'ambiguous'],
    ['timedOut', 'ambiguous'],
    ['silent', 'sent'],
    ['redirect', 'down'],
    ['unavailable', 'down'],
    ['notReady', 'notReady'],
    ['closed', 'transient'],
    ['restricted', 'paused'],
    ['tooFast', 'paused'],
    ['noWhatsapp', 'refused'],
  ] as const)('sending while the gateway is %s comes out as %s', async (behaviour, kind) => {
    fake.behaveToSends(behaviour)
    expect((await send(`3EB0${behaviour}`)).kind).toBe(kind)
    fake.behaveToSends('normal')
  })

  test('a linked phone on the fake gateway follows no redirect, in any call', async () => {
    fake.behaveToSends('redirect')
    fake.behaveToOtherCalls('redirect')
    await send('3EB0R')
    await expect(waha.listSessions()).rejects.toThrow('302')
    expect(await waha.qr(session.name)).toBeNull()
    fake.behaveToSends('normal')
    fake.behaveToOtherCalls('normal')
    expect(fake.calls.filter((call) => call.includes('followed'))).toEqual([])
  })

  test.each(['garbage', 'hugeBody', 'hang', 'unavailable', 'timedOut'] as const)(
    'the list of sessions ends soon and without filling memory when the gateway is %s',
    async (behaviour) => {
      fake.behaveToOtherCalls(behaviour)
      const before = process.memoryUsage().arrayBuffers
      await expect(waha.listSessions()).rejects.toThrow()
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
      fake.behaveToOtherCalls('normal')
    },
  )

  test('a refused connection is known not to have sent', async () => {
    await fake.goDown()
    expect(await send('3EB0D')).toEqual({ kind: 'down', reason: 'La pasarela no responde' })
    await fake.comeUp()
    expect((await send('3EB0E')).kind).toBe('sent')
  })

  test('a linked phone on the fake gateway survives a restart and a dropped connection without a new QR; unlinked in the phone it does not', async () => {
    const own = fake.sessions.get(session.name)
    const working = () => eventually(async () => (own?.status === 'WORKING' ? true : undefined), 2_000)
    await waha.restart(session)
    await working()
    const before = fake.events.length
    own?.drop()
    await eventually(async () => (fake.events.length === before + 2 ? true : undefined), 2_000)
    await working()
    own?.removeDevice()
    expect(await waha.listSessions()).toContainEqual({
      name: session.name,
      status: 'FAILED',
      linkedName: 'Mensajería Demo',
      linkedPhone: '50577778888',
      barredUntil: null,
    })
    await waha.restart(session)
    await eventually(async () => (own?.status === 'FAILED' ? true : undefined), 2_000)
    await waha.logout(session)
    await eventually(async () => (own?.status === 'SCAN_QR_CODE' ? true : undefined), 2_000)
  })
})

describe('what the gateway is asked to do with a session', () => {
  let session: ReturnType<typeof newSession>
  let waha: Gateway
  beforeEach(async () => {
    session = newSession()
    waha = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl })
    await waha.ensureSession(session)
    await eventually(async () => own()?.scan() || undefined, 2_000)
  })

  const own = () => fake.sessions.get(session.name)
  const callsDuring = async (work: () => Promise<void>) => {
    const before = fake.calls.length
    await work()
    return fake.calls.slice(before).map((call) => call.replace(session.name, 'it'))
  }
  const [look, restart, logout] = [
    'GET /api/sessions/it',
    'POST /api/sessions/it/restart',
    'POST /api/sessions/it/logout',
  ]

  test('what the gateway is asked to do with a session is nothing when it runs under our settings already', async () => {
    expect(await callsDuring(() => waha.ensureSession(session))).toEqual([look])
    expect(own()?.status).toBe('WORKING')
  })

  test('what the gateway is asked to do with a session is one restart when an admin asks for one', async () => {
    expect(await callsDuring(() => waha.restart(session))).toEqual([look, restart])
  })

  test('what the gateway is asked to do with a session is to take new settings, which restarts it, and no restart beside that', async () => {
    const moved = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl: 'http://127.0.0.1:10' })
    expect(await callsDuring(() => moved.restart(session))).toEqual([look, 'PUT /api/sessions/it'])
    expect(await callsDuring(() => moved.ensureSession(session))).toEqual([look])
  })

  test('what the gateway is asked to do with a session is to unlink first of all, so that WhatsApp and the phone hear of it', async () => {
    expect(await callsDuring(() => waha.logout(session))).toEqual([logout, look])
    expect(own()?.isListed).toBe(false)
  })

  test('what the gateway is asked to do with a session is to make it where there is none, whatever was requested', async () => {
    for (const request of ['ensureSession', 'restart', 'logout'] as const) {
      fake.forgetSessions()
      expect((await callsDuring(() => waha[request](session))).at(-1)).toBe('POST /api/sessions')
      expect(own()?.status).not.toBe('STOPPED')
    }
  })

  test('what the gateway is asked to do with a session is to start it where it is stopped, whatever was requested', async () => {
    for (const request of ['ensureSession', 'restart', 'logout'] as const) {
      await own()?.stop()
      expect((await callsDuring(() => waha[request](session))).at(-1)).toBe('POST /api/sessions/it/start')
    }
  })
})

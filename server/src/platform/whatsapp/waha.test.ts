import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitUntil } from '../../../../tests/support/patience.ts'
import { type FakeWaha, startFakeWaha } from '../../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../../tools/fake-waha/times.ts'
import type { Gateway } from './gateway.ts'
import { createWaha } from './waha.ts'

/** A session's settings as the product makes them. */
const newSession = () => ({
  name: `t-${randomBytes(12).toString('hex')}`,
  webhookToken: randomBytes(32).toString('base64url'),
  hmacKey: randomBytes(32).toString('hex'),
})

// With WAHA_URL and WAHA_API_KEY set the first half also runs against that gateway; it makes one session and removes it.
const { WAHA_URL: realUrl, WAHA_API_KEY: realKey } = process.env
const webhookUrl = 'http://127.0.0.1:9'
const fakeKey = 'a key of the fake gateway'

let fake: FakeWaha
beforeAll(async () => {
  fake = await startFakeWaha({ apiKey: fakeKey, times: quickTimes })
})
afterAll(() => fake.close())

type Place = { at: string; url: () => string; key: string }

const places: Place[] = [
  { at: 'the fake', url: () => fake.url, key: fakeKey },
  ...(realUrl && realKey ? [{ at: realUrl, url: () => realUrl, key: realKey }] : []),
]

describe.each(places)('the gateway at $at', ({ at, url, key }) => {
  const session = newSession()
  let waha: Gateway
  beforeAll(() => {
    waha = createWaha({ url: url(), apiKey: key, webhookUrl })
  })
  afterAll(async () => {
    await fetch(`${url()}/api/sessions/${session.name}`, { method: 'DELETE', headers: { 'x-api-key': key } })
  })

  const found = async () => (await waha.listSessions()).find(({ name }) => name === session.name)
  const inStatus = async (...statuses: string[]) => {
    await waitUntil(async () => statuses.includes((await found())?.status ?? ''))
    return await found()
  }

  test(`the gateway at ${at} makes a session once, and accepts the same request again`, async () => {
    expect(await found()).toBeUndefined()
    await waha.ensureSession(session)
    await waha.ensureSession(session)
    expect(await inStatus('STARTING', 'SCAN_QR_CODE')).toMatchObject({ linkedName: null })
  })

  test(`the gateway at ${at} accepts no message for a session without a phone`, async () => {
    const message = { session: session.name, phone: '50588887777', text: 'hola', id: '3EB0000000000000000001' }
    expect(await waha.sendText(message)).toEqual({ kind: 'notReady', reason: 'WhatsApp no está conectado' })
    const nowhere = { ...message, session: `${session.name}x` }
    expect(await waha.sendText(nowhere)).toMatchObject({ kind: 'notReady' })
  })

  test(`the gateway at ${at} gives the QR as a PNG in base64 while it shows one, and none for an unknown session`, async () => {
    await inStatus('SCAN_QR_CODE')
    const picture = (await waha.qr(session.name)) ?? ''
    expect(picture.startsWith('iVBORw0KGgo')).toBe(true)
    expect(picture.length).toBeGreaterThan(100)
    expect(await waha.qr(`${session.name}x`)).toBeNull()
  })

  test(`the gateway at ${at} restarts and unlinks a session`, async () => {
    await waha.restart(session)
    await inStatus('STARTING', 'SCAN_QR_CODE')
    await waha.logout(session)
    await inStatus('STARTING', 'SCAN_QR_CODE')
  })

  test(`the gateway at ${at} refuses a wrong key, and the error does not hold the key`, async () => {
    const intruder = createWaha({ url: url(), apiKey: 'a wrong key', webhookUrl })
    await expect(intruder.listSessions()).rejects.toThrow(/^The gateway answered 401 to GET \/api\/sessions\?all=true$/)
    await expect(intruder.ensureSession(session)).rejects.toThrow('401')
    const message = { session: session.name, phone: '50588887777', text: 'hola', id: '3EB0000000000000000002' }
    expect(await intruder.sendText(message)).toMatchObject({ kind: 'down' })
  })
})

test('a session that cannot be stored as JSON, with a cut emoji in its name or a bar before all time, hides no other', async () => {
  const cut = {
    id: '50577778888@c.us',
    pushName: `${'x'.repeat(199)}😀`,
    reachoutTimelock: { isActive: true, timeEnforcementEnds: -1e13 },
  }
  const gateway = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify([
        { name: 'a\u0000b', status: 'WORKING' },
        { name: 'own', status: 'WORKING', me: cut },
      ]),
    )
  })
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const { port } = gateway.address() as AddressInfo
  const sessions = await createWaha({ url: `http://127.0.0.1:${port}`, apiKey: fakeKey, webhookUrl }).listSessions()
  gateway.close()
  expect(sessions).toEqual([expect.objectContaining({ name: 'own', barredUntil: null })])
  expect(sessions[0]?.linkedName?.isWellFormed()).toBe(true)
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
    await waitUntil(() => fake.sessions.get(session.name)?.scan())
  })

  const send = (id: string) => waha.sendText({ session: session.name, phone: '50588887777', text: 'Llegó *ya*', id })

  test('a linked phone is named, and its message leaves with its text, address and id', async () => {
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

  test('a session has the numbers behind aliases and the messages since a time, one that was made without a store has none', async () => {
    const writer = { phone: '50586904417', lid: '1772', by: 'lid' as const }
    fake.play({ session: session.name, ...writer, body: 'Hola' })
    fake.play({ session: session.name, ...writer, body: 'BAJA' })
    const [since, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    expect(await waha.phoneOf(session.name, '1772@lid')).toBe('50586904417')
    const list = async (name: string, from: Date) => (await waha.listMessages(name, from)).messages
    expect(await list(session.name, since)).toMatchObject([
      { phone: '50586904417', alias: '1772@lid', text: 'Hola' },
      { phone: '50586904417', alias: '1772@lid', text: 'BAJA' },
    ])
    expect(await list(session.name, later)).toEqual([])
    const headers = { 'x-api-key': fakeKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'without-store', start: true })
    await fetch(`${fake.url}/api/sessions`, { method: 'POST', headers, body })
    await waitUntil(() => fake.sessions.get('without-store')?.scan())
    expect(await waha.phoneOf('without-store', '1772@lid')).toBe(null)
    expect(await list('without-store', since)).toEqual([])
  })

  test('messages whose page is too large to be read are read one by one, and what left from here is left out', async () => {
    const since = new Date(Date.now() - 60_000)
    const texts = Array.from({ length: 45 }, (_, index) => `${index} ${'x'.repeat(index < 25 ? 240_000 : 10)}`)
    texts.push('x'.repeat(1.5 * 1024 * 1024), 'x'.repeat(5 * 1024 * 1024), 'Hola')
    for (const body of texts) fake.play({ session: session.name, phone: '50586904499', body, isMissed: true })
    await send('3EB0AB')
    const { messages: read } = await waha.listMessages(session.name, since)
    const known = read.filter(({ phone }) => phone === '50586904499')
    // One that is too large by itself is most likely a contact card, and hides no other.
    expect(known.map(({ text, kindOfMessage }) => (kindOfMessage === 'contact' ? '[Contacto]' : text))).toEqual(
      texts.map((text) => (text.length > 4 * 1024 * 1024 ? '[Contacto]' : text)),
    )
    expect(read.filter(({ isOwn }) => isOwn)).toEqual([])
  })

  test('what the gateway fails to list, one message or a whole page, hides neither newer nor older messages', async () => {
    const [since, phone] = [new Date(Date.now() - 60_000), '50586904477']
    const bodies = Array.from({ length: 70 }, (_, index) => String(index))
    const isUnreadable = (index: number) => index === 60 || (index > 20 && index < 45)
    for (const [index, body] of bodies.entries())
      fake.play({ session: session.name, phone, body, isMissed: true, isUnreadable: isUnreadable(index) })
    const { messages, failure } = await waha.listMessages(session.name, since)
    const own = messages.filter((message) => message.phone === phone)
    expect(own.map(({ text }) => text)).toEqual(bodies.filter((_, index) => !isUnreadable(index)))
    expect(failure).toMatchObject({ isOver: false, error: { message: expect.stringContaining('answered 500') } })
  })

  test('a gateway that fails to list anything is not asked on and on, and what was listed before is kept', async () => {
    const timeouts = { readMs: 100, lifecycleMs: 100 }
    const hasty = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl, timeouts })
    const countCalls = () => fake.calls.filter((call) => call.includes('/chats/all/messages')).length
    for (const behaviour of ['unavailable', 'closed', 'hang'] as const) {
      fake.behaveToOtherCalls(behaviour)
      const before = countCalls()
      expect(await hasty.listMessages(session.name, new Date(0))).toMatchObject({
        messages: [],
        failure: { isOver: true },
      })
      expect(countCalls() - before, behaviour).toBeLessThan(60)
      fake.behaveToOtherCalls('normal')
    }
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
  ] as const)('a send while the gateway is %s has the outcome %s', async (behaviour, kind) => {
    fake.behaveToSends(behaviour)
    expect((await send(`3EB0${behaviour}`)).kind).toBe(kind)
    fake.behaveToSends('normal')
  })

  test('a session of the list that cannot be read hides no other', async () => {
    const odd = newSession()
    await waha.ensureSession(odd)
    fake.sessions.get(odd.name)?.become('x'.repeat(200))
    const names = (await waha.listSessions()).map(({ name }) => name)
    expect(names).toContain(session.name)
    expect(names).not.toContain(odd.name)
  })

  test('no call to the gateway follows a redirect', async () => {
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
    'the list of sessions fails soon and without filling the memory while the gateway is %s',
    async (behaviour) => {
      fake.behaveToOtherCalls(behaviour)
      const before = process.memoryUsage().arrayBuffers
      await expect(waha.listSessions()).rejects.toThrow()
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
      fake.behaveToOtherCalls('normal')
    },
  )

  test('a message over a refused connection surely was not sent', async () => {
    await fake.goDown()
    expect(await send('3EB0D')).toEqual({ kind: 'down', reason: 'La pasarela no responde' })
    await fake.comeUp()
    expect((await send('3EB0E')).kind).toBe('sent')
  })
})

describe('the calls for a session', () => {
  let session: ReturnType<typeof newSession>
  let waha: Gateway
  beforeEach(async () => {
    session = newSession()
    waha = createWaha({ url: fake.url, apiKey: fakeKey, webhookUrl })
    await waha.ensureSession(session)
    await waitUntil(() => own()?.scan())
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

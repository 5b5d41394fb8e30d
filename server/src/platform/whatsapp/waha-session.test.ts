import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, newSession } from '../../../../tests/support/gateway-session.ts'
import { recordedAnswers } from '../../../../tests/support/recorded-answers.ts'
import { type FakeWaha, startFakeWaha } from '../../../../tools/fake-waha/fake-waha.ts'
import { quickTimes } from '../../../../tools/fake-waha/times.ts'
import type { Gateway } from './gateway.ts'
import { createWaha } from './waha.ts'
import { readOutcome } from './waha-answer.ts'
import { readFileContent } from './waha-content.ts'
import { parseChatMessage } from './waha-message.ts'

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

// As a gateway answered with its list, shortened.
const listed = (message: object, more: object = {}) => ({
  id: 'false_50587000001@c.us_3AEF9770314E1C9D6404',
  timestamp: 1_795_648_475,
  from: '50587000001@c.us',
  fromMe: false,
  source: 'app',
  body: 'perdida',
  hasMedia: true,
  media: null,
  location: null,
  vCards: null,
  _data: { key: { remoteJidAlt: '17750587000001@lid' }, pushName: 'Cliente', message },
  ...more,
})
const imageMessage = { mimetype: 'image/jpeg', caption: 'perdida', fileLength: 100, directPath: '/v/gone' }
const place =
  '#/api/rec/chats/50587000001%40c.us/messages/false_50587000001%40c.us_3AEF9770314E1C9D6404?downloadMedia=true'

test('a picture of the list, which has no address of a file, is known by what WhatsApp says of it', () => {
  expect(parseChatMessage(listed({ imageMessage }), 'rec')).toMatchObject({
    phone: '50587000001',
    alias: '17750587000001@lid',
    kindOfMessage: 'picture',
    text: 'perdida',
    file: { path: place, name: null },
  })
})

test('a file of an event has its own path first, and none where the gateway could not get it', () => {
  const media = { url: 'http://localhost:4181/api/files/rec/3AEF.jpeg', filename: null, mimetype: 'image/jpeg' }
  const read = (values: object) => parseChatMessage(listed({ imageMessage }, { media: { ...media, ...values } }), 'rec')
  expect(read({})?.file?.path).toBe(`/api/files/rec/3AEF.jpeg${place}`)
  expect(read({ url: null, error: { details: 'TypeError: fetch failed' } })?.file?.path).toBeNull()
})

test('a file that is said to be too large, or is neither picture nor PDF, is not fetched', () => {
  const read = (message: object) => parseChatMessage(listed(message), 'rec')?.file
  expect(read({ imageMessage: { ...imageMessage, fileLength: '5242881' } })?.path).toBeNull()
  expect(read({ imageMessage: { ...imageMessage, fileLength: 5_242_880 } })?.path).toBe(place)
  const documentMessage = { mimetype: 'application/zip', fileName: 'fotos.zip', fileLength: 14 }
  expect(read({ documentMessage })).toEqual({ path: null, name: 'fotos.zip' })
})

test('a file is found in a message that WhatsApp put into another one, and odd values are read as missing', () => {
  const documentMessage = { mimetype: 'application/pdf', fileName: 'Factura.pdf', fileLength: '14' }
  const documentWithCaptionMessage = { message: { documentMessage } }
  const known = { isSticker: false, mimetype: 'application/pdf', name: 'Factura.pdf', bytes: 14, seconds: null }
  expect(readFileContent({ ephemeralMessage: { message: { documentWithCaptionMessage } } })).toEqual(known)
  const odd = { mimetype: 7, fileLength: { low: 14 }, seconds: 'x' }
  const missing = { isSticker: false, mimetype: '', name: null, bytes: null, seconds: null }
  expect(readFileContent({ audioMessage: odd })).toEqual(missing)
  for (const none of [undefined, null, 'x', {}, { conversation: 'Hola' }]) expect(readFileContent(none)).toBeNull()
})

test('an edit has the time to the millisecond at which it was made, where WhatsApp says it', () => {
  const edited = (message: object) =>
    parseChatMessage(listed(message, { hasMedia: false, editedMessageId: '3A251F639AC5C91480B6' }), 'rec')
  const protocolMessage = { type: 'MESSAGE_EDIT', timestampMs: '1795648460972' }
  expect(edited({ protocolMessage })?.at).toBe(new Date(1_795_648_460_972).toISOString())
  expect(edited({ editedMessage: { message: { protocolMessage } } })?.at).toBe(
    new Date(1_795_648_460_972).toISOString(),
  )
  expect(edited({ protocolMessage: { timestampMs: null } })?.at).toBe(new Date(1_795_648_475_000).toISOString())
})

test.each(recordedAnswers)('the outcome of a send is known from the recorded answer: %s', (_, status, body, kind) => {
  expect(readOutcome({ status, body }).kind).toBe(kind)
})

test('the outcome of a send has the id that its acknowledgements will name', () => {
  const ids = [
    { key: { id: '3EB0A' } },
    { id: 'true_50588887777@c.us_3EB0B' },
    { id: { _serialized: 'true_50588887777@c.us_3EB0C' } },
    { status: 'PENDING' },
  ].map((body) => Reflect.get(readOutcome({ status: 201, body }), 'id'))
  expect(ids).toEqual(['3EB0A', '3EB0B', '3EB0C', null])
})

test('the outcome of a send never repeats the text of the gateway', () => {
  for (const [, status, body] of recordedAnswers) {
    expect(JSON.stringify(readOutcome({ status, body }))).not.toMatch(/hola|5058888|async-lock|Timed Out|stack|paquete/)
  }
})

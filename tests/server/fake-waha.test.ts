import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { quickTimes } from '../../tools/fake-waha/times.ts'
import { waitUntil } from '../support/patience.ts'
import { openFakeWahaScene } from './support/fake-waha-scene.ts'

// The recorded behaviour of the real program, 2026.2.1 with its NOWEB engine, where it is surprising.
const scene = openFakeWahaScene()
const { call, inStatus, link, session } = scene

describe('a phone', () => {
  beforeEach(() => link())

  test('a phone that removed the device fails the session, again after every restart, until it is logged out', async () => {
    session()?.removeDevice()
    for (const again of ['restart', 'restart']) {
      expect((await call('POST', `/api/sessions/s/${again}`)).body).toMatchObject({ status: 'STARTING', me: null })
      await inStatus('FAILED')
      expect((await call('GET', '/api/sessions/s')).body.me).toMatchObject({ pushName: 'Mensajería Demo' })
    }
    await call('POST', '/api/sessions/s/logout')
    await inStatus('SCAN_QR_CODE')
  })

  test('a phone learns of a logout while the session is connected', async () => {
    await call('POST', '/api/sessions/s/logout')
    expect(session()?.isListed).toBe(false)
  })

  test('a phone learns nothing of a logout before the session is connected again', async () => {
    scene.fake.reachWhatsapp('unavailable')
    await call('PUT', '/api/sessions/s', { config: {} })
    await call('POST', '/api/sessions/s/logout')
    scene.fake.reachWhatsapp('reachable')
    expect(session()?.isListed).toBe(true)
    await inStatus('SCAN_QR_CODE')
  })

  test('a session without WhatsApp is announced as starting 60 times, then failed, and a restart connects it again', async () => {
    scene.fake.reachWhatsapp('unreachable')
    await inStatus('FAILED')
    const before = scene.fake.events.length
    scene.fake.reachWhatsapp('reachable')
    expect(scene.fake.events).toHaveLength(before)
    await call('POST', '/api/sessions/s/restart')
    await inStatus('WORKING')
  })

  test('a session that WhatsApp refuses starts without end, until WhatsApp accepts it', async () => {
    scene.fake.reachWhatsapp('unavailable')
    await inStatus('STARTING')
    await new Promise((resolve) => setTimeout(resolve, 70 * quickTimes.reconnectMs))
    expect(session()?.status).toBe('STARTING')
    scene.fake.reachWhatsapp('reachable')
    await inStatus('WORKING')
  })
})

describe('the answer to', () => {
  test('the answer to a session that does not exist is 422 from its QR after a wait, and 201 without a body from its stop', async () => {
    let isAnswered = false
    const qr = call('GET', '/api/s/auth/qr').finally(() => {
      isAnswered = true
    })
    await call('GET', '/api/sessions/s')
    expect(isAnswered).toBe(false)
    expect(await qr).toEqual({ status: 422, body: { error: 'Session "s" does not exist', session: 's' } })
    expect(await call('POST', '/api/sessions/s/stop')).toEqual({ status: 201, body: '' })
  })

  test('the answer to a creation without a JSON body is a session with a made-up name', async () => {
    for (const answer of [
      await call('POST', '/api/sessions'),
      await call('POST', '/api/sessions', '{"name":"s"}', { 'content-type': 'text/plain' }),
    ]) {
      expect(answer.status).toBe(201)
      expect(answer.body.name).toMatch(/^session_[0-9a-z]{26}$/)
    }
  })

  test('the answer to invalid input is 400 with a text of its own', async () => {
    const create = (values: object) => call('POST', '/api/sessions', { name: 's', ...values })
    const webhook = (values: object) => ({
      config: { webhooks: [{ url: 'http://127.0.0.1:9/x', events: [], ...values }] },
    })
    const refused = await Promise.all([
      call('GET', '/api/sessions?all=bogus'),
      create({ name: 'a b' }),
      create({ name: 'x'.repeat(55) }),
      create(webhook({ url: 'ftp://x' })),
      create(webhook({ events: ['message.nope'] })),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(refused.map(({ body }) => body.message[0].slice(0, 73))).toEqual([
      'all must be a boolean value',
      'Session name can only contain alphanumeric characters, hyphens, and under',
      'name must be shorter than or equal to 54 characters',
      'config.webhooks.0.url must be a URL address',
      'config.webhooks.0.each value in events must be one of the following value',
    ])
  })

  test('the answer to an unknown path is 404 with any key', async () => {
    expect((await call('GET', '/elsewhere', undefined, { 'x-api-key': 'wrong' })).status).toBe(404)
    expect((await call('GET', '/api/elsewhere', undefined, { 'x-api-key': 'wrong' })).status).toBe(401)
  })

  test('a QR is a picture of 292 px, and its text on request', async () => {
    await call('POST', '/api/sessions', { name: 's', start: true })
    await inStatus('SCAN_QR_CODE')
    const json = { accept: 'application/json' }
    const picture = Buffer.from((await call('GET', '/api/s/auth/qr', undefined, json)).body.data, 'base64')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([292, 292])
    expect((await call('GET', '/api/s/auth/qr?format=raw', undefined, json)).body.value).toMatch(/^2@/)
  })

  test('the answer about the linked phone is 404 while stopped, empty without a phone, and the phone when linked', async () => {
    await call('POST', '/api/sessions', { name: 's' })
    expect((await call('GET', '/api/sessions/s')).body).toMatchObject({ engine: {}, timestamps: { activity: null } })
    expect((await call('GET', '/api/sessions/s/me')).body.message).toContain('Please start it first')
    await call('POST', '/api/sessions/s/start')
    expect(await call('GET', '/api/sessions/s/me')).toEqual({ status: 200, body: '' })
    await waitUntil(() => session()?.scan())
    expect((await call('GET', '/api/sessions/s/me')).body.id).toBe('50577778888@c.us')
  })
})

describe('its events', () => {
  test('events are tried once more than the configured attempts', async () => {
    let requests = 0
    const receiver = createServer((_request, answer) => {
      requests += 1
      answer.writeHead(500).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port }: AddressInfo = Object(receiver.address())
    const retries = { policy: 'constant', delaySeconds: 1, attempts: 3 }
    await link({ webhooks: [{ url: `http://127.0.0.1:${port}/x`, events: ['message'], retries }] })
    scene.fake.play({ session: 's', phone: '50586904417', body: 'Hola' })
    await waitUntil(() => requests === 4)
    await new Promise((resolve) => setTimeout(resolve, 5 * quickTimes.retrySecondMs))
    expect(requests).toBe(4)
    receiver.close()
  })

  test('events acknowledge a message by the phone and the reader, not by the server', async () => {
    await link({ webhooks: [{ url: 'http://127.0.0.1:9/x', events: ['message.ack'] }] })
    await call('POST', '/api/sendText', { session: 's', chatId: '50586904417@c.us', text: 'Hola' })
    await waitUntil(() => scene.fake.events.length === 2)
    expect(scene.fake.events.map(({ raw }) => JSON.parse(raw).payload.ack)).toEqual([2, 3])
  })

  test('events carry the number of a phone that writes under an alias, and the lids call knows it too', async () => {
    await link({
      webhooks: [{ url: 'http://127.0.0.1:9/x', events: ['message'] }],
      noweb: { store: { enabled: true } },
    })
    const writer = { session: 's', phone: '50586904417', lid: '1772', body: 'BAJA' }
    for (const by of ['number', 'lid', 'hidden'] as const) scene.fake.play({ ...writer, by })
    const [number, lid, hidden] = scene.fake.events.map(({ raw }) => JSON.parse(raw).payload)
    expect(number).toMatchObject({ from: '50586904417@c.us', _data: { key: { remoteJidAlt: '1772@lid' } } })
    const key = { remoteJidAlt: '50586904417@s.whatsapp.net', addressingMode: 'lid' }
    expect(lid).toMatchObject({ from: '1772@lid', _data: { key } })
    expect(hidden._data.key.remoteJidAlt).toBeUndefined()
    expect((await call('GET', '/api/s/lids/1772')).body).toEqual({ lid: '1772@lid', pn: '50586904417@c.us' })
    expect((await call('GET', '/api/s/lids/1773%40lid')).body).toEqual({ lid: '1773@lid', pn: null })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { notifyReady, shareMessenger } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { createWaha, maxRequestMs } from '../../platform/whatsapp/waha.ts'
import { receiveEvent } from '../conversations/receive-event.ts'
import { connectionJobs, connectionTimes } from './jobs.ts'

const world = openWorld()
const messenger = shareMessenger(world)
let company: Company
beforeEach(async () => {
  messenger.fake.behaveToOtherCalls('normal')
  // The companies of earlier tests no longer want a QR.
  await world.owner.query('update whatsapp_sessions set qr_wanted_until = null')
  company = await world.openCompany()
  await messenger.round()
})

const look = () => company.admin.ok('GET /api/companies/waha-status')
const untilStatus = async (status: string) => messenger.until(async () => (await look()).status === status)
const row = async () =>
  (await world.owner.query('select * from whatsapp_sessions where company_id = $1', [company.id])).rows[0]
const set = (assignment: string) =>
  world.owner.query(`update whatsapp_sessions set ${assignment} where company_id = $1`, [company.id])
const callsOf = (part: string) => messenger.fake.calls.filter((call) => call.includes(part)).length

const isPng = (text: string | null) => text !== null && Buffer.from(text, 'base64').subarray(1, 4).toString() === 'PNG'

test('a company that was never linked reads that no messaging is set up where there is none, and its messages wait', async () => {
  const shop = await openShop(world)
  await notifyReady(shop)
  await world.owner.query("delete from gateway_turns where name = 'poll'")
  expect(await shop.admin.ok('GET /api/companies/waha-status')).toEqual({
    success: true,
    status: 'STOPPED',
    qrCode: null,
    sessionInfo: null,
    error: null,
    nextTryAt: null,
    remedy: null,
    message: 'La mensajería no está configurada en esta instalación. Los avisos esperan en la cola.',
  })
  for (const call of ['POST /api/companies/waha-restart', 'POST /api/companies/waha-logout'] as const) {
    expect((await shop.admin.refused(call)).code).toBe('whatsapp_not_configured')
  }
  const reason = async () => (await shop.admin.ok('GET /api/messages/summary')).data.reason
  expect(await reason()).toBe('La mensajería no está configurada en esta instalación')
  await messenger.round()
  expect(await reason()).toBe('Vincule el teléfono de la empresa en Configuración → WhatsApp')
  await shop.admin.ok('GET /api/companies/waha-status')
  expect(await reason()).toBe('WhatsApp no está conectado')
})

test('a company that was never linked starts when an admin opens the screen, shows a QR, and is connected under its name after the scan', async () => {
  expect(await look()).toMatchObject({ status: 'STARTING', qrCode: null, sessionInfo: null })
  await untilStatus('SCAN_QR_CODE')
  await messenger.until(async () => isPng((await look()).qrCode))
  messenger.fake.sessions.get((await row()).name)?.scan()
  await untilStatus('WORKING')
  expect(await look()).toEqual({
    success: true,
    status: 'WORKING',
    qrCode: null,
    sessionInfo: { name: 'Mensajería Demo', phone: '50577778888', since: expect.stringMatching(/Z$/) },
    error: null,
    nextTryAt: null,
    remedy: null,
    message: 'WhatsApp está conectado.',
  })
})

test('the answer for the screen holds no secret', async () => {
  const answers = [await look()]
  await untilStatus('SCAN_QR_CODE')
  answers.push(await look())
  answers.push(await company.admin.ok('POST /api/companies/waha-restart'))
  answers.push(await company.admin.ok('POST /api/companies/waha-logout'))
  const { name, webhook_token, hmac_key } = await row()
  for (const secret of [name, webhook_token, hmac_key, 'the key of the tests', messenger.fake.url]) {
    expect(JSON.stringify(answers)).not.toContain(secret)
  }
})

test('a QR is in the answer as soon as the gateway shows one, for an admin who opened the screen while the session started', async () => {
  expect(await look()).toMatchObject({ status: 'STARTING', qrCode: null })
  await messenger.until(async () => isPng((await row()).qr))
  expect((await look()).status).toBe('SCAN_QR_CODE')
})

describe('the QR', () => {
  beforeEach(async () => {
    await look()
    await untilStatus('SCAN_QR_CODE')
  })

  test('the QR is fetched only while an admin has the screen open, and not again while it waits for its scan', async () => {
    await messenger.until(async () => (await look()).qrCode !== null)
    await set("qr_wanted_until = now() - interval '1 second'")
    const before = callsOf(`${(await row()).name}/auth/qr`)
    await messenger.round()
    expect(callsOf(`${(await row()).name}/auth/qr`)).toBe(before)
    await look()
    await messenger.round()
    expect(callsOf(`${(await row()).name}/auth/qr`)).toBe(before + 1)
  })

  test.each([
    ['with blanks in it', ` iVBO Rw0K\nGgo${'A'.repeat(100)}`, `iVBORw0KGgo${'A'.repeat(100)}`],
    ['of 101 characters', `iVBORw0KGgo${'A'.repeat(90)}`, `iVBORw0KGgo${'A'.repeat(90)}`],
    ['of 100 characters', `iVBORw0KGgo${'A'.repeat(89)}`, null],
    ['that is a JPEG', `/9j/4AAQSkZJRg${'A'.repeat(200)}`, null],
    ['that is markup', `<svg onload=alert(1)>${'A'.repeat(200)}`, null],
    ['that is empty', '', null],
  ])('the QR %s is passed on only as a PNG in base64 of more than 100 characters', async (_, qr, shown) => {
    await world.owner.query('update whatsapp_sessions set qr = $2 where company_id = $1', [company.id, qr])
    expect((await look()).qrCode).toBe(shown)
  })

  test('the QR is shown in no other status', async () => {
    await messenger.until(async () => (await look()).qrCode !== null)
    for (const status of ['WORKING', 'FAILED', 'STARTING', 'PASSKEY_REQUIRED']) {
      await world.owner.query('update whatsapp_sessions set status = $2 where company_id = $1', [company.id, status])
      expect((await look()).qrCode).toBeNull()
    }
  })

  test('a QR that no phone scanned expires, and a new one comes on request', async () => {
    const session = messenger.fake.sessions.get((await row()).name)
    session?.become('FAILED')
    await untilStatus('FAILED')
    expect(await look()).toMatchObject({ error: 'El código venció', remedy: 'newQr', nextTryAt: null })
    expect((await company.admin.ok('POST /api/companies/waha-restart')).status).toBe('STARTING')
    await untilStatus('SCAN_QR_CODE')
  })
})

describe('a linked company', () => {
  let name: string
  beforeEach(async () => {
    name = await messenger.link(company)
  })

  test('a linked company can link another phone: the old one is forgotten and a QR shown', async () => {
    expect((await company.admin.ok('POST /api/companies/waha-logout')).status).toBe('STARTING')
    await untilStatus('SCAN_QR_CODE')
    expect((await look()).sessionInfo).toBeNull()
    expect(messenger.fake.sessions.get(name)?.isListed).toBe(false)
  })

  test.each(['PASSKEY_REQUIRED', 'PASSKEY_CONFIRMATION_REQUIRED', 'TELETRANSPORTED', 'constructor'])(
    'a linked company in the unknown status %s needs attention',
    async (status) => {
      messenger.fake.sessions.get(name)?.become(status)
      await untilStatus('FAILED')
      expect((await look()).message).toBe('La sesión de WhatsApp requiere atención en la pasarela.')
    },
  )

  test.each([
    ['garbage', 'La pasarela respondió algo inesperado'],
    ['unavailable', 'Error de conexión'],
    ['redirect', 'La dirección de la pasarela está mal configurada'],
    ['timedOut', 'La pasarela tuvo un error interno'],
    ['hang', 'Error de conexión'],
  ] as const)(
    'a linked company says what is wrong while the gateway is %s, and is well again with it',
    async (behaviour, reason) => {
      messenger.fake.behaveToOtherCalls(behaviour)
      await messenger.until(async () => (await look()).error === reason)
      expect((await look()).status).toBe('FAILED')
      messenger.fake.behaveToOtherCalls('normal')
      await untilStatus('WORKING')
    },
  )

  test('a linked company with a newly installed gateway starts again when an admin opens the screen', async () => {
    messenger.fake.forgetSessions()
    await untilStatus('SCAN_QR_CODE')
    expect(messenger.fake.sessions.get(name)?.status).toBe('SCAN_QR_CODE')
  })

  test('many clicks of an admin make one request', async () => {
    const before = callsOf(`${name}/restart`)
    await Promise.all(Array.from({ length: 10 }, () => company.admin.ok('POST /api/companies/waha-restart')))
    await Promise.all([messenger.round(), messenger.round(), messenger.round()])
    await untilStatus('WORKING')
    expect(callsOf(`${name}/restart`)).toBe(before + 1)
  })

  test('a request is carried out by one worker until its time is over', () => {
    expect(connectionTimes.lifecycleLeaseMs).toBeGreaterThan(maxRequestMs)
  })

  test('the last request wins, even if the worker was busy with another one', async () => {
    await company.admin.ok('POST /api/companies/waha-restart')
    const busy = messenger.round()
    await messenger.until(() => callsOf(`POST /api/sessions/${name}/restart`) > 0)
    await company.admin.ok('POST /api/companies/waha-logout')
    await busy
    await untilStatus('SCAN_QR_CODE')
    expect(callsOf(`${name}/logout`)).toBe(1)
  })

  test('a request of a suspended company is carried out when the company is active again', async () => {
    await company.admin.ok('POST /api/companies/waha-logout')
    await world.owner.query("update companies set status = 'inactive' where id = $1", [company.id])
    for (let round = 0; round < 3; round += 1) await messenger.round()
    expect(callsOf(`${name}/logout`)).toBe(0)
    await world.owner.query("update companies set status = 'active' where id = $1", [company.id])
    await untilStatus('SCAN_QR_CODE')
  })
})

test('the gateway gets no call for the screens of any number of browsers', async () => {
  await messenger.link(company)
  const before = messenger.fake.calls.length
  await Promise.all(Array.from({ length: 60 }, look))
  expect(messenger.fake.calls).toHaveLength(before)
})

test('the gateway is polled once in ten seconds by any number of servers', async () => {
  const gateway = createWaha({
    url: messenger.fake.url,
    apiKey: 'the key of the tests',
    webhookUrl: 'http://127.0.0.1:9',
  })
  await world.owner.query("delete from gateway_turns where name = 'poll'")
  const before = callsOf('GET /api/sessions?all=true')
  const polls = Array.from({ length: 8 }, () => connectionJobs(world.database, gateway, receiveEvent)[0]?.run())
  await Promise.all(polls)
  expect(callsOf('GET /api/sessions?all=true')).toBe(before + 1)
})

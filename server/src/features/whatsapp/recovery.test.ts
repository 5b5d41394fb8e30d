import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifyReady, shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { createWaha } from '../../platform/whatsapp/waha.ts'
import { receiveEvent } from '../conversations/receive-event.ts'
import { connectionJobs, connectionTimes } from './jobs.ts'

const version = '2026.8.2'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
beforeEach(async () => {
  messenger.fake.reachWhatsapp('reachable')
  messenger.fake.behaveToOtherCalls('normal')
  messenger.fake.beVersion(version)
  await world.owner.query('update whatsapp_sessions set qr_wanted_until = null')
  await messenger.round()
})

const look = () => shop.admin.ok('GET /api/companies/waha-status')
const untilStatus = (status: string) => messenger.until(async () => (await look()).status === status)
const set = (assignment: string) =>
  world.owner.query(`update whatsapp_sessions set ${assignment} where company_id = $1`, [shop.id])
const row = async () =>
  (
    await world.owner.query(
      'select *, extract(epoch from next_try_at - clock_timestamp()) as wait_s from whatsapp_sessions where company_id = $1',
      [shop.id],
    )
  ).rows[0]
const callsOf = (part: string) => messenger.fake.calls.filter((call) => call.includes(part)).length

// First, because they count what the gateway is asked for all companies.
const reason = 'La pasarela es demasiado antigua (2026.2.1): hace falta la 2026.6.1 o una más nueva'

test('a request that the gateway does not carry out is shown with its reason, kept, and not repeated at every request of the status', async () => {
  messenger.fake.beVersion('2026.2.1')
  expect((await look()).status).toBe('STARTING')
  await messenger.until(async () => (await look()).error === reason)
  expect(await look()).toMatchObject({ remedy: 'retry', nextTryAt: expect.stringMatching(/Z$/) })
  const { name } = await row()
  const asked = () => callsOf(name)
  const before = asked()
  for (let round = 0; round < 5; round += 1) {
    await messenger.round()
    expect((await look()).error).toBe(reason)
  }
  expect(asked()).toBe(before)
  await notifyReady(shop)
  const summary = async () => (await shop.admin.ok('GET /api/messages/summary')).data.reason
  expect(await summary()).toBe(reason)
  await set("next_try_at = now() - interval '1 second'")
  await look()
  await messenger.until(() => asked() > before)
  await messenger.until(async () => (await row()).problem === reason && (await row()).wanted === null)
  expect(Math.abs((await row()).wait_s - 600)).toBeLessThan(60)
  messenger.fake.beVersion(version)
  await shop.admin.ok('POST /api/companies/waha-restart')
  await untilStatus('SCAN_QR_CODE')
  expect((await look()).error).toBeNull()
})

test('a request that the gateway does not carry out is tried again once the gateway is back', async () => {
  await look()
  await set("wanted = null, status = 'STOPPED', problem = 'Error de conexión', next_try_at = now() + interval '1 hour'")
  await messenger.fake.goDown()
  await messenger.until(async () => (await row()).error === 'Error de conexión')
  await messenger.fake.comeUp()
  await untilStatus('SCAN_QR_CODE')
})

test('a request that the gateway does not carry out is logged once with its company for as long as it stays, and so is a key that is refused', async () => {
  const problems: [string, string | undefined, string][] = []
  const jobs = (apiKey: string) =>
    connectionJobs(
      world.database,
      createWaha({ url: messenger.fake.url, apiKey, webhookUrl: 'http://127.0.0.1:9' }),
      receiveEvent,
      { ...connectionTimes, pollMs: 0, qrMs: 0 },
      (error, { job, companyId }) => problems.push([job, companyId, String(error)]),
    )
  messenger.fake.beVersion('2026.2.1')
  const good = jobs('the key of the tests')
  for (const request of ['restart', 'restart'] as const) {
    await shop.admin.ok(`POST /api/companies/waha-${request}`)
    for (const job of good) await job.run()
  }
  expect(problems).toEqual([
    ['whatsapp poll', undefined, 'Error: The gateway is too old: 2026.2.1'],
    ['whatsapp lifecycle', shop.id, expect.stringMatching(/^Error: The gateway answered 422 to /)],
  ])
  problems.length = 0
  const bad = jobs('a wrong key')
  for (const job of [...bad, ...bad]) await job.run()
  expect(problems).toEqual([
    ['whatsapp poll', undefined, 'Error: The gateway answered 401 to GET /api/sessions?all=true'],
  ])
  expect(await look()).toMatchObject({ status: 'FAILED', error: 'La pasarela rechazó la clave de acceso' })
})

test('the gateway is polled every two seconds while a phone is being linked', async () => {
  const turn = async (ago: string) => {
    await world.owner.query("update gateway_turns set taken_at = now() - $1::interval where name = 'poll'", [ago])
    const { rows } = await world.database.withoutCompany((db) =>
      sql<{ yes: boolean }>`select take_poll_turn(10000, 2000) as yes`.execute(db),
    )
    return rows[0]?.yes
  }
  expect([await turn('3 seconds'), await turn('11 seconds')]).toEqual([false, true])
  await look()
  await untilStatus('SCAN_QR_CODE')
  expect([await turn('1 second'), await turn('3 seconds')]).toEqual([false, true])
  await set("qr_wanted_until = now() - interval '1 second'")
  expect(await turn('3 seconds')).toBe(false)
})

describe('a linked phone', () => {
  let name: string
  beforeEach(async () => {
    name = await messenger.link(shop)
  })

  const session = () => messenger.fake.sessions.get(name)
  const restarts = () => callsOf(`${name}/restart`)
  /** Lets the two minutes pass in which the gateway tries to reach WhatsApp, and gives up. */
  async function giveUp(): Promise<void> {
    await messenger.until(async () => (await row()).wanted === null)
    await set("begun_at = now() - interval '2 minutes'")
    session()?.become('FAILED')
    await messenger.until(async () => (await row()).status === 'FAILED')
  }
  test('what a client wrote while no server ran is read when one runs again, once', async () => {
    messenger.fake.play({ session: name, phone: '50586904417', body: 'BAJA', isMissed: true })
    const isAllowed = async () =>
      (await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })).data.messagesAllowed
    for (let round = 0; round < 3; round += 1) await messenger.round()
    expect(await isAllowed()).toBe(true)
    await world.owner.query("update gateway_turns set taken_at = now() - interval '15 minutes' where name = 'poll'")
    await messenger.until(async () => !(await isAllowed()))
    await messenger.until(async () => (await row()).missed_since === null)
    const reads = callsOf('/chats/all/messages')
    await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
    for (let round = 0; round < 3; round += 1) await messenger.round()
    expect([await isAllowed(), callsOf('/chats/all/messages')]).toEqual([true, reads])
  })

  test('a session that worked and was lost by the gateway uses up no try when it is started again', async () => {
    await set("begun_at = now() - interval '1 hour'")
    session()?.become('STOPPED')
    await messenger.until(async () => (await row()).status === 'STOPPED')
    await set("status_since = now() - interval '2 minutes'")
    // The gateway may have started it before the test looks.
    await messenger.until(async () => (await row()).wanted === 'start' || (await row()).status !== 'STOPPED')
    expect((await row()).tries).toBe(0)
  })

  test('a server that starts without a gateway shows that none is configured, whatever an earlier one polled', async () => {
    expect((await look()).status).toBe('WORKING')
    await world.database.withoutCompany((db) => sql`select note_no_gateway()`.execute(db))
    expect((await look()).message).toContain('no está configurada en esta instalación')
    await messenger.round()
    expect((await look()).status).toBe('WORKING')
  })

  const letTryBeDue = () => set("next_try_at = now() - interval '1 second'")

  test('a session that lost WhatsApp is connected again by itself, after growing pauses, and without a new code', async () => {
    messenger.fake.reachWhatsapp('unavailable')
    await messenger.until(() => session()?.status === 'STARTING')
    for (const [index, minutes] of [2, 10, 30, 60, 60].entries()) {
      await giveUp()
      expect(Math.abs((await row()).wait_s - minutes * 60)).toBeLessThan(60)
      expect(await look()).toMatchObject({
        status: 'FAILED',
        error: 'WhatsApp no responde',
        message: 'Hay un problema con la conexión de WhatsApp.',
        nextTryAt: expect.stringMatching(/Z$/),
        remedy: 'retry',
        sessionInfo: { name: 'Mensajería Demo' },
      })
      await messenger.round()
      expect(restarts()).toBe(index)
      await letTryBeDue()
      await messenger.until(() => restarts() === index + 1)
    }
    messenger.fake.reachWhatsapp('reachable')
    await untilStatus('WORKING')
    expect(await row()).toMatchObject({ tries: 0, next_try_at: null })
  })

  test('a session that the phone has removed is not restarted repeatedly, and the remedy is to link again', async () => {
    session()?.removeDevice()
    await messenger.until(async () => (await row()).status === 'FAILED')
    expect(await look()).toMatchObject({ error: 'WhatsApp cerró la conexión', remedy: 'retry' })
    await letTryBeDue()
    await messenger.until(async () => (await row()).is_unlinked)
    expect(await look()).toMatchObject({
      status: 'FAILED',
      error: 'El teléfono ya no está vinculado',
      remedy: 'relink',
      nextTryAt: null,
    })
    for (let round = 0; round < 3; round += 1) await messenger.round()
    expect(restarts()).toBe(1)
    await shop.admin.ok('POST /api/companies/waha-logout')
    await untilStatus('SCAN_QR_CODE')
    expect(await look()).toMatchObject({ sessionInfo: null, remedy: null, error: null })
    session()?.scan()
    await untilStatus('WORKING')
  })

  test('a session that starts without end is shown as such, and restarted when that is due', async () => {
    messenger.fake.reachWhatsapp('unavailable')
    await messenger.until(async () => (await row()).status === 'STARTING')
    await set("status_since = now() - interval '131 seconds'")
    expect(await look()).toMatchObject({
      status: 'FAILED',
      message: 'La sesión no terminó de iniciarse. El teléfono sigue vinculado.',
      remedy: 'retry',
    })
    await messenger.round()
    expect(Math.abs((await row()).wait_s - 120)).toBeLessThan(60)
    expect((await look()).nextTryAt).not.toBeNull()
    expect(restarts()).toBe(0)
    await letTryBeDue()
    await messenger.until(() => restarts() === 1)
    await messenger.until(async () => (await row()).wanted === null)
    expect((await look()).status).toBe('STARTING')
    messenger.fake.reachWhatsapp('reachable')
    await untilStatus('WORKING')
  })

  test('a session that reports repeatedly that it starts is restarted once', async () => {
    await set("status = 'STARTING', status_at = now()")
    await set("status_since = now() - interval '131 seconds'")
    messenger.fake.emit(name, 'session.status', { name, status: 'STARTING', statuses: [] })
    await messenger.until(async () => (await row()).status_at > (await row()).status_since)
    expect((await look()).message).toContain('no terminó de iniciarse')
  })

  test('a phone that WhatsApp bars from new contacts is shown as such, and writes to known contacts', async () => {
    const ends = Math.floor(Date.now() / 1000) + 3_600
    session()?.restrict({ isActive: true, timeEnforcementEnds: ends, enforcementType: 'DEFAULT' })
    const barred = 'WhatsApp limitó los mensajes a clientes nuevos; los suyos esperan'
    await messenger.until(async () => (await look()).error === barred)
    expect((await look()).status).toBe('WORKING')
    await notifyReady(shop)
    await messenger.round()
    expect(messenger.fake.sentBy(name)).toEqual([])
    await world.owner.query('update messages set to_stranger = false where company_id = $1', [shop.id])
    await messenger.until(() => messenger.fake.sentBy(name).length === 1)
    session()?.restrict(null)
  })

  test('a BAJA under an alias without a number counts after the gateway gave the number', async () => {
    messenger.fake.play({ session: name, phone: shop.client.phone, lid: '1772', by: 'hidden', body: 'BAJA' })
    messenger.fake.play({ session: name, phone: '50588881111', lid: '1773', by: 'hidden', body: 'Hola' })
    await messenger.until(async () => {
      const { rows } = await world.owner.query('select messages_allowed as yes from clients where id = $1', [
        shop.client.id,
      ])
      return !rows[0].yes
    })
    await messenger.round()
    await messenger.round()
    expect(callsOf('/lids/')).toBe(2)
  })
})

test('a session without a phone is not restarted', async () => {
  await look()
  await untilStatus('SCAN_QR_CODE')
  const name: string = (await row()).name
  messenger.fake.sessions.get(name)?.become('FAILED')
  await untilStatus('FAILED')
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect(await row()).toMatchObject({ status: 'FAILED', next_try_at: null, wanted: null })
})

test('a session that starts for more than 130 seconds without a phone asks for a new code', async () => {
  await look()
  await set("wanted = null, status = 'STARTING'")
  await set("status_since = now() - interval '131 seconds'")
  const message = 'La sesión no terminó de iniciarse. Genere un nuevo código QR.'
  expect(await look()).toMatchObject({ status: 'FAILED', message, remedy: 'newQr' })
  await set("status_since = now() - interval '120 seconds'")
  expect((await look()).status).toBe('STARTING')
})

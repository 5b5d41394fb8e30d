import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, notifyReady, openMessenger } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { createWaha } from '../../platform/whatsapp/waha.ts'
import { receiveEvent } from '../conversations/receive-event.ts'
import { connectionJobs, connectionTimes } from './jobs.ts'

const version = '2026.8.2'

const world = openWorld()
let messenger: Messenger
let shop: Shop
beforeAll(async () => {
  messenger = await openMessenger(world)
})
beforeEach(async () => {
  messenger.fake.reachWhatsapp('reachable')
  messenger.fake.behaveToOtherCalls('normal')
  messenger.fake.beVersion(version)
  await world.owner.query('update whatsapp_sessions set qr_wanted_until = null')
  shop = await openShop(world)
  await messenger.round()
})
afterAll(() => messenger.close())

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

import { beforeEach, describe, expect, test } from 'vitest'
import { notifyReady, shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { createWaha } from '../../platform/whatsapp/waha.ts'
import { receiveEvent } from '../conversations/receive-event.ts'
import { connectionJobs, connectionTimes } from './jobs.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let name: string
beforeEach(async () => {
  name = await messenger.link(shop)
})

const session = () => messenger.fake.sessions.get(name)
const look = () => shop.admin.ok('GET /api/companies/waha-status')
const messages = async () => (await shop.viewer.ok('GET /api/messages', { query: { clientId: shop.client.id } })).data

async function acknowledge(level: number): Promise<void> {
  const { rows } = await world.owner.query(
    'select id, gateway_message_id as name from messages where company_id = $1 order by id desc limit 1',
    [shop.id],
  )
  const [{ id, name: sent }] = rows
  messenger.fake.emit(name, 'message.ack', {
    id: `true_50586904417@c.us_${sent}`,
    from: '50586904417@c.us',
    fromMe: true,
    ack: level,
    ackName: 'SERVER',
  })
  await messenger.until(async () => {
    const { rows: confirmed } = await world.owner.query('select confirmed_at from messages where id = $1', [id])
    return confirmed[0].confirmed_at !== null
  })
}

describe('a connection whose status is well', () => {
  beforeEach(async () => {
    for (let number = 0; number < 3; number += 1) await notifyReady(shop)
    await world.owner.query(
      "update messages set state = 'sent', sent_at = now() - interval '3 minutes' where company_id = $1",
      [shop.id],
    )
  })

  test('a connection with a good status is doubted when WhatsApp confirms none of the last three messages', async () => {
    expect(await look()).toMatchObject({
      status: 'WORKING',
      error: 'WhatsApp no confirma los últimos mensajes; revise el teléfono',
    })
    for (const { error } of await messages()) expect(error).toBe('WhatsApp todavía no lo confirma')
  })

  test('a connection is not doubted when WhatsApp confirmed one of the last three messages, although that phone is off', async () => {
    await acknowledge(1)
    expect(await look()).toMatchObject({ status: 'WORKING', error: null })
    expect((await messages()).map(({ state, error }) => [state, error === null])).toEqual([
      ['sent', true],
      ['sent', false],
      ['sent', false],
    ])
  })

  test('a connection with a good status is not doubted before two minutes have passed', async () => {
    await world.owner.query("update messages set sent_at = now() - interval '110 seconds' where company_id = $1", [
      shop.id,
    ])
    expect((await look()).error).toBeNull()
    for (const { error } of await messages()) expect(error).toBeNull()
  })
})

const poll = async (reviveMs: number) => {
  const gateway = createWaha({
    url: messenger.fake.url,
    apiKey: 'the key of the tests',
    webhookUrl: 'http://127.0.0.1:9',
  })
  const times = { ...connectionTimes, pollMs: 0, reviveMs }
  for (const job of connectionJobs(world.database, gateway, receiveEvent, times)) await job.run()
}
const stored = async () =>
  (await world.owner.query('select status, wanted from whatsapp_sessions where company_id = $1', [shop.id])).rows[0]

test('a stopped session of a linked phone is started again without an admin, and not after a stop of a moment', async () => {
  await session()?.stop()
  await poll(60_000)
  expect(await stored()).toEqual({ status: 'STOPPED', wanted: null })
  await poll(0)
  await messenger.until(async () => (await stored()).status === 'WORKING')
})

test('a stopped session is left alone when it was never linked, or was unlinked', async () => {
  await world.owner.query('update whatsapp_sessions set linked_at = null where company_id = $1', [shop.id])
  await session()?.stop()
  await poll(0)
  await poll(0)
  expect(await stored()).toEqual({ status: 'STOPPED', wanted: null })
})

test('a message says whether the company is connected, and whether its client wants messages', async () => {
  await notifyReady(shop)
  const facts = async () => (await messages()).map((each) => [each.isConnected, each.clientAllowsMessages])
  expect(await facts()).toEqual([[true, true]])
  const id = shop.client.id
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id }, body: { allowed: false } })
  expect(await facts()).toEqual([[true, false]])
  session()?.become('FAILED')
  await messenger.until(async () => (await look()).status === 'FAILED')
  expect(await facts()).toEqual([[false, false]])
  session()?.become('WORKING')
  await messenger.until(async () => (await look()).status === 'WORKING')
  await messenger.fake.goDown()
  await messenger.until(async () => (await look()).error === 'Error de conexión')
  expect(await facts()).toEqual([[false, false]])
  await messenger.fake.comeUp()
  await messenger.until(async () => (await look()).status === 'WORKING')
  await world.owner.query("update gateway_turns set taken_at = now() - interval '3 minutes' where name = 'poll'")
  expect(await facts()).toEqual([[false, false]])
})

import { beforeEach, expect, test } from 'vitest'
import { notifyReady, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
beforeEach(async () => {
  messenger.fake.behaveToOtherCalls('normal')
  await messenger.round()
})

const connection = async () => (await shop.user.ok('GET /api/messages/connection')).data
const untilGateway = (state: string) => messenger.until(async () => (await connection()).gateway === state)

test('the connection is hidden from viewers, and the same for users and admins', async () => {
  expect((await shop.viewer.refused('GET /api/messages/connection')).code).toBe('forbidden')
  expect((await shop.admin.ok('GET /api/messages/connection')).data).toEqual(await connection())
})

test('users see no connection without a gateway and before a phone is linked, even if messages wait', async () => {
  await notifyReady(shop)
  expect(await connection()).toEqual({ gateway: 'none', waiting: 1 })
  await messenger.link(shop)
  await messenger.until(async () => (await connection()).waiting === 0)
  expect(await connection()).toEqual({ gateway: 'up', waiting: 0 })
  await world.owner.query("delete from gateway_turns where name = 'poll'")
  expect(await connection()).toEqual({ gateway: 'none', waiting: 0 })
  await messenger.round()
  expect((await connection()).gateway).toBe('up')
})

test('users see the connection down after the phone was removed, with the count of waiting messages, until one is linked again', async () => {
  const name = await messenger.link(shop)
  messenger.fake.sessions.get(name)?.removeDevice()
  await untilGateway('down')
  await notifyReady(shop)
  await notifyReady(shop)
  const neighbour = await openShop(world)
  await notifyReady(neighbour)
  expect(await connection()).toEqual({ gateway: 'down', waiting: 2 })
  await shop.admin.ok('POST /api/companies/waha-logout')
  await messenger.link(shop)
  await untilGateway('up')
})

test('users see the connection down while its session shows a QR again and messages have left before', async () => {
  await messenger.link(shop)
  await notifyReady(shop)
  await messenger.until(async () => (await connection()).waiting === 0)
  await shop.admin.ok('POST /api/companies/waha-logout')
  await messenger.until(async () => (await shop.admin.ok('GET /api/companies/waha-status')).status === 'SCAN_QR_CODE')
  expect((await connection()).gateway).toBe('down')
})

test('users see the connection down while the gateway cannot be reached', async () => {
  await messenger.link(shop)
  messenger.fake.behaveToOtherCalls('unavailable')
  await untilGateway('down')
  messenger.fake.behaveToOtherCalls('normal')
  await untilGateway('up')
})

import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('a shipment moves to no final status and not to the one in which packages start, neither when it leaves nor when it arrives', async () => {
  const shop = await openShop(world)
  const { received, delivered, inTransit } = shop.statuses
  const refused = (field: string) => ({
    code: 'status_not_of_shipment',
    fields: { [field]: 'Un embarque no pasa a este estado' },
  })
  const { id } = await addConsignment(shop)
  const params = { id }
  for (const statusId of [received, delivered]) {
    const sent = await shop.user.send('POST /api/shipments/:id/send', { params, body: { statusId } })
    expect([sent.statusCode, sent.json()]).toMatchObject([400, refused('statusId')])
    const planned = { shippingMethod: 'aereo' as const, sendStatusId: statusId }
    const opened = await shop.user.send('POST /api/shipments', { body: planned })
    expect([opened.statusCode, opened.json()]).toMatchObject([400, refused('sendStatusId')])
  }
  await shop.user.ok('POST /api/shipments/:id/send', { params, body: { statusId: inTransit } })
  for (const statusId of [received, delivered]) {
    const arrived = await shop.user.send('POST /api/shipments/:id/receive', { params, body: { statusId } })
    expect([arrived.statusCode, arrived.json()]).toMatchObject([400, refused('statusId')])
  }
  const { data } = await shop.user.ok('GET /api/shipments/:id', { params })
  expect(data.state).toBe('in_transit')
})

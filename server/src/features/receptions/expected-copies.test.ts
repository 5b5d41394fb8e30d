import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert } from '../../../../tests/support/sample-prealert-calls.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const copies = 'GET /api/receptions/prealerts'

test('the copy of what is expected has what a scan shows, without what came, was cancelled or is another company’s', async () => {
  const shop = await openShop(world)
  await addPrealert(await openShop(world))
  const [first, came, cancelled, last] = [
    await addPrealert(shop),
    await addPrealert(shop),
    await addPrealert(shop),
    await addPrealert(shop, null),
  ]
  await shop.receive({ tracking: came.tracking })
  await shop.user.ok('DELETE /api/prealerts/:id', { params: { id: cancelled.id } })
  const { data } = await shop.viewer.ok(copies)
  expect(data).toEqual(
    [last, first].map(({ id, client, tracking, store, description, declaredValue, expectedOn }) => ({
      id,
      client,
      tracking,
      store,
      description,
      declaredValue,
      expectedOn,
    })),
  )
})

test('the copy of what is expected ends with the newest five thousand', async () => {
  const shop = await openShop(world)
  await world.owner.query(
    `insert into prealerts (company_id, client_id, tracking, search_text)
     select $1, $2, 'PRE-' || n, '' from generate_series(1, 5002) n`,
    [shop.id, shop.client.id],
  )
  const { data } = await shop.user.ok(copies)
  expect(data).toHaveLength(5_000)
  expect(data.some(({ tracking }) => ['PRE-1', 'PRE-2'].includes(tracking))).toBe(false)
})

import { afterEach, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()
afterEach(() => world.setTime(undefined))

test('a longer period before has no days of its own beside a shorter one, and all of it in the total', async () => {
  const shop = await openShop(world)
  for (const day of ['2026-11-04', '2026-11-12', '2026-11-14']) {
    world.setTime(new Date(`${day}T16:00:00Z`))
    await shop.invoice([await shop.receive()])
  }
  const query = { from: '2026-11-14', to: '2026-11-18', beforeFrom: '2026-11-04', beforeTo: '2026-11-13' }
  for (const name of ['sales-by-day', 'new-clients'] as const) {
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })
    for (const { key } of data.rows) expect(key && key >= query.from && key <= query.to, `${name} ${key}`).toBe(true)
  }
  const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'sales-by-day' }, query })
  expect(data.rows.map(({ key, count, before }) => [key, count, before])).toEqual([['2026-11-14', 1, 276]])
  expect(data.total).toMatchObject({ count: 1, before: 552 })
})

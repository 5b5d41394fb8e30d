import { afterEach, expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
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

test.each([
  [{ from: '2000-01-01' }, 'Elija un período de un año como máximo'],
  [{ from: '2026-11-19' }, 'La fecha final es anterior a la inicial'],
  [{ to: '2026-11-17' }, 'La fecha final es anterior a la inicial'],
  [{ from: '2024-01-01', to: '2026-01-01' }, 'Elija un período de un año como máximo'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'La fecha final es anterior a la inicial'],
])('a report of the days %j, where today is 2026-11-18, is refused', async (query, sentence) => {
  const shop = await openShop(world)
  world.setTime(new Date('2026-11-18T08:30:00Z'))
  for (const name of ['sales-by-day', 'shipments-margin'] as const) {
    const refused = await shop.admin.refused('GET /api/reports/:name', { params: { name }, query })
    expect([refused.status, refused.fields]).toEqual([400, { to: sentence }])
  }
  const file = { params: { name: 'sales-by-day' }, query: { ...query, format: 'csv' } }
  expect((await shop.admin.send('GET /api/reports/:name/export', file)).statusCode).toBe(400)
})

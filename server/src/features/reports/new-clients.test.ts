import { afterEach, expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
afterEach(() => world.setTime(undefined))

test('new clients are counted by the week and by who made them, with those who got a package within 30 days', async () => {
  const shop = await openShop(world)
  const at = (day: string) => world.setTime(new Date(`${day}T16:00:00Z`))
  at('2026-10-05')
  const [early, late, own, slip] = [
    await shop.addClient(),
    await shop.addClient(),
    await shop.addClient(),
    await shop.addClient(),
  ]
  await world.owner.query('update clients set is_signed_up = true where id = $1', [own.id])
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: slip.id } })
  // The Sunday of that week in Managua is Monday in UTC.
  world.setTime(new Date('2026-10-12T05:30:00Z'))
  const sunday = await shop.addClient()
  at('2026-10-20')
  const gone = await shop.receive({ clientId: early.id })
  await shop.receive({ clientId: own.id })
  const merged = await shop.addClient()
  await shop.receive({ clientId: merged.id })
  at('2026-11-05')
  await shop.receive({ clientId: late.id })
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: gone.id } })
  await shop.admin.ok('POST /api/clients/:id/merge', { params: { id: merged.id }, body: { intoClientId: sunday.id } })
  const query = { from: '2026-10-05', to: '2026-10-25' }
  const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'new-clients-by-week' }, query })
  expect(data.rows.map(({ key, count, served }) => [key, count, served])).toEqual([
    ['2026-10-05 own', 1, 1],
    ['2026-10-05 staff', 3, 2],
    ['2026-10-19 staff', 1, 1],
  ])
  expect(data.total).toMatchObject({ count: 5, served: 4 })
})

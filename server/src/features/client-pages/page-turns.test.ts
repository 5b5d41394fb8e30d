import { expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld({ poolSize: 10 })

test('thirty pages of one device that all wait leave clients of other companies a place', async () => {
  const [busy, quiet] = [await openShop(world), await openShop(world)]
  await quiet.admin.ok('PUT /api/companies/update', { body: { hasPublicTracking: true } })
  const { secret } = await addClientAccess(world, busy, busy.client.id)
  const home = () => visitPage(world, busy.host, '/mi', { secret })
  expect((await home()).statusCode).toBe(200)
  // Every page that reads packages waits.
  const lock: [string, unknown[]] = ['lock table packages in access exclusive mode', []]
  const pages = await holding(world.owner, lock, async (holder) => {
    const waiting = Array.from({ length: 30 }, home)
    await untilBlocked(world.owner, 1)
    for (const url of ['/mi/entrar', '/rastreo', '/mi/entrar', '/rastreo']) {
      expect((await visitPage(world, quiet.host, url)).statusCode).toBe(200)
    }
    await holder.query('commit')
    return await Promise.all(waiting)
  })
  for (const { statusCode } of pages) expect([200, 503]).toContain(statusCode)
})

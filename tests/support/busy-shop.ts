import { openPrincipal } from './cash-session.ts'
import type { Shop } from './shop.ts'
import { trade } from './trade.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000

/**
 * Lets a shop work as chance has it for so many days until `now`: packages with and without client and weight, by both methods and in
 * every status, some of them deleted; invoices, payments, collections, voids and reversals of two clients; an open drawer with cash and
 * change, opened the evening before so that some of it is taken after midnight.
 */
export async function keepBusy(
  world: World,
  shop: Shop,
  { now, days, random }: { now: Date; days: number; random: (below: number) => number },
): Promise<void> {
  const back = (hours: number) => world.setTime(new Date(now.getTime() - hours * hourMs - random(60) * 60_000))
  const statuses = Object.values(shop.statuses)
  back(30)
  const other = await shop.addClient({ firstName: 'Berta', lastNames: 'Ríos' })
  for (let count = 0; count < days * 2; count += 1) {
    back(random(days * 24))
    const method = random(2) === 0 ? ('aereo' as const) : ('maritimo' as const)
    const made = await shop.receive({
      shippingMethod: method,
      tariffId: method === 'aereo' ? shop.air.id : shop.sea.id,
      clientId: [shop.client.id, other.id, null][random(3)] ?? null,
      weight: random(5) === 0 ? null : (100 + random(2_000)) / 100,
      statusId: statuses[random(statuses.length)] ?? null,
    })
    if (random(8) === 0) await shop.admin.ok('DELETE /api/packages/:id', { params: { id: made.id } })
  }
  for (const { id } of [shop.client, other]) {
    for (let round = 0; round < 6; round += 1) {
      back(random(days * 24))
      await trade(shop, id, 2, random)
    }
  }
  back(12)
  const session = await openPrincipal(shop)
  for (const hours of [10, 4, 1]) {
    back(hours)
    await shop.invoice([await shop.receive()], {
      cashSessionId: session.id,
      payments: [{ total: (30_000 + random(40_000)) / 100, method: 'cash', currencyId: shop.nio }],
      change: [{ currencyId: shop.nio, kind: 'cash' }],
    })
  }
  world.setTime(now)
}

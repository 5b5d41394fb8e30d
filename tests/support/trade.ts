import type { Shop } from './shop.ts'

type Payment = { total: number; method: 'cash' | 'transfer' | 'credit'; currencyId: string }
type Random = (below: number) => number

/** A seeded generator, so that a red run can be repeated. */
export function randomOf(seed: number): Random {
  let state = seed % 2_147_483_647 || 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Collects over what is open, too little or too much, and takes some of it back. */
async function collect(shop: Shop, clientId: string, random: Random): Promise<void> {
  const methods = ['cash', 'transfer', 'credit', 'credit'] as const
  const payments = Array.from({ length: 1 + random(2) }, () => ({
    total: 1 + random(1_500) / 10,
    method: methods[random(4)] ?? 'cash',
    currencyId: [shop.nio, shop.usd][random(2)] ?? shop.usd,
  }))
  const made = await shop.admin.send('POST /api/clients/:id/collections', {
    params: { id: clientId },
    body: { payments },
  })
  if (made.statusCode !== 201 || random(3) > 0) return
  const params = { id: made.json().data.id }
  await shop.admin.send('POST /api/collections/:id/reverse', {
    params,
    body: { reason: 'Error', changeReturned: true },
  })
}

/** Invoices, pays too little, enough and too much, in both currencies, uses credit, voids and reverses, as chance has it. */
export async function trade(shop: Shop, clientId: string, steps: number, random: Random): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const currency = [shop.nio, shop.usd][random(2)] ?? shop.usd
    const methods = ['cash', 'transfer', 'credit'] as const
    const payments: Payment[] = Array.from({ length: random(3) }, () => ({
      total: 1 + random(1_500) / 10,
      method: methods[random(3)] ?? 'cash',
      currencyId: [shop.nio, shop.usd][random(2)] ?? shop.usd,
    }))
    const change = [{ currencyId: [shop.nio, shop.usd][random(2)] ?? shop.usd, kind: 'credit' as const }]
    const body = shop.invoiceBodyOf([await shop.receive({ clientId, weight: 1 + random(5) })], {
      clientId,
      currencyId: currency,
      payments,
      ...(random(2) === 0 ? { change } : {}),
    })
    const made = await shop.admin.send('POST /api/invoices', { body })
    // Credit that is not there is refused, and so is a change that there is not.
    if (made.statusCode !== 201) continue
    const { id, payments: paid } = made.json().data
    if (random(3) === 0) {
      const later = { total: 5 + random(100), method: 'transfer' as const, currencyId: shop.nio }
      await shop.admin.send('POST /api/invoices/:id/payments', { params: { id }, body: later })
    }
    if (random(4) === 0 && paid[0]) {
      await shop.admin.send('POST /api/payments/:id/reverse', {
        params: { id: paid[0].id },
        body: { reason: 'Error', changeReturned: random(2) === 0 },
      })
    }
    if (random(2) === 0) await collect(shop, clientId, random)
    if (random(4) === 0) {
      const query = random(2) === 0 ? { refund: 'cash' as const } : {}
      await shop.admin.send('DELETE /api/invoices/:id', { params: { id }, query })
    }
  }
}

import type { Actor, Call, Sent } from './actor.ts'
import { cashDrawerBody } from './sample-bodies.ts'
import { addCashDrawer, openCashSession, openingBody } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type CashCall = Exclude<
  Extract<Call, `${string} /api/cash-${string}` | `${string} /api/debts${string}`>,
  `${string}/export`
>

/** The samples of the calls of drawers, their sessions and debts. */
export const cashCalls: { [K in CashCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'GET /api/cash-drawers': async () => ({}),
  'GET /api/debts': async (shop) => ({ query: { page: '1', limit: '10', search: shop.client.casillero } }),
  'GET /api/debts/totals': async () => ({}),
  'GET /api/cash-sessions/:id/document': async (shop) => ({
    params: { id: (await openCashSession(shop)).id },
    query: { format: 'ticket' },
  }),
  'POST /api/cash-drawers': async () => ({ body: cashDrawerBody() }),
  'PUT /api/cash-drawers/:id': async (shop) => {
    const { id, version } = await addCashDrawer(shop)
    return { params: { id }, body: { ...cashDrawerBody(), isActive: false, version } }
  },
  'GET /api/cash-sessions': async () => ({ query: { page: '1', limit: '10', status: 'open' } }),
  'GET /api/cash-sessions/:id': async (shop) => ({ params: { id: (await openCashSession(shop)).id } }),
  'POST /api/cash-sessions': async (shop) => ({ body: await openingBody(shop) }),
  'POST /api/cash-sessions/:id/movements': async (shop) => ({
    params: { id: (await openCashSession(shop)).id },
    body: {
      direction: 'out',
      currencyId: shop.nio,
      amount: 20,
      reason: 'Agua',
      otherDrawerId: (await openCashSession(shop)).drawer.id,
    },
  }),
  'POST /api/cash-sessions/:id/counts': async (shop, caller) => ({
    params: { id: (await openCashSession(shop, caller)).id },
    body: { counts: [{ currencyId: shop.nio, amount: 500 }] },
  }),
  'POST /api/cash-sessions/:id/close': async (shop, caller) => ({
    params: { id: (await openCashSession(shop, caller)).id },
    body: { counts: [{ currencyId: shop.nio, amount: 480 }], note: 'Faltan veinte córdobas' },
  }),
}

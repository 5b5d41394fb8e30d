import type { Actor, Call, Sent } from './actor.ts'
import { openCashSession } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type MoneyCall = Extract<Call, 'POST /api/payments/:id/reverse' | 'POST /api/clients/:id/credit'>

/** Adds an invoice of US$7.50 that is paid in cash, with change. */
export const addPaidInvoice = async (shop: Shop) =>
  shop.invoice(await shop.receiveMany(1), { payments: [{ total: 10, method: 'cash' }] })

/** The samples of the calls that take money back and that adjust credit. */
export const moneyCalls: { [K in MoneyCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'POST /api/payments/:id/reverse': async (shop) => ({
    params: { id: (await addPaidInvoice(shop)).payments[0]?.id ?? '' },
    body: { reason: 'Billete falso', reference: 'BAC 7', cashSessionId: (await openCashSession(shop)).id },
  }),
  'POST /api/clients/:id/credit': async (shop) => ({
    params: { id: shop.client.id },
    body: { direction: 'in', currencyId: shop.nio, amount: 50, reason: 'Por la demora' },
  }),
}

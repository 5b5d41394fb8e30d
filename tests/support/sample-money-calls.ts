import type { Actor, Call, Sent } from './actor.ts'
import { openCashSession } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type MoneyCall = Extract<
  Call,
  | `${string} /api/payments/${string}`
  | 'POST /api/clients/:id/credit'
  | 'POST /api/clients/:id/collections'
  | `${string} /api/collections/${string}`
>

/** Adds an invoice of US$7.50 that is paid in cash, with change. */
export const addPaidInvoice = async (shop: Shop) =>
  shop.invoice(await shop.receiveMany(1), { payments: [{ total: 10, method: 'cash' }] })

/** What a call sends to collect C$300 in cash over the only invoice of a client, of US$7.50; C$24 is left. */
async function collecting(shop: Shop) {
  const { id: clientId } = await shop.addClient()
  const { id } = await shop.invoice(await shop.receiveMany(1, { clientId }), { clientId })
  return {
    params: { id: clientId },
    body: {
      payments: [{ total: 300, method: 'cash' as const, currencyId: shop.nio, reference: 'Recibo 7' }],
      allocations: [{ invoiceId: id, amount: 7.5 }],
      change: [
        { currencyId: shop.nio, amount: 10, kind: 'cash' as const },
        { currencyId: shop.nio, kind: 'credit' as const },
      ],
      changeReason: 'Así lo pidió el cliente',
      cashSessionId: (await openCashSession(shop)).id,
      expected: { invoices: [{ invoiceId: id, amount: 7.5 }], change: 24 },
    },
  }
}

/** Adds a collection; it lies in no drawer where several are open. */
async function addCollection(shop: Shop) {
  const { params, body } = await collecting(shop)
  const { data } = await shop.admin.ok('POST /api/clients/:id/collections', {
    params,
    body: { ...body, cashSessionId: null },
  })
  return data
}

/** The samples of the calls that take money back and that adjust credit. */
export const moneyCalls: { [K in MoneyCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'POST /api/payments/:id/reverse': async (shop) => ({
    params: { id: (await addPaidInvoice(shop)).payments[0]?.id ?? '' },
    body: {
      reason: 'Billete falso',
      reference: 'BAC 7',
      cashSessionId: (await openCashSession(shop)).id,
      changeReturned: true,
      expectedCash: null,
    },
  }),
  'GET /api/payments/:id/reversal': async (shop) => ({
    params: { id: (await addPaidInvoice(shop)).payments[0]?.id ?? '' },
    query: { changeReturned: 'true', cashSessionId: (await openCashSession(shop)).id },
  }),
  'GET /api/payments/:id/document': async (shop) => ({
    params: { id: (await addPaidInvoice(shop)).payments[0]?.id ?? '' },
    query: { format: 'ticket' },
  }),
  'POST /api/clients/:id/collections': collecting,
  'GET /api/collections/:id': async (shop) => ({ params: { id: (await addCollection(shop)).id } }),
  'GET /api/collections/:id/reversal': async (shop) => ({
    params: { id: (await addCollection(shop)).id },
    query: { changeReturned: 'true', cashSessionId: (await openCashSession(shop)).id },
  }),
  'GET /api/collections/:id/document': async (shop) => ({
    params: { id: (await addCollection(shop)).id },
    query: { format: 'ticket' },
  }),
  'POST /api/collections/:id/reverse': async (shop) => ({
    params: { id: (await addCollection(shop)).id },
    body: {
      reason: 'Por error',
      reference: 'BAC 7',
      cashSessionId: (await openCashSession(shop)).id,
      changeReturned: true,
      expectedCash: null,
    },
  }),
  'POST /api/clients/:id/credit': async (shop) => ({
    params: { id: shop.client.id },
    body: { direction: 'in', currencyId: shop.nio, amount: 50, reason: 'Por la demora' },
  }),
}

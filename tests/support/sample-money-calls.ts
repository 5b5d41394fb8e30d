import { cashDrawerBody } from './sample-bodies.ts'
import type { Samples } from './sample-calls.ts'
import { addCashDrawer, addInvoice, openCashSession, openingBody } from './sample-rows.ts'
import type { Shop } from './shop.ts'

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

const aVoucher = async (shop: Shop) => ({ params: { id: await shop.sendVoucher(shop.client.id) } })

const anInvoice = async (shop: Shop) => ({ params: { id: (await addInvoice(shop)).id } })

const period = { from: '2026-01-01', to: '2026-12-31' }
const theClient = async (shop: Shop) => ({ params: { id: shop.client.id } })

/** The samples of the calls that take money back and that adjust credit. */
export const moneyCalls = {
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
  'GET /api/vouchers': async (shop) => {
    await aVoucher(shop)
    return { query: { page: '1', limit: '10', search: 'ana', state: 'pending', clientId: shop.client.id } }
  },
  'GET /api/vouchers/counts': async (shop) => ({ query: { clientId: shop.client.id } }),
  'GET /api/vouchers/:id': aVoucher,
  'GET /api/vouchers/:id/file': aVoucher,
  'POST /api/vouchers/:id/accept': async (shop) => {
    const invoice = await shop.invoice([await shop.receive()])
    const payment = { total: invoice.pendingTotal, method: 'transfer' as const, currencyId: shop.usd }
    return {
      ...(await aVoucher(shop)),
      body: {
        payments: [{ ...payment, reference: '448120773' }],
        allocations: [{ invoiceId: invoice.id, amount: invoice.pendingTotal }],
        change: [{ currencyId: shop.usd, kind: 'credit' as const }],
        changeReason: 'Así lo pidió el cliente',
        cashSessionId: (await openCashSession(shop)).id,
        expected: { invoices: [{ invoiceId: invoice.id, amount: invoice.pendingTotal }], change: 0 },
        repeatReason: 'Es otra transferencia',
      },
    }
  },
  'POST /api/vouchers/:id/reject': async (shop) => ({
    ...(await aVoucher(shop)),
    body: { reason: 'La foto no se lee' },
  }),
  'GET /api/invoices/:id/document': async (shop) => ({ ...(await anInvoice(shop)), query: { format: 'ticket' } }),
  'GET /api/clients/:id/statement': async (shop) => ({ ...(await theClient(shop)), query: period }),
  'GET /api/clients/:id/statement/document': async (shop) => ({
    ...(await theClient(shop)),
    query: { ...period, format: 'ticket' },
  }),
  'GET /api/packages/labels': async (shop) => ({
    query: { ids: (await shop.receive()).id, format: 'pdf', size: 'small' },
  }),
  'POST /api/invoices/:id/link': anInvoice,
  'DELETE /api/invoices/:id/link': async (shop) => {
    const shared = await anInvoice(shop)
    await shop.admin.ok('POST /api/invoices/:id/link', shared)
    return shared
  },
} satisfies Partial<Samples>

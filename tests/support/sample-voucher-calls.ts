import type { Call, Sent } from './actor.ts'
import { openCashSession } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type VoucherCall = Extract<Call, `${string} /api/vouchers${string}`>

const aVoucher = async (shop: Shop) => ({ params: { id: await shop.sendVoucher(shop.client.id) } })

/** The samples of the calls of vouchers. */
export const voucherCalls: { [K in VoucherCall]: (shop: Shop) => Promise<Sent<K>> } = {
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
}

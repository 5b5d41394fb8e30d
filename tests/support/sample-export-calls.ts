import type { Call, Sent } from './actor.ts'
import type { Shop } from './shop.ts'

type ExportCall = Extract<Call, `${string}/export`>

const days = { from: '2026-01-01', to: '2099-12-31' }

/** The samples of the calls that answer with a list as a file. */
export const exportCalls: { [K in ExportCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/packages/export': async (shop) => ({
    query: { format: 'xlsx', search: 'an', clientId: shop.client.id, shippingMethod: 'aereo', ...days },
  }),
  'GET /api/client/export': async () => ({ query: { format: 'xlsx', search: 'an', debt: 'false', ...days } }),
  'GET /api/invoices/export': async (shop) => ({
    query: { format: 'xlsx', search: 'ana', status: 'pending', clientId: shop.client.id, ...days },
  }),
  'GET /api/users/export': async () => ({ query: { format: 'xlsx', search: 'a' } }),
  'GET /api/tariffs/export': async () => ({ query: { format: 'xlsx', search: 'a', isActive: 'true', type: 'aereo' } }),
  'GET /api/messages/export': async (shop) => ({
    query: { format: 'xlsx', clientId: shop.client.id, packageId: (await shop.receive()).id, state: 'queued', ...days },
  }),
  'GET /api/audit/export': async (shop) => ({
    query: { format: 'xlsx', entity: 'clients', userId: shop.admin.userId, ...days },
  }),
  'GET /api/shipments/export': async () => ({ query: { format: 'xlsx', search: 'a', status: 'open' } }),
  'GET /api/invoice-shipments/export': async (shop) => ({
    query: { format: 'xlsx', search: 'Managua', status: 'all', methodId: shop.methodId },
  }),
  'GET /api/dispatches/export': async () => ({ query: { format: 'xlsx', search: 'cargo' } }),
  'GET /api/waiting/export': async () => ({ query: { format: 'xlsx', search: 'an' } }),
  'GET /api/handovers/export': async (shop) => ({
    query: { format: 'xlsx', clientId: shop.client.id, packageId: (await shop.receive()).id },
  }),
  'GET /api/cash-sessions/export': async () => ({ query: { format: 'xlsx', status: 'closed' } }),
  'GET /api/reports/:name/export': async () => ({
    params: { name: 'pounds-by-client' },
    query: { format: 'xlsx', from: '2026-01-01', to: '2026-12-31', beforeFrom: '2025-01-01', beforeTo: '2025-12-31' },
  }),
  'GET /api/company/export': async () => ({}),
}

import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { hashPassword } from '../../server/src/platform/auth/password.ts'
import type { Actor, Call, Sent } from './actor.ts'
import { catalogueCalls } from './catalogue-samples.ts'
import { clientBody, currencyBody, invoiceBody } from './sample-bodies.ts'
import { consignmentCalls } from './sample-consignment-calls.ts'
import { handoverCalls } from './sample-handover-calls.ts'
import { importCalls } from './sample-import-calls.ts'
import { messageCalls } from './sample-message-calls.ts'
import { moneyCalls } from './sample-money-calls.ts'
import { packageCalls } from './sample-package-calls.ts'
import { prealertCalls } from './sample-prealert-calls.ts'
import { programCalls } from './sample-program-calls.ts'
import { addCurrency, addInvoice, addShippingMethod, openCashSession } from './sample-rows.ts'
import { signupCalls } from './sample-signup-calls.ts'
import { staffCalls } from './sample-staff-calls.ts'
import type { Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

const sampleHash = hashPassword(samplePassword)

const days = { from: '2026-01-01', to: '2099-12-31' }

const nothing = async () => ({})
const theClient = async (shop: Shop) => ({ params: { id: shop.client.id } })

export type Samples = { [K in Call]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> }

/**
 * Makes the input with which each call of the contract succeeds for an admin of the shop, on rows of its own; the operator's
 * calls succeed for an operator's admin, on the shop. A call without a sample does not compile, so that every loop over the
 * contract knows it. `caller` makes the call where it is about the caller's own account; left out, the shop's admin does.
 */
export const sampleCalls: Samples = {
  'GET /api/health': nothing,
  'POST /api/auth/login': async (shop) => {
    const email = `${newMark()}@casillero.test`
    await shop.addUser('user', { email, passwordHash: await sampleHash })
    return { body: { identifier: email, password: samplePassword } }
  },
  'GET /api/auth/me': nothing,
  'POST /api/auth/logout': nothing,
  'PUT /api/account/password': async () => ({ body: { currentPassword: samplePassword, password: samplePassword } }),
  'GET /api/account/sessions': nothing,
  'DELETE /api/account/sessions/:id': async (shop, caller) => ({
    params: { id: await shop.openSession(caller?.userId || shop.admin.userId) },
  }),
  'DELETE /api/account/sessions/others': async (shop, caller) => {
    await shop.openSession(caller?.userId || shop.admin.userId)
    return {}
  },
  'DELETE /api/account/sessions': nothing,
  'GET /api/client': async () => ({
    query: {
      page: '1',
      limit: '10',
      search: 'an',
      debt: 'false',
      ready: 'false',
      recent: 'false',
      from: '2026-01-01',
      to: '2026-12-31',
      sort: '-name',
    },
  }),
  'GET /api/client/same': async (shop) => {
    const { firstName, lastNames, phone, id } = shop.client
    return { query: { firstName, lastNames, phone, exceptId: id } }
  },
  'GET /api/client/:id': theClient,
  'POST /api/client/:id/access': theClient,
  'POST /api/client/:id/access-link': theClient,
  'GET /api/client/:id/devices': theClient,
  'DELETE /api/client/:id/devices/:deviceId': async (shop) => ({
    params: { id: shop.client.id, deviceId: await shop.addClientDevice(shop.client.id) },
  }),
  'GET /api/clients/:id/account': theClient,
  'GET /api/clients/:id/packages': async (shop) => ({
    params: { id: shop.client.id },
    query: { page: '1', limit: '10', delivered: 'false' },
  }),
  'GET /api/search': async (shop) => ({ query: { q: shop.client.casillero } }),
  'POST /api/client': async (shop) => ({ body: clientBody(shop) }),
  'PUT /api/client/:id': async (shop) => {
    const { id, version } = await shop.addClient()
    return { params: { id }, body: { ...clientBody(shop), version } }
  },
  'DELETE /api/client/:id': async (shop) => ({ params: { id: (await shop.addClient()).id } }),
  'POST /api/clients/:id/merge': async (shop) => {
    const { id } = await shop.addClient({ firstName: 'Anita' })
    await shop.receive({ clientId: id })
    return { params: { id }, body: { intoClientId: shop.client.id } }
  },
  ...catalogueCalls,
  'GET /api/currencies/active': nothing,
  'GET /api/currencies/:id/rates': async (shop) => {
    const { id } = await addCurrency(shop)
    await shop.admin.ok('PUT /api/currencies/:id', { params: { id }, body: { ...currencyBody(), rateCompra: 8.5 } })
    return { params: { id }, query: { page: '1', limit: '10', search: '' } }
  },
  'PATCH /api/currencies/:id/set-default': async (shop) => ({ params: { id: (await addCurrency(shop)).id } }),
  'GET /api/clients/:id/to-bill': async (shop) => ({ params: { id: shop.client.id } }),
  'GET /api/shipping-methods/active': nothing,
  'GET /api/shipping-methods/default': nothing,
  'PUT /api/shipping-methods/:id/toggle-active': async (shop) => ({
    params: { id: (await addShippingMethod(shop)).id },
  }),
  'PUT /api/shipping-methods/:id/set-default': async (shop) => ({ params: { id: (await addShippingMethod(shop)).id } }),
  ...packageCalls,
  'GET /api/invoices': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      search: 'ana',
      status: 'pending',
      clientId: shop.client.id,
      from: '2026-01-01',
      to: '2026-12-31',
      currencyId: shop.usd,
      debt: 'true',
      createdBy: shop.admin.userId,
      sort: 'number',
      includeVoided: 'true',
    },
  }),
  'GET /api/invoices/:id': async (shop) => ({ params: { id: (await addInvoice(shop)).id } }),
  'POST /api/invoices': async (shop) => ({ body: await invoiceBody(shop) }),
  'POST /api/invoices/:id/payments': async (shop) => ({
    params: { id: (await addInvoice(shop)).id },
    body: {
      total: 1000,
      method: 'cash',
      reference: 'Recibo 7',
      currencyId: shop.nio,
      cashSessionId: (await openCashSession(shop)).id,
      change: [
        { currencyId: shop.nio, amount: 100, kind: 'cash' },
        { currencyId: shop.usd, kind: 'credit' },
      ],
      changeReason: 'Así lo pidió el cliente',
    },
  }),
  'GET /api/invoices/:id/void': async (shop) => ({ params: { id: (await addInvoice(shop)).id } }),
  'DELETE /api/invoices/:id': async (shop) => ({
    params: { id: (await addInvoice(shop)).id },
    query: { refund: 'cash', reference: 'BAC 7', cashSessionId: (await openCashSession(shop)).id },
  }),
  ...moneyCalls,
  ...prealertCalls,
  ...signupCalls,
  ...handoverCalls,
  ...consignmentCalls,
  ...staffCalls,
  ...messageCalls,
  'GET /api/dashboard': nothing,
  'GET /api/dashboard/charts': nothing,
  'GET /api/reports/:name': async () => ({
    params: { name: 'pounds-by-client' as const },
    query: { from: '2026-11-01', to: '2026-11-30', beforeFrom: '2026-10-01', beforeTo: '2026-10-31' },
  }),
  ...importCalls,
  ...programCalls,
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
    query: {
      format: 'xlsx',
      search: 'Managua',
      status: 'all',
      methodId: shop.methodId,
      city: 'León',
      department: 'León',
      ...days,
    },
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
  'GET /api/audit': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      entity: 'clients',
      userId: shop.admin.userId,
      from: '2026-01-01',
      to: '2099-12-31',
    },
  }),
}

export const isCall = (name: string): name is Call => Object.hasOwn(sampleCalls, name)

/** What a call sends, as loops over all calls see it. */
export type Sample = {
  from?: string
  headers?: Record<string, string>
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
}

export type SampledCall = { name: Call; endpoint: Endpoint; sample(shop: Shop, caller?: Actor): Promise<Sample> }

/** Every call of the contract with its sample, for the loops over them. */
export const allCalls: readonly SampledCall[] = allEndpoints.map((endpoint) => {
  const name = `${endpoint.method} ${endpoint.path}`
  if (!isCall(name)) throw new Error(`${name} has no sample`)
  return { name, endpoint, sample: async (shop, caller) => await sampleCalls[name](shop, caller) }
})

/** The calls of the operator's staff, which reach other companies. */
export const isOperators = ({ who }: Endpoint): boolean => who === 'companies.manage'

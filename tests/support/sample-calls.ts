import { hashPassword } from '../../server/src/platform/auth/password.ts'
import type { Actor, Call, Sent } from './actor.ts'
import {
  clientBody,
  companyBody,
  currencyBody,
  invoiceBody,
  newUserBody,
  packageBody,
  shippingMethodBody,
  statusBody,
  tariffBody,
} from './sample-bodies.ts'
import { cashCalls } from './sample-cash-calls.ts'
import { handoverCalls } from './sample-handover-calls.ts'
import { messageCalls } from './sample-message-calls.ts'
import { moneyCalls } from './sample-money-calls.ts'
import { paperCalls } from './sample-paper-calls.ts'
import {
  addCurrency,
  addInvoice,
  addShippingMethod,
  addStatus,
  addTariff,
  findTemplate,
  openCashSession,
} from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

const sampleHash = hashPassword(samplePassword)

const nothing = async () => ({})
const theClient = async (shop: Shop) => ({ params: { id: shop.client.id } })

/**
 * Makes the input with which each call of the contract succeeds for an admin of the shop, on rows of its own; the operator's
 * calls succeed for an operator's admin, on the shop. A call without a sample does not compile, so that every loop over the
 * contract knows it. `caller` makes the call where it is about the caller's own account; left out, the shop's admin does.
 */
export const sampleCalls: { [K in Call]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
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
  'GET /api/companies/info': nothing,
  'PUT /api/companies/update': async () => ({
    body: {
      ...companyBody(),
      casilleroPrefix: 'ABC',
      invoiceFooter: 'Gracias por su preferencia',
      requiresCashSession: false,
      requiresPaidHandover: false,
    },
  }),
  'GET /api/company/info': nothing,
  'GET /api/client': async () => ({ query: { page: '1', limit: '10', search: 'an' } }),
  'GET /api/client/same': async (shop) => {
    const { firstName, lastNames, phone, id } = shop.client
    return { query: { firstName, lastNames, phone, exceptId: id } }
  },
  'GET /api/client/:id': theClient,
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
  'GET /api/tariffs': async () => ({ query: { page: '1', limit: '10', search: 'a', isActive: 'true', type: 'aereo' } }),
  'POST /api/tariffs': async () => ({ body: tariffBody() }),
  'PUT /api/tariffs/:id': async (shop) => ({ params: { id: (await addTariff(shop)).id }, body: tariffBody() }),
  'DELETE /api/tariffs/:id': async (shop) => ({ params: { id: (await addTariff(shop)).id } }),
  'GET /api/statuses': nothing,
  'POST /api/statuses': async (shop) => ({
    body: { ...statusBody(), orderPosition: 2, templateId: (await findTemplate(shop)).id },
  }),
  'PUT /api/statuses/:id': async (shop) => {
    const { id, version } = await addStatus(shop)
    return {
      params: { id },
      body: { ...statusBody(), orderPosition: 3, templateId: (await findTemplate(shop)).id, version },
    }
  },
  'DELETE /api/statuses/:id': async (shop) => ({ params: { id: (await addStatus(shop)).id } }),
  'GET /api/currencies': async () => ({ query: { page: '1', limit: '10', search: 'cor' } }),
  'GET /api/currencies/active': nothing,
  'GET /api/currencies/:id/rates': async (shop) => {
    const { id } = await addCurrency(shop)
    await shop.admin.ok('PUT /api/currencies/:id', { params: { id }, body: { ...currencyBody(), rateCompra: 8.5 } })
    return { params: { id }, query: { page: '1', limit: '10', search: '' } }
  },
  'POST /api/currencies': async () => ({ body: currencyBody() }),
  'PUT /api/currencies/:id': async (shop) => {
    const { id, version } = await addCurrency(shop)
    return { params: { id }, body: { ...currencyBody(), rateCompra: 8.5, version } }
  },
  'PATCH /api/currencies/:id/set-default': async (shop) => ({ params: { id: (await addCurrency(shop)).id } }),
  'DELETE /api/currencies/:id': async (shop) => ({ params: { id: (await addCurrency(shop)).id } }),
  'GET /api/shipping-methods': async () => ({ query: { includeInactive: 'true' } }),
  'GET /api/shipping-methods/active': nothing,
  'GET /api/shipping-methods/default': nothing,
  'POST /api/shipping-methods': async () => ({ body: shippingMethodBody() }),
  'PUT /api/shipping-methods/:id': async (shop) => {
    const { id, version } = await addShippingMethod(shop)
    return { params: { id }, body: { ...shippingMethodBody(), version } }
  },
  'PUT /api/shipping-methods/:id/toggle-active': async (shop) => ({
    params: { id: (await addShippingMethod(shop)).id },
  }),
  'PUT /api/shipping-methods/:id/set-default': async (shop) => ({ params: { id: (await addShippingMethod(shop)).id } }),
  'DELETE /api/shipping-methods/:id': async (shop) => ({ params: { id: (await addShippingMethod(shop)).id } }),
  'GET /api/packages': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      search: 'ana',
      clientId: shop.client.id,
      statusId: shop.statuses.ready,
      invoiced: 'false',
    },
  }),
  'GET /api/packages/:id': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'GET /api/packages/same-tracking': async (shop) => {
    const { id, tracking } = await shop.receive()
    return { query: { tracking: tracking ?? '', exceptId: id } }
  },
  'POST /api/packages': async (shop) => ({ body: packageBody(shop) }),
  'PUT /api/packages/:id': async (shop) => {
    const { id, version } = await shop.receive()
    return { params: { id }, body: { ...packageBody(shop), version } }
  },
  'PATCH /api/packages/status': async (shop) => {
    const packages = await shop.receiveMany(2)
    const packageIds = packages.map(({ id }) => id)
    return { body: { packageIds, statusId: shop.statuses.delivered, comment: 'En la tarde', undoable: true } }
  },
  'POST /api/packages/status/preview': async (shop) => ({
    body: { packageIds: [(await shop.receive()).id], statusId: shop.statuses.delivered },
  }),
  'POST /api/packages/status/:id/undo': async (shop, caller = shop.admin) => {
    // Not the final status, which a hand-over alone sets where an odd value has switched that on.
    const body = { packageIds: [(await shop.receive()).id], statusId: shop.statuses.inCustoms, undoable: true }
    const own = await caller.send('PATCH /api/packages/status', { body })
    const made = own.statusCode === 200 ? own.json() : await shop.admin.ok('PATCH /api/packages/status', { body })
    return { params: { id: made.data.changeId } }
  },
  'DELETE /api/packages/:id': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'GET /api/invoices': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      search: 'ana',
      status: 'pending',
      clientId: shop.client.id,
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
    },
  }),
  'DELETE /api/invoices/:id': async (shop) => ({
    params: { id: (await addInvoice(shop)).id },
    query: { refund: 'cash', reference: 'BAC 7', cashSessionId: (await openCashSession(shop)).id },
  }),
  ...moneyCalls,
  ...handoverCalls,
  ...paperCalls,
  ...cashCalls,
  'GET /api/users': async () => ({ query: { page: '1', limit: '10', search: 'prueba' } }),
  'GET /api/users/:id': async (shop) => ({ params: { id: (await shop.addUser('user')).userId } }),
  'POST /api/users': async () => ({ body: newUserBody() }),
  'PUT /api/users/:id': async (shop) => ({
    params: { id: (await shop.addUser('user')).userId },
    body: { ...newUserBody(), status: 'active', version: 1 },
  }),
  'DELETE /api/users/:id': async (shop) => ({ params: { id: (await shop.addUser('user')).userId } }),
  'GET /api/companies/get-all-companies': nothing,
  'POST /api/companies/create-company': async () => ({
    body: {
      ...companyBody(),
      subdomain: newMark(),
      adminFirstName: 'Rosa',
      adminLastName: 'Peña',
      adminEmail: 'rosa@correo.test',
      adminPassword: samplePassword,
      requiresPaidHandover: true,
    },
  }),
  'PUT /api/companies/update-company/:id': async (shop) => ({ params: { id: shop.id }, body: companyBody() }),
  'PUT /api/companies/change-status/:id': async (shop) => ({ params: { id: shop.id }, body: { status: 'active' } }),
  'GET /api/companies/:id/users': async (shop) => ({
    params: { id: shop.id },
    query: { page: '1', limit: '10', search: 'prueba' },
  }),
  'POST /api/companies/:id/users': async (shop) => ({ params: { id: shop.id }, body: newUserBody() }),
  'PUT /api/companies/:id/users/:userId': async (shop) => ({
    params: { id: shop.id, userId: (await shop.addUser('user')).userId },
    body: { ...newUserBody(), status: 'active', version: 1 },
  }),
  'DELETE /api/companies/:id/users/:userId': async (shop) => ({
    params: { id: shop.id, userId: (await shop.addUser('user')).userId },
  }),
  ...messageCalls,
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

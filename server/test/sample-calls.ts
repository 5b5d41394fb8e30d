import { hashPassword } from '../src/platform/password.ts'
import { phoneOfNicaragua, type Shop } from './shop.ts'
import { type Call, newMark, type Sent } from './world.ts'

/** The password of everybody whom the sample of a sign-in adds. */
export const samplePassword = 'una clave de prueba'
const sampleHash = hashPassword(samplePassword)

const nothing = async () => ({})

/**
 * For every call of the contract what makes it succeed for an admin of the shop, on rows made for it. A call without a
 * sample does not compile, so that every loop over the contract knows it.
 */
export const sampleCalls: { [K in Call]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/health': nothing,
  'POST /api/auth/login': async (shop) => {
    const email = `${newMark()}@casillero.test`
    await shop.addUser('user', { email, passwordHash: await sampleHash })
    return { body: { identifier: email, password: samplePassword } }
  },
  'GET /api/auth/me': nothing,
  'POST /api/auth/logout': nothing,
  'GET /api/companies/info': nothing,
  'GET /api/company/info': nothing,
  'GET /api/client': async () => ({ query: { page: '1', limit: '10', search: 'an' } }),
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
  'GET /api/currencies': async () => ({ query: { page: '1', limit: '10', search: 'cor' } }),
  'GET /api/currencies/active': nothing,
  'GET /api/shipping-methods': async () => ({ query: { includeInactive: 'true' } }),
  'GET /api/shipping-methods/active': nothing,
  'GET /api/shipping-methods/default': nothing,
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
    const boxes = await shop.receiveMany(2)
    return { body: { packageIds: boxes.map(({ id }) => id), statusId: shop.statuses.delivered } }
  },
  'DELETE /api/packages/:id': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'GET /api/invoices': async () => ({
    query: { page: '1', limit: '10', search: 'ana', status: 'pending', includeVoided: 'true' },
  }),
  'GET /api/invoices/:id': async (shop) => ({ params: { id: (await addInvoice(shop)).id } }),
  'POST /api/invoices': async (shop) => ({ body: await invoiceBody(shop) }),
  'POST /api/invoices/:id/payments': async (shop) => ({
    params: { id: (await addInvoice(shop)).id },
    body: { total: 1, method: 'cash', reference: 'Recibo 7', currencyId: shop.nio },
  }),
  'DELETE /api/invoices/:id': async (shop) => ({ params: { id: (await addInvoice(shop)).id } }),
}

const clientBody = (shop: Shop) => ({
  firstName: 'María',
  middleName: 'José',
  lastNames: 'Peña Ñurinda',
  phone: phoneOfNicaragua,
  email: 'maria@correo.test',
  address: 'De la rotonda 2c al sur',
  city: 'Managua',
  department: 'Managua',
  defaultTariffMaritimoId: shop.sea.id,
  defaultTariffAereoId: shop.air.id,
})

const tariffBody = () => ({
  name: `Tarifa ${newMark()}`,
  type: 'aereo' as const,
  pricePerPound: 4.25,
  startDate: '2026-01-01',
  endDate: '2099-12-31',
  notes: 'Sin mínimo',
  isDefault: false,
  isActive: true,
})

const packageBody = (shop: Shop) => ({
  shippingMethod: 'aereo' as const,
  clientId: shop.client.id,
  tariffId: shop.air.id,
  statusId: shop.statuses.received,
  tracking: newMark(),
  warehouseTracking: newMark(),
  weight: 3.1,
  description: 'Zapatos',
  contents: 'Un par',
  provider: 'Tienda',
  clientPackageName: 'Lo mío',
  comments: 'Frágil',
  discountType: 'percentage' as const,
  discountValue: 10,
  shouldNotifyStorage: false,
})

async function invoiceBody(shop: Shop) {
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.nio,
    shippingPrice: 50,
    shippingAddress: 'De la rotonda 2c al sur',
    shippingCity: 'Managua',
    shippingDepartment: 'Managua',
    comments: 'Antes de las 5',
  }
  const payments = [{ total: 1, method: 'transfer' as const, reference: 'BAC 17', currencyId: shop.nio }]
  const discount = { generalDiscountType: 'percentage' as const, generalDiscountValue: 10 }
  return shop.billOf(await shop.receiveMany(2), { shipping, payments, ...discount })
}

const addTariff = async (shop: Shop) => (await shop.admin.ok('POST /api/tariffs', { body: tariffBody() })).data
const addInvoice = async (shop: Shop) => shop.invoice(await shop.receiveMany(1))

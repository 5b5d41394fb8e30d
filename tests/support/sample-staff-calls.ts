import { proposedHours } from '@casillero/shared/domain/opening-hours'
import type { Call, Sent } from './actor.ts'
import { companyBody, newUserBody } from './sample-bodies.ts'
import type { Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

type StaffCall = Exclude<
  Extract<
    Call,
    `${string} /api/users${string}` | `${string} /api/companies/${string}` | `${string} /api/company/${string}`
  >,
  `${string} /api/companies/waha-${string}` | `${string}/export` | `${string}/second-step`
>

const nothing = async () => ({})

/** The samples of the calls of users and of companies, their own and those of the installation. */
export const staffCalls: { [K in StaffCall]: (shop: Shop) => Promise<Sent<K>> } = {
  'GET /api/companies/info': nothing,
  'PUT /api/companies/update': async () => ({
    body: {
      ...companyBody(),
      casilleroPrefix: 'ABC',
      invoiceFooter: 'Gracias por su preferencia',
      requiresCashSession: false,
      requiresPaidHandover: false,
      allowsCashOnDelivery: false,
      waitingReminderDays: 5,
      hasPublicTracking: true,
      openingHours: proposedHours,
      usAddress: '{{nombre}} {{casillero}}\n8260 NW 70th St',
      paymentAccounts: [{ bank: 'BAC', currency: 'C$', number: '361234567', holder: 'Envíos Express' }],
      printsPaymentAccounts: true,
      hasPrealertNotice: true,
      photoDays: 60,
      secondStepOf: 'none',
    },
  }),
  'GET /api/company/info': nothing,
  'GET /api/users': async () => ({ query: { page: '1', limit: '10', search: 'prueba' } }),
  'GET /api/users/:id': async (shop) => ({ params: { id: (await shop.addUser('user')).userId } }),
  'POST /api/users': async () => ({ body: newUserBody() }),
  'PUT /api/users/:id': async (shop) => ({
    params: { id: (await shop.addUser('user')).userId },
    body: { ...newUserBody(), status: 'active', version: 1 },
  }),
  'DELETE /api/users/:id': async (shop) => ({ params: { id: (await shop.addUser('user')).userId } }),
  'GET /api/companies/get-all-companies': nothing,
  'GET /api/companies/servers': nothing,
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
}

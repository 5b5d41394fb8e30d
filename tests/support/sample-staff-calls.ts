import { proposedHours } from '@casillero/shared/domain/opening-hours'
import type { Actor } from './actor.ts'
import { createAuthenticator } from './authenticator.ts'
import { computeCode } from './compute-code.ts'
import { companyBody, newUserBody } from './sample-bodies.ts'
import type { Samples } from './sample-calls.ts'
import { activateApp, addPasskey, addPerson, askStep } from './second-step.ts'
import type { Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

const nothing = async () => ({})

const password = { currentPassword: samplePassword }

/** Makes a ticket with which a user makes the second step that the company asks for. */
async function askToActivate(shop: Shop): Promise<string> {
  const { email } = await addPerson(shop, 'admin')
  const ask = (secondStepOf: 'none' | 'admins') =>
    shop.admin.ok('PUT /api/companies/update', { body: { secondStepOf } })
  await ask('admins')
  const { ticket } = await askStep(shop, email)
  await ask('none')
  return ticket
}

/** Chooses who prepares a call about the own account: its caller, or the shop's admin for one who is not signed in. */
async function choosePreparer(shop: Shop, caller = shop.admin): Promise<Actor> {
  return (await caller.send('GET /api/auth/me')).statusCode === 200 ? caller : shop.admin
}

/** The samples of the calls of users and of companies, their own and those of the installation. */
export const staffCalls = {
  'GET /api/companies/info': nothing,
  'PUT /api/companies/update': async (shop) => ({
    body: {
      ...companyBody(),
      casilleroPrefix: 'ABC',
      invoiceFooter: 'Gracias por su preferencia',
      requiresCashSession: false,
      requiresPaidHandover: false,
      allowsCashOnDelivery: false,
      waitingReminderDays: 5,
      hasPublicTracking: true,
      hasPublicTariffs: true,
      publicTariffIds: [shop.air.id],
      signUp: 'automatic',
      terms: 'https://envios.example/terminos',
      openingHours: proposedHours,
      usAddress: '{{nombre}} {{casillero}}\n8260 NW 70th St',
      paymentAccounts: [{ bank: 'BAC', currency: 'C$', number: '361234567', holder: 'Envíos Express' }],
      printsPaymentAccounts: true,
      hasPrealertNotice: true,
      hasVoucherNotice: true,
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
  'POST /api/auth/second-step': async (shop) => {
    const { email, actor } = await addPerson(shop)
    const { secret } = await activateApp(actor)
    const { ticket } = await askStep(shop, email)
    return { body: { ticket, method: 'app', code: computeCode(secret, Date.now() + 30_000), trust: true } }
  },
  'POST /api/auth/second-step/passkey': async (shop) => {
    const { email, actor } = await addPerson(shop)
    await addPasskey(shop, actor)
    return { body: { ticket: (await askStep(shop, email)).ticket, device: 'un-navegador-de-prueba' } }
  },
  'POST /api/auth/second-step/activation': async (shop) => ({ body: { ticket: await askToActivate(shop) } }),
  'POST /api/auth/second-step/activation/confirm': async (shop) => {
    const ticket = await askToActivate(shop)
    const { secret } = (await shop.anonymous.ok('POST /api/auth/second-step/activation', { body: { ticket } })).data
    return { body: { ticket, code: computeCode(secret, Date.now()) } }
  },
  'POST /api/auth/second-step/later': async (shop) => ({ body: { ticket: await askToActivate(shop) } }),
  'GET /api/account/second-step': async () => ({}),
  'POST /api/account/second-step/app': async () => ({ body: password }),
  'POST /api/account/second-step/app/confirm': async (shop, sender) => {
    const caller = await choosePreparer(shop, sender)
    const { secret } = (await caller.ok('POST /api/account/second-step/app', { body: password })).data
    return { body: { code: computeCode(secret, Date.now()) } }
  },
  'POST /api/account/second-step/recovery-codes': async (shop, sender) => {
    const caller = await choosePreparer(shop, sender)
    await activateApp(caller)
    return { body: password }
  },
  'POST /api/account/second-step/remove': async (shop, sender) => {
    const caller = await choosePreparer(shop, sender)
    await activateApp(caller)
    return { body: password }
  },
  'POST /api/account/passkeys/challenge': async () => ({ body: password }),
  'POST /api/account/passkeys': async (shop, sender) => {
    const caller = await choosePreparer(shop, sender)
    const options = (await caller.ok('POST /api/account/passkeys/challenge', { body: password })).data
    return { body: { name: 'Laptop', response: createAuthenticator(`http://${shop.host}`).make(options) } }
  },
  'PUT /api/account/passkeys/:id': async (shop, sender) => ({
    params: { id: (await addPasskey(shop, await choosePreparer(shop, sender))).id },
    body: { name: 'Teléfono' },
  }),
  'DELETE /api/account/passkeys/:id': async (shop, sender) => {
    const caller = await choosePreparer(shop, sender)
    await activateApp(caller)
    return { params: { id: (await addPasskey(shop, caller)).id } }
  },
  'GET /api/users/:id/second-step': async (shop) => ({ params: { id: (await shop.addUser('user')).userId } }),
  'DELETE /api/users/:id/second-step': async (shop) => {
    const { actor } = await addPerson(shop)
    await activateApp(actor)
    return { params: { id: actor.userId } }
  },
} satisfies Partial<Samples>

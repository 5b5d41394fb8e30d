import { proposedHours } from '@casillero/shared/domain/opening-hours'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { sendCompanyForm } from '../../../../tests/support/company-form.ts'
import { rowsOf } from '../../../../tests/support/company-rows.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'

const world = openWorld()
const account = { bank: 'BAC', currency: 'C$', number: '361234567', holder: 'Envíos Express' }

const call = 'PUT /api/companies/update'
const info = async (actor: Actor) => (await actor.ok('GET /api/companies/info')).company

const contact = {
  name: 'Envíos Ñandú, S. A.',
  ruc: 'J0310000123456',
  address: 'Km 5, Managua',
  phone: '2222-0000',
  email: 'hola@nandu.test',
}

test('the own company is changed as JSON, and both addresses and the session give every user the new data', async () => {
  const { admin, viewer, anonymous, subdomain, host } = await world.openCompany()
  const { company } = await admin.ok(call, { body: { ...contact, casilleroPrefix: ' nan ' } })
  const expected = {
    ...contact,
    logoUrl: null,
    subdomain,
    casilleroPrefix: 'NAN',
    requiresCashSession: false,
    requiresPaidHandover: false,
    allowsCashOnDelivery: false,
    waitingReminderDays: null,
    invoiceFooter: null,
    hasPublicTracking: false,
    hasPublicTariffs: false,
    publicTariffIds: [],
    signUp: 'off',
    terms: null,
    openingHours: null,
    usAddress: null,
    paymentAccounts: [],
    printsPaymentAccounts: false,
    hasPrealertNotice: false,
    hasVoucherNotice: false,
    photoDays: 90,
    secondStepOf: 'none',
    version: 2,
  }
  expect(company).toEqual(expected)
  expect(await info(viewer)).toEqual(expected)
  expect((await viewer.ok('GET /api/company/info')).company).toEqual(expected)
  expect((await viewer.ok('GET /api/auth/me')).company.name).toBe(contact.name)
  expect((await anonymous.send('GET /api/health', { headers: { host } })).json().company).toBe(contact.name)
})

test('the own company is changed as a form, whose fields are text', async () => {
  const company = await world.openCompany()
  const values = {
    ...contact,
    casilleroPrefix: 'abcde',
    requiresCashSession: 'true',
    requiresPaidHandover: 'true',
    allowsCashOnDelivery: 'true',
    waitingReminderDays: '12',
    invoiceFooter: 'Gracias',
    hasPublicTracking: 'true',
    hasPublicTariffs: 'false',
    publicTariffIds: '[]',
    signUp: 'automatic',
    terms: 'Se paga al retirar.',
    openingHours: JSON.stringify(proposedHours),
    usAddress: '{{nombre}}\n8260 NW 70th St',
    paymentAccounts: JSON.stringify([account]),
    printsPaymentAccounts: 'true',
    hasPrealertNotice: 'true',
    hasVoucherNotice: 'true',
    photoDays: '120',
    secondStepOf: 'admins',
    version: '1',
  }
  const parts = Object.entries(values).map(([name, content]) => ({ name, content }))
  const answer = await sendCompanyForm(world, company, parts)
  expect([answer.statusCode, answer.json().company]).toEqual([
    200,
    {
      ...contact,
      logoUrl: null,
      subdomain: company.subdomain,
      casilleroPrefix: 'ABCDE',
      requiresCashSession: true,
      requiresPaidHandover: true,
      allowsCashOnDelivery: true,
      waitingReminderDays: 12,
      invoiceFooter: 'Gracias',
      hasPublicTracking: true,
      hasPublicTariffs: false,
      publicTariffIds: [],
      signUp: 'automatic',
      terms: 'Se paga al retirar.',
      openingHours: proposedHours,
      usAddress: '{{nombre}}\n8260 NW 70th St',
      paymentAccounts: [account],
      printsPaymentAccounts: true,
      hasPrealertNotice: true,
      hasVoucherNotice: true,
      photoDays: 120,
      secondStepOf: 'admins',
      version: 2,
    },
  ])
})

test('the own company loses fields that are sent empty, and its prefix only when that is sent', async () => {
  const { admin } = await world.openCompany()
  await admin.ok(call, { body: { ...contact, casilleroPrefix: 'NAN' } })
  const empty = { name: contact.name, ruc: '', address: ' ', phone: '', email: '' }
  const { company } = await admin.ok(call, { body: empty })
  expect(company).toMatchObject({ ruc: null, address: null, phone: null, email: null, casilleroPrefix: 'NAN' })
  expect((await admin.ok(call, { body: { ...empty, casilleroPrefix: '' } })).company.casilleroPrefix).toBeNull()
})

test.each<[values: object, fields: object]>([
  [{ name: '' }, { name: 'El nombre es requerido' }],
  [{ name: 'x'.repeat(121) }, { name: 'Máximo 120 caracteres' }],
  [{ name: 'a\ud800b' }, { name: 'Contiene caracteres no permitidos' }],
  [{ email: 'hola' }, { email: 'Ingrese un correo electrónico válido' }],
  ...['A', 'ABCDEF', 'A1', 'ÑA', 'A B', '../', "A'"].map((casilleroPrefix): [object, object] => [
    { casilleroPrefix },
    { casilleroPrefix: 'El prefijo debe tener de 2 a 5 letras' },
  ]),
  [{ version: 'x' }, { version: expect.any(String) }],
])('the own company with %j is refused under the field, and stays', async (values, fields) => {
  const { admin, id } = await world.openCompany()
  const before = await rowsOf(world.owner, id)
  const body = JSON.parse(JSON.stringify({ ...contact, ...values }))
  const refused = await admin.refused(call, { body })
  expect(refused).toMatchObject({ status: 400, code: 'invalid', fields })
  expect(await rowsOf(world.owner, id)).toEqual(before)
})

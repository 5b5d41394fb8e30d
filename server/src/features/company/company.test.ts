import { proposedHours } from '@casillero/shared/domain/opening-hours'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { namePart, sendCompanyForm } from '../../../../tests/support/company-form.ts'
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
    openingHours: null,
    usAddress: null,
    paymentAccounts: [],
    printsPaymentAccounts: false,
    hasPrealertNotice: false,
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
    openingHours: JSON.stringify(proposedHours),
    usAddress: '{{nombre}}\n8260 NW 70th St',
    paymentAccounts: JSON.stringify([account]),
    printsPaymentAccounts: 'true',
    hasPrealertNotice: 'true',
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
      openingHours: proposedHours,
      usAddress: '{{nombre}}\n8260 NW 70th St',
      paymentAccounts: [account],
      printsPaymentAccounts: true,
      hasPrealertNotice: true,
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

test('the own company keeps its subdomain, its status and other fields that its admins may not change', async () => {
  const { admin, id, subdomain } = await world.openCompany()
  const body = { ...contact, subdomain: 'otra', status: 'suspended', isOperator: true, logoUrl: '/x', id: 'x' }
  expect((await admin.ok(call, { body })).company).toMatchObject({ subdomain, logoUrl: null })
  const { rows } = await world.owner.query('select subdomain, status, is_operator from companies where id = $1', [id])
  expect(rows).toEqual([{ subdomain, status: 'active', is_operator: false }])
})

test.each<[values: object, fields: object]>([
  [{ name: '' }, { name: 'El nombre es requerido' }],
  [{ name: '   ' }, { name: 'El nombre es requerido' }],
  [{ name: null }, { name: 'El nombre es requerido' }],
  [{ name: 'x'.repeat(121) }, { name: 'Máximo 120 caracteres' }],
  [{ name: 'a\ud800b' }, { name: 'Contiene caracteres no permitidos' }],
  [{ email: 'hola' }, { email: 'Ingrese un correo electrónico válido' }],
  [{ email: 'hola@nandu' }, { email: 'Ingrese un correo electrónico válido' }],
  [{ email: 'a b@nandu.test' }, { email: 'Ingrese un correo electrónico válido' }],
  [{ ruc: 'x'.repeat(41) }, { ruc: 'Máximo 40 caracteres' }],
  [{ address: 'x'.repeat(301) }, { address: 'Máximo 300 caracteres' }],
  ...['A', 'ABCDEF', 'A1', 'ÑA', 'A B', '../', "A'"].map((casilleroPrefix): [object, object] => [
    { casilleroPrefix },
    { casilleroPrefix: 'El prefijo debe tener de 2 a 5 letras' },
  ]),
  [{ version: 'x' }, { version: expect.any(String) }],
  [{ name: { first: 'x' } }, { name: 'El nombre es requerido' }],
])('the own company with %j is refused under the field, and stays', async (values, fields) => {
  const { admin, id } = await world.openCompany()
  const before = await rowsOf(world.owner, id)
  const body = JSON.parse(JSON.stringify({ ...contact, ...values }))
  const refused = await admin.refused(call, { body })
  expect(refused).toMatchObject({ status: 400, code: 'invalid', fields })
  expect(await rowsOf(world.owner, id)).toEqual(before)
})

test('the own company gives its prefix to new clients only', async () => {
  const { admin } = await world.openCompany()
  const addClient = async () => {
    const body = { firstName: 'Ana', lastNames: 'Núñez', phone: '50586904417' }
    return (await admin.ok('POST /api/client', { body })).data
  }
  const first = await addClient()
  for (const casilleroPrefix of ['QW', 'ZYXWV']) {
    await admin.ok(call, { body: { name: 'Nueva', casilleroPrefix } })
    expect((await addClient()).casillero).toMatch(new RegExp(`^${casilleroPrefix}\\d{4}$`))
  }
  const { data } = await admin.ok('GET /api/client', { query: { search: first.casillero } })
  expect(data.map(({ id }) => id)).toEqual([first.id])
})

test('the own company is not saved over a newer version of it: of two who saw the same, one reloads', async () => {
  const { admin, addUser } = await world.openCompany()
  const other = await addUser('admin')
  for (let version = 1; version <= 10; version += 1) {
    const saves = [admin, other].map((actor, who) => actor.send(call, { body: { name: `Así ${who}`, version } }))
    const answers = await Promise.all(saves)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'stale' })
  }
})

test('the own company can be changed by its admins only, as JSON and as a form', async () => {
  const company = await world.openCompany()
  const before = await rowsOf(world.owner, company.id)
  for (const [actor, status] of [
    [company.viewer, 403],
    [company.user, 403],
    [company.anonymous, 401],
    [(await world.openCompany()).admin, 401],
  ] as const) {
    expect((await actor.send(call, { body: contact, headers: { host: company.host } })).statusCode).toBe(status)
    expect((await sendCompanyForm(world, company, [namePart], { actor })).statusCode).toBe(status)
  }
  expect(await rowsOf(world.owner, company.id)).toEqual(before)
})

import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua } from '../../../../tests/support/shop.ts'

const world = openWorld()

const ana = { firstName: 'Ana', lastNames: 'Núñez Báez', phone: phoneOfNicaragua }

const refusedDraft = (admin: Actor, values: object) =>
  admin.refused('POST /api/client', { body: { ...ana, ...values } })

test('a new client gets a casillero from the company’s letters and its own running number', async () => {
  const [demo, short] = [
    await world.openCompany({ subdomain: 'demo-managua' }),
    await world.openCompany({ subdomain: 'x-9' }),
  ]
  const add = async ({ admin }: { admin: Actor }) => (await admin.ok('POST /api/client', { body: ana })).data.casillero
  expect([await add(demo), await add(demo), await add(short), await add(demo)]).toEqual([
    'DEM0001',
    'DEM0002',
    'XXX0001',
    'DEM0003',
  ])
  await world.owner.query(`update companies set casillero_prefix = 'CGX' where id = $1`, [demo.id])
  expect(await add(demo), 'a prefix set later counts for new clients only').toBe('CGX0004')
  await world.owner.query(`update company_counters set last_number = 9999 where company_id = $1 and kind = 'client'`, [
    demo.id,
  ])
  expect(await add(demo)).toBe('CGX10000')
})

test('a new client is stored as typed, trimmed, with digits for a phone and null for empty fields', async () => {
  const { admin, air, sea } = await openShop(world)
  const { data } = await admin.ok('POST /api/client', {
    body: {
      firstName: '  María ',
      middleName: '',
      lastNames: 'Peña  Ñurinda ',
      phone: '+505 (8690)-44.17',
      email: ' maria@correo.test ',
      address: ' De la rotonda\n2c al sur ',
      city: '',
      defaultTariffMaritimoId: sea.id,
      defaultTariffAereoId: air.id,
    },
  })
  expect(data).toEqual({
    id: expect.any(String),
    casillero: expect.stringMatching(/^[A-Z]{3}0002$/),
    firstName: 'María',
    middleName: null,
    lastNames: 'Peña  Ñurinda',
    phone: '50586904417',
    secondPhone: null,
    isSecondPhoneProven: false,
    secondPhoneCode: null,
    email: 'maria@correo.test',
    address: 'De la rotonda\n2c al sur',
    city: null,
    department: null,
    cedula: null,
    creditLimit: null,
    defaultTariffMaritimoId: sea.id,
    defaultTariffAereoId: air.id,
    messagesAllowed: true,
    optOutText: null,
    formerCasilleros: [],
    heldAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    version: 1,
  })
})

test.each([
  [{ firstName: '' }, { firstName: 'El nombre es requerido' }],
  [{ lastNames: null }, { lastNames: 'Los apellidos son requeridos' }],
  [{ phone: '8690-CASA' }, { phone: 'Ingrese un número de teléfono válido' }],
  [{ phone: '1234567' }, { phone: 'Ingrese un número de teléfono válido para su país' }],
  [{ email: 'ana@' }, { email: 'Ingrese un correo electrónico válido' }],
  [{ firstName: 'x'.repeat(121) }, { firstName: 'Máximo 120 caracteres' }],
  [{ defaultTariffAereoId: 'x' }, { defaultTariffAereoId: 'Identificador no válido' }],
  [{ version: 0 }, { version: expect.any(String) }],
])('a new client with %j is refused under the field', async (values, fields) => {
  const { admin } = await world.openCompany()
  expect(await refusedDraft(admin, values)).toMatchObject({ status: 400, code: 'invalid', fields })
  expect((await admin.ok('GET /api/client')).pagination.total).toBe(0)
})

test('a new client is made once per key, and another client under the same key is refused with the name of the first', async () => {
  const { admin } = await world.openCompany({ subdomain: 'llave' })
  const headers = { 'idempotency-key': '0190c0de-0000-7000-8000-000000000001' }
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => admin.send('POST /api/client', { body: ana, headers })),
  )
  expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  expect((await admin.ok('GET /api/client')).pagination.total).toBe(1)
  const other = await admin.refused('POST /api/client', { body: { ...ana, firstName: 'Eva' }, headers })
  expect(other).toMatchObject({ status: 422, message: 'Este cliente ya se creó: LLA0001' })
})

test('a default tariff of a client is of its own type, active and within its dates', async () => {
  const { admin, air, sea } = await openShop(world)
  const add = async (values: object) =>
    (
      await admin.ok('POST /api/tariffs', {
        body: { name: 'Otra', type: 'aereo', pricePerPound: 1, ...values },
      })
    ).data.id
  const inactive = await add({ isActive: false })
  const expired = await add({ startDate: '2020-01-01', endDate: '2020-12-31' })
  const future = await add({ startDate: '2090-01-01', endDate: '2090-12-31' })
  const deleted = await add({})
  await admin.ok('DELETE /api/tariffs/:id', { params: { id: deleted } })
  for (const [defaultTariffAereoId, code] of [
    [sea.id, 'tariff_type_mismatch'],
    [inactive, 'tariff_not_available'],
    [expired, 'tariff_not_available'],
    [future, 'tariff_not_available'],
    [deleted, 'reference_not_found'],
  ]) {
    const refused = await refusedDraft(admin, { defaultTariffAereoId })
    expect(refused).toMatchObject({ status: 400, code, fields: { defaultTariffAereoId: refused.message } })
  }
  const refused = await refusedDraft(admin, { defaultTariffMaritimoId: air.id })
  expect(refused.fields).toEqual({ defaultTariffMaritimoId: 'La tarifa no corresponde al método de envío' })
})

test('a default tariff of a client is judged by Managua’s date', async () => {
  const { admin } = await openShop(world)
  const { data: tariff } = await admin.ok('POST /api/tariffs', {
    body: { name: 'Un día', type: 'aereo', pricePerPound: 1, startDate: '2026-11-20', endDate: '2026-11-20' },
  })
  const body = { ...ana, defaultTariffAereoId: tariff.id }
  const statusAt = async (instant: string) => {
    world.setTime(new Date(instant))
    await world.owner.query('update sessions set created_at = $1, last_seen_at = $1', [instant])
    const { statusCode } = await admin.send('POST /api/client', { body })
    world.setTime(undefined)
    return statusCode
  }
  expect(await statusAt('2026-11-20T05:59:59Z')).toBe(400)
  expect(await statusAt('2026-11-20T06:00:00Z')).toBe(201)
  expect(await statusAt('2026-11-21T05:59:59Z')).toBe(201)
  expect(await statusAt('2026-11-21T06:00:00Z')).toBe(400)
})

test('a call keeps ten digits of North America with their 1, cuts an extension, asks for the plus of a country that no client has, and leaves a phone of before', async () => {
  const { admin, addClient, id } = await openShop(world)
  const keep = async (phone: string) => (await addClient({ phone })).phone
  expect([await keep('(954) 555-0123'), await keep('305-555-0142 ext. 5')]).toEqual(['19545550123', '13055550142'])
  const wrong = 'Ingrese un número de teléfono válido para su país'
  for (const phone of ['34600111222', '00000000', '505 869 0441'])
    expect(await refusedDraft(admin, { phone, secondPhone: phone })).toMatchObject({
      fields: { phone: wrong, secondPhone: wrong },
    })
  expect([await keep('+34 600 111 222'), await keep('34600111223')]).toEqual(['34600111222', '34600111223'])
  const old = await addClient()
  await world.owner.query(`update clients set phone = '9545550123' where company_id = $1 and id = $2`, [id, old.id])
  const change = (values: object) =>
    admin.ok('PUT /api/client/:id', { params: { id: old.id }, body: { ...ana, ...values } })
  expect((await change({ phone: '9545550123', city: 'León' })).data.phone).toBe('9545550123')
  expect((await change({ phone: '9545550124' })).data.phone).toBe('19545550124')
})

test('a default tariff of a client may stay when it has since expired', async () => {
  const { admin, air, addClient } = await openShop(world)
  const client = await addClient({ defaultTariffAereoId: air.id })
  const { name, type, pricePerPound } = air
  const body = { name, type, pricePerPound, isDefault: false, isActive: false }
  await admin.ok('PUT /api/tariffs/:id', { params: { id: air.id }, body })
  const change = { ...ana, city: 'León', defaultTariffAereoId: air.id }
  const { data } = await admin.ok('PUT /api/client/:id', { params: { id: client.id }, body: change })
  expect([data.city, data.defaultTariffAereoId]).toEqual(['León', air.id])
  expect(await refusedDraft(admin, { defaultTariffAereoId: air.id })).toMatchObject({ code: 'tariff_not_available' })
})

test('a client has a second phone until it is taken off, which finds them, and a call that names none leaves it', async () => {
  const { admin, client } = await openShop(world)
  const edit = async (secondPhone?: string) => {
    const body = { ...ana, ...(secondPhone === undefined ? {} : { secondPhone }) }
    const { data } = await admin.ok('PUT /api/client/:id', { params: { id: client.id }, body })
    const found = await admin.ok('GET /api/client', { query: { search: '88112233' } })
    return [data.secondPhone, found.data.length]
  }
  expect(await edit('8811-2233')).toEqual(['88112233', 1])
  expect(await edit()).toEqual(['88112233', 1])
  expect(await edit('')).toEqual([null, 0])
  const refusal = await admin.refused('PUT /api/client/:id', {
    params: { id: client.id },
    body: { ...ana, secondPhone: '5051234567' },
  })
  expect(refusal.fields).toEqual({ secondPhone: 'Ingrese un número de teléfono válido para su país' })
})

test('a client that is edited is found by the new name, and so are its packages and not its invoices', async () => {
  const { admin, client, receive, receiveMany, invoice } = await openShop(world)
  const { id: packageId } = await receive()
  const { id: invoiceId } = await invoice(await receiveMany(1))
  await admin.ok('PUT /api/client/:id', {
    params: { id: client.id },
    body: { ...ana, firstName: 'Zoraida', lastNames: 'Xochitl' },
  })
  const found = async (search: string) => {
    const query = { search }
    const [clients, packages, invoices] = await Promise.all([
      admin.ok('GET /api/client', { query }),
      admin.ok('GET /api/packages', { query }),
      admin.ok('GET /api/invoices', { query }),
    ])
    return [clients, packages, invoices].map(({ data }) => data.map(({ id }) => id))
  }
  const { data: courierPackage } = await admin.ok('GET /api/packages/:id', { params: { id: packageId } })
  expect(
    [courierPackage.client?.firstName, courierPackage.version],
    'a user who has the package open may still save it',
  ).toEqual(['Zoraida', 1])
  const [clients, packages, invoices] = await found('zoraida xoch')
  expect(clients).toEqual([client.id])
  expect(packages).toContain(packageId)
  expect(packages).toHaveLength(2)
  expect(invoices, 'an invoice keeps the name it was made with').toEqual([])
  expect(await found('nuñez')).toEqual([[], [], [invoiceId]])
})

const inUse = {
  status: 409,
  code: 'client_in_use',
  message: 'No se puede eliminar: el cliente tiene paquetes o facturas',
}

test('a client that is deleted is missing from lists, look-ups and searches, and its number is not used again', async () => {
  const { admin, addClient, client, invoiceBodyOf, receive } = await openShop(world)
  const deleted = await addClient({ firstName: 'Ida' })
  expect(await admin.ok('DELETE /api/client/:id', { params: { id: deleted.id } })).toEqual({
    success: true,
    data: null,
  })
  for (const query of [{}, { page: '1' }, { search: 'ida' }]) {
    const { data, pagination } = await admin.ok('GET /api/client', { query })
    expect(data.map(({ id }) => id)).not.toContain(deleted.id)
    expect(pagination.total).toBe(data.length)
  }
  const next = await addClient()
  expect(Number(next.casillero.slice(3))).toBe(Number(client.casillero.slice(3)) + 2)
  const courierPackage = await receive()
  const refused = await admin.refused('POST /api/invoices', {
    body: { ...invoiceBodyOf([courierPackage]), clientId: deleted.id },
  })
  expect(refused).toMatchObject({ status: 400, fields: { clientId: 'El registro elegido ya no existe' } })
})

test('a client that is deleted must have no packages; a client whose packages are deleted may be deleted', async () => {
  const { admin, addClient, receive } = await openShop(world)
  const params = { id: (await addClient()).id }
  const courierPackage = await receive({ clientId: params.id })
  expect(await admin.refused('DELETE /api/client/:id', { params })).toMatchObject(inUse)
  await admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })
  await admin.ok('DELETE /api/client/:id', { params })
})

test('a client that is deleted must have no invoices, voided ones included', async () => {
  const { admin, client, receiveMany, invoice } = await openShop(world)
  const packages = await receiveMany(1)
  const { id } = await invoice(packages)
  await admin.ok('DELETE /api/invoices/:id', { params: { id } })
  await admin.ok('DELETE /api/packages/:id', { params: { id: packages[0]?.id ?? '' } })
  expect(await admin.refused('DELETE /api/client/:id', { params: { id: client.id } })).toMatchObject(inUse)
})

import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()

const ana = { firstName: 'Ana', lastNames: 'Núñez Báez', phone: phoneOfNicaragua }

test('a client that is edited keeps casillero and id, even if others are sent', async () => {
  const { admin, client } = await openShop(world)
  const stolen = { id: absentId, casillero: 'MIO0001', companyId: 'x', company_id: 'x' }
  const { data } = await admin.ok('PUT /api/client/:id', {
    params: { id: client.id },
    body: { ...client, ...stolen, firstName: 'Eva', version: 1 },
  })
  expect(data).toEqual({ ...client, firstName: 'Eva', version: 2 })
})

test('a client that is edited is refused with an older version; without a version it overwrites', async () => {
  const { admin, client } = await openShop(world)
  const params = { id: client.id }
  await admin.ok('PUT /api/client/:id', { params, body: { ...ana, city: 'León', version: 1 } })
  const stale = await admin.refused('PUT /api/client/:id', { params, body: { ...ana, city: 'Estelí', version: 1 } })
  expect(stale).toMatchObject({ status: 409, code: 'stale' })
  const { data } = await admin.ok('PUT /api/client/:id', { params, body: { ...ana, city: 'Masaya' } })
  expect([data.city, data.version]).toEqual(['Masaya', 3])
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

test('a client that two users edit at the same moment is saved for one of them', async () => {
  const { admin, user, client } = await openShop(world)
  for (let version = 1; version <= 20; version += 1) {
    const edits = [admin, user].map((actor, who) =>
      actor.send('PUT /api/client/:id', { params: { id: client.id }, body: { ...ana, city: `C${who}`, version } }),
    )
    const statuses = (await Promise.all(edits)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 409])
  }
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

test('an edit of an unknown or deleted client is a 404', async () => {
  const { admin, addClient } = await openShop(world)
  const { id } = await addClient()
  await admin.ok('DELETE /api/client/:id', { params: { id } })
  for (const call of ['PUT /api/client/:id', 'DELETE /api/client/:id'] as const) {
    expect((await admin.refused(call, { params: { id }, body: ana })).status).toBe(404)
  }
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

test('a client that is deleted while a package of it arrives: either the package stays with its client or neither is there', async () => {
  const { admin, user, addClient, air } = await openShop(world)
  for (let round = 0; round < 20; round += 1) {
    const { id } = await addClient()
    const body = { shippingMethod: 'aereo' as const, clientId: id, tariffId: air.id, tracking: 'T' }
    const [removed, arrived] = await Promise.all([
      admin.send('DELETE /api/client/:id', { params: { id } }),
      user.send('POST /api/packages', { body }),
    ])
    expect([
      [200, 400],
      [409, 201],
    ]).toContainEqual([removed.statusCode, arrived.statusCode])
  }
})

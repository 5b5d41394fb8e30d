import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, phoneOfNicaragua } from '../../../../tests/support/shop.ts'

const world = shareWorld()

const ana = { firstName: 'Ana', lastNames: 'Núñez Báez', phone: phoneOfNicaragua }

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

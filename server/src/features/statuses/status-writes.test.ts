import type { Api } from '@casillero/shared/contract/api'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

type Body = Api['POST /api/statuses']['body']
const add = async (admin: Actor, body: Body) => (await admin.ok('POST /api/statuses', { body })).data
const list = async (admin: Actor) => (await admin.ok('GET /api/statuses')).data
const names = async (admin: Actor) => (await list(admin)).map(({ name }) => name)
const first = 'Recibido en bodega US'
const [second, third, fourth, fifth] = ['En tránsito', 'En aduana', 'Listo para retirar', 'Entregado']

async function expectWhole(admin: Actor): Promise<void> {
  const statuses = await list(admin)
  expect(statuses.map(({ orderPosition }) => orderPosition)).toEqual(statuses.map((_, index) => index + 1))
  expect(statuses.filter(({ isFinalStatus }) => isFinalStatus)).toHaveLength(1)
}

describe('the order of statuses', () => {
  test('the order of statuses takes a new one at its place or at its end, and stays 1 to n', async () => {
    const { admin } = await world.openCompany()
    expect(await add(admin, { name: 'Al final' })).toMatchObject({ orderPosition: 6, isFinalStatus: false, role: null })
    await add(admin, { name: 'Tercero', orderPosition: 3 })
    await add(admin, { name: 'Primero', orderPosition: 1 })
    await add(admin, { name: 'Lejos', orderPosition: 100 })
    const order = ['Primero', first, second, 'Tercero', third, fourth, fifth, 'Al final', 'Lejos']
    expect(await names(admin)).toEqual(order)
    await expectWhole(admin)
  })

  test('the order of statuses follows a move up and down, closes behind a deleted one, and leaves the others alone', async () => {
    const { admin, statuses } = await openShop(world)
    const move = (id: string, name: string, orderPosition?: number) =>
      admin.ok('PUT /api/statuses/:id', { params: { id }, body: { name, ...(orderPosition ? { orderPosition } : {}) } })
    await move(statuses.inCustoms, third, 1)
    expect(await names(admin)).toEqual([third, first, second, fourth, fifth])
    await move(statuses.inCustoms, third, 5)
    expect(await names(admin)).toEqual([first, second, fourth, fifth, third])
    await move(statuses.inTransit, 'De viaje')
    expect(await names(admin)).toEqual([first, 'De viaje', fourth, fifth, third])
    await admin.ok('DELETE /api/statuses/:id', { params: { id: statuses.inTransit } })
    expect(await names(admin)).toEqual([first, fourth, fifth, third])
    await expectWhole(admin)
  })

  test('the order of statuses stays whole while many move, add and delete at the same moment', async () => {
    const { admin, statuses } = await openShop(world)
    for (let round = 0; round < 4; round += 1) {
      const extra = await add(admin, { name: `Extra ${round}` })
      const moves = Array.from({ length: 12 }, (_, n) => {
        const [id, name] = n % 2 === 0 ? [statuses.inTransit, second] : [statuses.inCustoms, third]
        return admin.send('PUT /api/statuses/:id', { params: { id }, body: { name, orderPosition: (n % 5) + 1 } })
      })
      const answers = await Promise.all([
        ...moves,
        admin.send('POST /api/statuses', { body: { name: `Nuevo ${round}`, orderPosition: 2 } }),
        admin.send('DELETE /api/statuses/:id', { params: { id: extra.id } }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(12).fill(200), 201, 200])
      await expectWhole(admin)
    }
  })
})

describe('a role', () => {
  test('a role stays with a renamed status, whose packages are invoiced as before', async () => {
    const shop = await openShop(world)
    const params = { id: shop.statuses.ready }
    await shop.admin.ok('PUT /api/statuses/:id', { params, body: { name: 'Pase por él', role: 'ready' } })
    expect((await list(shop.viewer))[3]).toMatchObject({ name: 'Pase por él', role: 'ready' })
    expect((await shop.invoice([await shop.receive()])).items).toHaveLength(1)
  })

  test('a role moves to another status, which alone is ready then', async () => {
    const shop = await openShop(world)
    const before = await shop.receive()
    const params = { id: shop.statuses.inCustoms }
    await shop.admin.ok('PUT /api/statuses/:id', { params, body: { name: third, role: 'ready' } })
    expect((await list(shop.admin)).map(({ role }) => role)).toEqual(['warehouse_us', null, 'ready', null, null])
    const refused = await shop.user.refused('POST /api/invoices', { body: shop.invoiceBodyOf([before]) })
    expect(refused).toMatchObject({ status: 400, code: 'package_not_ready' })
    await shop.invoice([await shop.receive({ statusId: params.id })])
  })
})

describe('the final status', () => {
  test('the final status moves with the mark and is always one', async () => {
    const { admin, statuses } = await openShop(world)
    await add(admin, { name: 'Archivado', isFinalStatus: true })
    await expectWhole(admin)
    const params = { id: statuses.inTransit }
    await admin.ok('PUT /api/statuses/:id', { params, body: { name: second, isFinalStatus: true } })
    expect((await list(admin)).find(({ isFinalStatus }) => isFinalStatus)?.id).toBe(params.id)
    const refused = await admin.refused('PUT /api/statuses/:id', { params, body: { name: second } })
    expect(refused).toMatchObject({ status: 409, code: 'final_status_required' })
    await expectWhole(admin)
  })
})

describe('a status is refused', () => {
  test.each<[values: object, fields: object]>([
    [{ name: ' ' }, { name: 'El nombre del estado es requerido' }],
    [{ name: 'x'.repeat(61) }, { name: 'Máximo 60 caracteres' }],
    [{ orderPosition: 0 }, { orderPosition: expect.any(String) }],
    [{ orderPosition: 1.5 }, { orderPosition: 'Ingrese una posición válida' }],
    [{ role: 'otra' }, { role: 'Elija una función' }],
  ])('a status is refused with %j, under the field', async (values, fields) => {
    const { admin } = await world.openCompany()
    const body = JSON.parse(JSON.stringify({ name: 'Nuevo', ...values }))
    expect(await admin.refused('POST /api/statuses', { body })).toMatchObject({ status: 400, fields })
    expect(await list(admin)).toHaveLength(5)
  })

  test('a status is refused with a name that another one has in any case, and in an older version', async () => {
    const { admin, statuses } = await openShop(world)
    const params = { id: statuses.inTransit }
    const duplicate = { status: 409, code: 'duplicate', fields: { name: expect.any(String) } }
    expect(await admin.refused('POST /api/statuses', { body: { name: 'ENTREGADO' } })).toMatchObject(duplicate)
    const body = { name: 'en aduana' }
    expect(await admin.refused('PUT /api/statuses/:id', { params, body })).toMatchObject(duplicate)
    const version = (await list(admin)).find(({ id }) => id === statuses.inTransit)?.version
    const edits = ['Uno', 'Dos'].map((name) => admin.send('PUT /api/statuses/:id', { params, body: { name, version } }))
    expect((await Promise.all(edits)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await admin.ok('DELETE /api/statuses/:id', { params })
    await add(admin, { name: 'Uno' })
  })

  test('the deletion of a status is refused while packages are in it, while it has a role, or while it is the final one', async () => {
    const { admin, statuses, receive } = await openShop(world)
    const courierPackage = await receive({ statusId: statuses.inCustoms })
    for (const [id, code] of [
      [statuses.inCustoms, 'status_in_use'],
      [statuses.received, 'status_has_role'],
      [statuses.ready, 'status_has_role'],
      [statuses.delivered, 'final_status_required'],
    ] as const) {
      expect(await admin.refused('DELETE /api/statuses/:id', { params: { id } })).toMatchObject({ status: 409, code })
    }
    expect(await list(admin)).toHaveLength(5)
    await admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })
    await admin.ok('DELETE /api/statuses/:id', { params: { id: statuses.inCustoms } })
    await expectWhole(admin)
  })
})

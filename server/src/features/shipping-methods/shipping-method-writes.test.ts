import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

const add = async (admin: Actor, name: string, values: { isActive?: boolean; isDefault?: boolean } = {}) =>
  (await admin.ok('POST /api/shipping-methods', { body: { name, ...values } })).data
const all = async (admin: Actor) =>
  (await admin.ok('GET /api/shipping-methods', { query: { includeInactive: 'true' } })).data
const defaultsOf = async (admin: Actor) =>
  (await all(admin)).flatMap(({ name, isDefault }) => (isDefault ? [name] : []))

describe('a new shipping method', () => {
  test('a new shipping method is active and no default, but the first of a company, which becomes its default', async () => {
    const { admin, id } = await world.openCompany()
    expect(await add(admin, ' Cargotrans ')).toEqual({
      id: expect.any(String),
      name: 'Cargotrans',
      isActive: true,
      isDefault: false,
      version: 1,
    })
    await world.owner.query(
      'update shipping_methods set is_default = false, deleted_at = now() where company_id = $1',
      [id],
    )
    expect(await add(admin, 'Apagado', { isActive: false })).toMatchObject({ isDefault: false })
    expect(await add(admin, 'Bus')).toMatchObject({ isDefault: true })
    expect(await add(admin, 'Moto')).toMatchObject({ isDefault: false })
  })

  test.each<[body: object, sentence: string]>([
    [{}, 'El nombre del método de envío es requerido'],
    [{ name: '' }, 'El nombre del método de envío es requerido'],
    [{ name: ' \t ' }, 'El nombre del método de envío es requerido'],
    [{ name: 'x'.repeat(121) }, 'Máximo 120 caracteres'],
  ])('a new shipping method as %j is refused under its name', async (values, sentence) => {
    const { admin } = await world.openCompany()
    const body = JSON.parse(JSON.stringify(values))
    const refused = await admin.refused('POST /api/shipping-methods', { body })
    expect(refused).toMatchObject({ status: 400, fields: { name: sentence } })
    expect(await all(admin)).toHaveLength(1)
  })

  test('a new shipping method has a name that no other has in any case, deleted ones aside', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin, 'Bus')
    const duplicate = { status: 409, code: 'duplicate', fields: { name: expect.any(String) } }
    expect(await admin.refused('POST /api/shipping-methods', { body: { name: 'BUS' } })).toMatchObject(duplicate)
    const body = { name: 'entrega a domicilio' }
    expect(await admin.refused('PUT /api/shipping-methods/:id', { params: { id }, body })).toMatchObject(duplicate)
    await admin.ok('DELETE /api/shipping-methods/:id', { params: { id } })
    await add(admin, 'bus')
  })
})

describe('switching', () => {
  test('switching off shows a method only to a request for inactive ones', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin, 'Bus')
    const toggle = async () => (await admin.ok('PUT /api/shipping-methods/:id/toggle-active', { params: { id } })).data
    const shown = async (query: { includeInactive?: 'true' | 'false' }) =>
      (await admin.ok('GET /api/shipping-methods', { query })).data.map(({ name }) => name)
    expect((await toggle()).isActive).toBe(false)
    expect(await shown({})).toEqual(['Entrega a domicilio'])
    expect(await shown({ includeInactive: 'false' })).toEqual(['Entrega a domicilio'])
    expect(await shown({ includeInactive: 'true' })).toEqual(['Bus', 'Entrega a domicilio'])
    expect((await toggle()).isActive).toBe(true)
    expect(await shown({})).toEqual(['Bus', 'Entrega a domicilio'])
  })
})

describe('the default method', () => {
  test('the default method cannot be switched off, unset or deleted', async () => {
    const { admin, methodId } = await openShop(world)
    const params = { id: methodId }
    const name = 'Entrega a domicilio'
    const isDefault = { status: 409, code: 'shipping_method_is_default' }
    expect(await admin.refused('PUT /api/shipping-methods/:id/toggle-active', { params })).toMatchObject(isDefault)
    expect(await admin.refused('DELETE /api/shipping-methods/:id', { params })).toMatchObject(isDefault)
    for (const [values, code] of [
      [{ isDefault: false }, 'default_shipping_method_required'],
      [{ isDefault: true, isActive: false }, 'default_shipping_method_inactive'],
    ] as const) {
      const body = { name, ...values }
      expect(await admin.refused('PUT /api/shipping-methods/:id', { params, body })).toMatchObject({
        status: 409,
        code,
      })
    }
    expect(await admin.ok('GET /api/shipping-methods/default')).toMatchObject({ data: { ...params, isActive: true } })
  })

  test('the default method is taken by another, if that is active', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin, 'Bus', { isActive: false })
    const params = { id }
    const refused = await admin.refused('PUT /api/shipping-methods/:id/set-default', { params })
    expect(refused).toMatchObject({ status: 409, code: 'default_shipping_method_inactive' })
    expect(await defaultsOf(admin)).toEqual(['Entrega a domicilio'])
    await admin.ok('PUT /api/shipping-methods/:id/toggle-active', { params })
    await admin.ok('PUT /api/shipping-methods/:id/set-default', { params })
    expect(await defaultsOf(admin)).toEqual(['Bus'])
  })
})

test('a method that an invoice was sent with cannot be deleted, only switched off', async () => {
  const shop = await openShop(world)
  const { id } = await add(shop.admin, 'Bus')
  const shipping = { shippingMethodId: id, currencyId: shop.usd, shippingPrice: 1, shippingAddress: 'León' }
  await shop.invoice([await shop.receive()], { shipping })
  const refused = await shop.admin.refused('DELETE /api/shipping-methods/:id', { params: { id } })
  expect(refused).toMatchObject({ status: 409, code: 'shipping_method_in_use' })
  await shop.admin.ok('PUT /api/shipping-methods/:id/toggle-active', { params: { id } })
})

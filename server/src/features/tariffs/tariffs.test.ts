import type { Api } from '@casillero/shared/contract/api'
import { plainRules } from '@casillero/shared/domain/tariff-rules'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

const draft = { name: 'Express', type: 'aereo' as const, pricePerPound: 6.5 }

const add = async (admin: Actor, values: Partial<Api['POST /api/tariffs']['body']> = {}) =>
  (await admin.ok('POST /api/tariffs', { body: { ...draft, ...values } })).data

async function defaultsOf(admin: Actor) {
  const { data } = await admin.ok('GET /api/tariffs')
  return data.flatMap(({ type, name, isDefault }) => (isDefault ? [`${type} ${name}`] : [])).toSorted()
}

describe('a new tariff', () => {
  test('a new tariff is active, no default and without expiry unless said otherwise', async () => {
    const { admin } = await world.openCompany()
    expect(await add(admin)).toEqual({
      id: expect.any(String),
      ...draft,
      ...plainRules,
      startDate: null,
      endDate: null,
      notes: null,
      isDefault: false,
      isActive: true,
      isPublic: false,
      version: 1,
    })
    const dated = { startDate: '2026-11-20', endDate: '2027-02-20', notes: 'Mínimo 5 lb', pricePerPound: 0 }
    expect(await add(admin, dated)).toMatchObject(dated)
    expect(await add(admin, { startDate: '', endDate: '', notes: '' })).toMatchObject({ startDate: null, notes: null })
  })

  test.each([
    [{ name: '' }, { name: 'El nombre es requerido' }],
    [{ name: 'x'.repeat(121) }, { name: 'Máximo 120 caracteres' }],
    [{ type: 'terrestre' }, { type: 'Elija marítimo o aéreo' }],
    [{ pricePerPound: undefined }, { pricePerPound: 'Ingrese un precio por libra válido' }],
    [{ pricePerPound: '6.5' }, { pricePerPound: 'Ingrese un precio por libra válido' }],
    [{ pricePerPound: -0.01 }, { pricePerPound: 'Ingrese un precio por libra válido' }],
    [{ pricePerPound: 6.555 }, { pricePerPound: 'Use como máximo 2 decimales' }],
    [{ pricePerPound: 1000 }, { pricePerPound: 'El máximo es 999.99' }],
    [{ startDate: '2026-11-20' }, { endDate: 'Ingrese la fecha de fin' }],
    [{ endDate: '2026-11-20' }, { startDate: 'Ingrese la fecha de inicio' }],
    [
      { startDate: '2026-11-20', endDate: '2026-11-19' },
      { endDate: 'La fecha de fin debe ser igual o posterior a la de inicio' },
    ],
    [{ startDate: '2026-02-30', endDate: '2026-11-19' }, { startDate: 'Fecha no válida' }],
    [{ startDate: '0000-01-01', endDate: '2026-11-19' }, { startDate: 'Fecha no válida' }],
    [{ startDate: '20/11/2026', endDate: '2026-11-19' }, { startDate: 'Fecha no válida' }],
    [{ notes: 'x'.repeat(501) }, { notes: 'Máximo 500 caracteres' }],
    [{ isActive: 'yes' }, { isActive: expect.any(String) }],
  ])('a new tariff with %j is refused under the field', async (values, fields) => {
    const { admin } = await world.openCompany()
    const body = JSON.parse(JSON.stringify({ ...draft, ...values }))
    expect(await admin.refused('POST /api/tariffs', { body })).toMatchObject({ status: 400, fields })
    expect((await admin.ok('GET /api/tariffs')).data).toEqual([])
  })
})

describe('the default tariff', () => {
  test('the default tariff is one per type: a new one takes it from the other', async () => {
    const { admin } = await openShop(world)
    expect(await defaultsOf(admin)).toEqual(['aereo Aéreo', 'maritimo Marítimo'])
    await add(admin, { name: 'Nueva', isDefault: true })
    expect(await defaultsOf(admin)).toEqual(['aereo Nueva', 'maritimo Marítimo'])
  })

  test('the default tariff follows an edit, and a change of type', async () => {
    const { admin, air } = await openShop(world)
    const other = await add(admin)
    const params = { id: other.id }
    await admin.ok('PUT /api/tariffs/:id', { params, body: { ...draft, isDefault: true } })
    expect(await defaultsOf(admin)).toEqual(['aereo Express', 'maritimo Marítimo'])
    await admin.ok('PUT /api/tariffs/:id', { params, body: { ...draft, type: 'maritimo', isDefault: true } })
    expect(await defaultsOf(admin)).toEqual(['maritimo Express'])
    const { name, type, pricePerPound } = air
    await admin.ok('PUT /api/tariffs/:id', {
      params: { id: air.id },
      body: { name, type, pricePerPound, isDefault: true },
    })
    expect(await defaultsOf(admin)).toEqual(['aereo Aéreo', 'maritimo Express'])
  })

  test('the default tariff must be active', async () => {
    const { admin, air } = await openShop(world)
    const body = { ...draft, isDefault: true, isActive: false }
    const message = 'La tarifa por defecto debe estar activa'
    const refused = { status: 409, code: 'default_tariff_inactive', message, fields: { isActive: message } }
    expect(await admin.refused('POST /api/tariffs', { body })).toMatchObject(refused)
    expect(await admin.refused('PUT /api/tariffs/:id', { params: { id: air.id }, body })).toMatchObject(refused)
    expect(await defaultsOf(admin)).toEqual(['aereo Aéreo', 'maritimo Marítimo'])
  })

  test('the default tariff has not ended when it is chosen; its last day counts', async () => {
    const { admin, air } = await openShop(world)
    const { rows } = await world.owner.query<{ today: string; yesterday: string }>(
      'select app_today()::text as today, (app_today() - 1)::text as yesterday',
    )
    const { today = '', yesterday = '' } = rows[0] ?? {}
    const chosen = { ...draft, isDefault: true, startDate: '2020-01-01' }
    const message = 'La tarifa por defecto no puede estar vencida'
    const refused = { status: 409, code: 'default_tariff_expired', message, fields: { endDate: message } }
    const ended = { ...chosen, endDate: yesterday }
    expect(await admin.refused('POST /api/tariffs', { body: ended })).toMatchObject(refused)
    expect(await admin.refused('PUT /api/tariffs/:id', { params: { id: air.id }, body: ended })).toMatchObject(refused)
    expect(await defaultsOf(admin)).toEqual(['aereo Aéreo', 'maritimo Marítimo'])
    await admin.ok('POST /api/tariffs', { body: { ...chosen, endDate: today } })
    expect(await defaultsOf(admin)).toEqual(['aereo Express', 'maritimo Marítimo'])
  })

  test('the default tariff that has ended since can still be edited', async () => {
    const { id, admin, air } = await openShop(world)
    const dates = { startDate: '2020-01-01', endDate: '2020-12-31' }
    await world.owner.query('update tariffs set start_date = $2, end_date = $3 where company_id = $1 and id = $4', [
      id,
      dates.startDate,
      dates.endDate,
      air.id,
    ])
    const params = { id: air.id }
    const body = { name: air.name, type: air.type, pricePerPound: 4, isDefault: true, ...dates }
    expect((await admin.ok('PUT /api/tariffs/:id', { params, body })).data).toMatchObject({
      pricePerPound: 4,
      ...dates,
    })
    const sooner = { ...body, endDate: '2020-12-30' }
    expect(await admin.refused('PUT /api/tariffs/:id', { params, body: sooner })).toMatchObject({ status: 409 })
  })

  test('a default tariff cannot be deleted until another one is the default', async () => {
    const { admin, air } = await openShop(world)
    const params = { id: air.id }
    expect(await admin.refused('DELETE /api/tariffs/:id', { params })).toMatchObject({
      status: 409,
      message: 'No se puede eliminar: es la tarifa por defecto',
    })
    await admin.ok('PUT /api/tariffs/:id', { params, body: { ...draft, isDefault: false } })
    await admin.ok('DELETE /api/tariffs/:id', { params })
    expect((await admin.refused('DELETE /api/tariffs/:id', { params })).status).toBe(404)
  })
})

describe('a tariff in use', () => {
  const inUse = { status: 409, code: 'tariff_in_use', message: 'No se puede eliminar: la tarifa está en uso' }

  test('a tariff in use by a package or as a client’s default cannot be deleted', async () => {
    const { admin, receive, addClient } = await openShop(world)
    const [ofPackage, ofAir, ofSea] = [await add(admin), await add(admin), await add(admin, { type: 'maritimo' })]
    const courierPackage = await receive({ tariffId: ofPackage.id })
    const client = await addClient({ defaultTariffAereoId: ofAir.id })
    await addClient({ defaultTariffMaritimoId: ofSea.id })
    for (const { id } of [ofPackage, ofAir, ofSea]) {
      expect(await admin.refused('DELETE /api/tariffs/:id', { params: { id } })).toMatchObject(inUse)
    }
    await admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })
    await admin.ok('DELETE /api/client/:id', { params: { id: client.id } })
    for (const { id } of [ofPackage, ofAir]) await admin.ok('DELETE /api/tariffs/:id', { params: { id } })
  })

  test('a tariff in use keeps its type, also when only a deleted package has it', async () => {
    const { admin, receive } = await openShop(world)
    const { id } = await add(admin)
    const courierPackage = await receive({ tariffId: id })
    const change = { params: { id }, body: { ...draft, type: 'maritimo' as const } }
    const message = 'No se puede cambiar el tipo: la tarifa está en uso'
    const refused = { status: 409, code: 'tariff_type_in_use', message, fields: { type: message } }
    expect(await admin.refused('PUT /api/tariffs/:id', change)).toMatchObject(refused)
    await admin.ok('DELETE /api/packages/:id', { params: { id: courierPackage.id } })
    expect(await admin.refused('PUT /api/tariffs/:id', change)).toMatchObject(refused)
    const unused = await add(admin)
    const { data } = await admin.ok('PUT /api/tariffs/:id', { ...change, params: { id: unused.id } })
    expect(data.type).toBe('maritimo')
  })

  test('a tariff in use may change its price, and its packages keep theirs', async () => {
    const { admin, air, receive } = await openShop(world)
    const courierPackage = await receive({ weight: 2 })
    await admin.ok('PUT /api/tariffs/:id', { params: { id: air.id }, body: { ...draft, pricePerPound: 9 } })
    const { data } = await admin.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
    expect([data.tariff?.pricePerPound, data.pricePerPound, data.totalPrice]).toEqual([9, 3.75, 7.5])
  })
})

describe('the list of tariffs', () => {
  test('the list of tariffs goes by name, is searched without accents, and can be cut to a type or to what can be assigned today', async () => {
    const { admin } = await openShop(world)
    await add(admin, { name: 'Vencida', startDate: '2020-01-01', endDate: '2020-12-31' })
    await add(admin, { name: 'Futura', startDate: '2090-01-01', endDate: '2090-12-31' })
    await add(admin, { name: 'Vigente', startDate: '2020-01-01', endDate: '2090-12-31' })
    await add(admin, { name: 'Apagada', isActive: false })
    const names = async (query: object) => (await admin.ok('GET /api/tariffs', { query })).data.map(({ name }) => name)
    expect(await names({})).toEqual(['Aéreo', 'Apagada', 'Futura', 'Marítimo', 'Vencida', 'Vigente'])
    expect(await names({ isActive: 'true' })).toEqual(['Aéreo', 'Marítimo', 'Vigente'])
    expect(await names({ isActive: 'false' })).toEqual(['Apagada'])
    expect(await names({ type: 'maritimo' })).toEqual(['Marítimo'])
    expect(await names({ search: 'MARITIMO' })).toEqual(['Marítimo'])
    expect(await names({ page: '2', limit: '4' })).toEqual(['Vencida', 'Vigente'])
    const { pagination } = await admin.ok('GET /api/tariffs', { query: { page: '2', limit: '4' } })
    expect(pagination).toEqual({ page: 2, pages: 2, totalPages: 2, limit: 4, total: 6 })
  })

  test.each([{ isActive: 'yes' }, { type: 'barco' }])('the list of tariffs refuses %j', async (query) => {
    const { admin } = await world.openCompany()
    expect((await admin.send('GET /api/tariffs', { query })).statusCode).toBe(400)
  })
})

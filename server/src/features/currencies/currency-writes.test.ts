import type { Api } from '@casillero/shared/contract/api'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

type Body = Api['POST /api/currencies']['body']
const euro = { code: 'EUR', name: 'Euro', symbol: '€', rateCompra: 0.95, rateVenta: 0.9 }
const dollar = { code: 'USD', name: 'Dólar', symbol: 'US$', rateCompra: 1, rateVenta: 1, isDefault: true }
const cordoba = { code: 'NIO', name: 'Córdoba', symbol: 'C$', rateCompra: 36.8, rateVenta: 36.4 }

const add = async (admin: Actor, values: Partial<Body> = {}) =>
  (await admin.ok('POST /api/currencies', { body: { ...euro, ...values } })).data
const list = async (admin: Actor) => (await admin.ok('GET /api/currencies')).data
const defaultsOf = async (admin: Actor) =>
  (await list(admin)).flatMap(({ code, isDefault }) => (isDefault ? [code] : []))

describe('a new currency', () => {
  test('a new currency is stored as typed, with its code in capitals, and is not the default', async () => {
    const { admin } = await world.openCompany()
    const formattedRates = { compra: '€0.9500', venta: '€0.9000', spread: '€0.0500' }
    expect(await add(admin, { code: ' eur ' })).toEqual({
      id: expect.any(String),
      ...euro,
      isDefault: false,
      cashStep: 0,
      formattedRates,
      version: 1,
    })
  })

  test('a new currency is checked in the order of its form', async () => {
    const { admin } = await world.openCompany()
    const body = JSON.parse('{"code":"","name":" ","symbol":"","rateCompra":0,"rateVenta":0}')
    const { status, fields } = await admin.refused('POST /api/currencies', { body })
    expect([status, Object.entries(fields ?? {})]).toEqual([
      400,
      [
        ['code', 'El código de moneda es requerido'],
        ['name', 'El nombre de la moneda es requerido'],
        ['symbol', 'El símbolo de la moneda es requerido'],
        ['rateCompra', 'La tasa de compra debe ser mayor a 0'],
        ['rateVenta', 'La tasa de venta debe ser mayor a 0'],
      ],
    ])
  })

  test.each<[values: object, fields: object]>([
    [{ code: undefined }, { code: 'El código de moneda es requerido' }],
    [{ code: 'EU' }, { code: 'El código debe tener 3 letras mayúsculas' }],
    [{ code: 'E1R' }, { code: 'El código debe tener 3 letras mayúsculas' }],
    [{ rateCompra: null }, { rateCompra: 'La tasa de compra debe ser mayor a 0' }],
    [{ rateVenta: -1 }, { rateVenta: 'La tasa de venta debe ser mayor a 0' }],
    [{ rateCompra: 0.95001 }, { rateCompra: 'Use como máximo 4 decimales' }],
    [{ rateCompra: 0.8 }, { rateCompra: 'La tasa de compra debe ser mayor o igual que la tasa de venta' }],
  ])('a new currency with %j is refused under the field', async (values, fields) => {
    const { admin } = await world.openCompany()
    const body = JSON.parse(JSON.stringify({ ...euro, ...values }))
    expect(await admin.refused('POST /api/currencies', { body })).toMatchObject({ status: 400, fields })
    expect(await list(admin)).toHaveLength(2)
  })

  test('a new currency has a code that no other currency has, deleted ones aside', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin)
    const duplicate = { status: 409, code: 'duplicate', fields: { code: expect.any(String) } }
    expect(await admin.refused('POST /api/currencies', { body: { ...euro, code: 'eur' } })).toMatchObject(duplicate)
    const body = { ...cordoba, code: 'NIO' }
    expect(await admin.refused('PUT /api/currencies/:id', { params: { id }, body })).toMatchObject(duplicate)
    await admin.ok('DELETE /api/currencies/:id', { params: { id } })
    expect((await add(admin)).id).not.toBe(id)
  })
})

describe('the dollar', () => {
  test('the dollar keeps its code and its rates, and is never deleted', async () => {
    const { admin, usd, nio } = await openShop(world)
    const params = { id: usd }
    const base = { status: 409, code: 'currency_is_base' }
    for (const values of [{ code: 'USX' }, { rateCompra: 2 }, { rateVenta: 0.5 }]) {
      const body = { ...dollar, ...values }
      expect(await admin.refused('PUT /api/currencies/:id', { params, body })).toMatchObject(base)
    }
    await admin.ok('PUT /api/currencies/:id', { params, body: { ...dollar, symbol: '$' } })
    await admin.ok('PATCH /api/currencies/:id/set-default', { params: { id: nio } })
    expect(await admin.refused('DELETE /api/currencies/:id', { params })).toMatchObject(base)
  })
})

describe('the default currency', () => {
  test('the default currency can be neither unset nor deleted', async () => {
    const { admin, usd } = await openShop(world)
    const params = { id: usd }
    const unset = await admin.refused('PUT /api/currencies/:id', { params, body: { ...dollar, isDefault: false } })
    expect(unset).toMatchObject({ status: 409, code: 'default_currency_required' })
    expect(await admin.refused('DELETE /api/currencies/:id', { params })).toMatchObject({
      status: 409,
      code: 'currency_is_default',
    })
    expect(await defaultsOf(admin)).toEqual(['USD'])
  })
})

describe('a change of rates', () => {
  test('a change of rates is logged with user, time, old and new rates, newest first, and only when they differ', async () => {
    const { admin, nio } = await openShop(world)
    const params = { id: nio }
    const before = Date.now()
    for (const rateCompra of [36.8, 36.9, 37, 37]) {
      await admin.ok('PUT /api/currencies/:id', { params, body: { ...cordoba, rateCompra } })
    }
    const { data } = await admin.ok('GET /api/currencies/:id/rates', { params })
    const line = { id: expect.any(String), userName: 'admin Prueba', changedAt: expect.any(String) }
    expect(data).toEqual([
      { ...line, fromCompra: 36.9, fromVenta: 36.4, toCompra: 37, toVenta: 36.4 },
      { ...line, fromCompra: 36.8, fromVenta: 36.4, toCompra: 36.9, toVenta: 36.4 },
    ])
    const changedAt = Date.parse(data[0]?.changedAt ?? '')
    expect([before <= changedAt, changedAt <= Date.now()]).toEqual([true, true])
  })

  test('a change of rates refuses an invoice whose clerk saw the total of the former rate', async () => {
    const shop = await openShop(world)
    const content = shop.invoiceBodyOf([await shop.receive()], { currencyId: shop.nio, expectedTotal: 276 })
    const params = { id: shop.nio }
    await shop.admin.ok('PUT /api/currencies/:id', { params, body: { ...cordoba, rateCompra: 37 } })
    const refused = await shop.user.refused('POST /api/invoices', { body: content })
    expect(refused).toMatchObject({ status: 409, code: 'amounts_changed' })
    await shop.admin.ok('PUT /api/currencies/:id', { params, body: cordoba })
    expect((await shop.user.ok('POST /api/invoices', { body: content })).data.totalAmount).toBe(276)
  })

  test('a change of rates is not saved over a newer one', async () => {
    const { admin, nio } = await openShop(world)
    const edits = [37, 38].map((rateCompra) =>
      admin.send('PUT /api/currencies/:id', { params: { id: nio }, body: { ...cordoba, rateCompra, version: 1 } }),
    )
    const answers = await Promise.all(edits)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const { data } = await admin.ok('GET /api/currencies/:id/rates', { params: { id: nio } })
    expect(data).toHaveLength(1)
  })
})

import { businessDate } from '@casillero/shared/domain/business-date'
import { plainRules } from '@casillero/shared/domain/tariff-rules'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()

const byVolume = { ...plainRules, minimumPounds: 1, roundUpTo: 1, roundingGrace: 0.1, volumetricDivisor: 166 }
const box = { length: 12, width: 10, height: 8 }

async function addTariff(shop: Shop, draft: object) {
  const body = { name: 'Por volumen', type: 'aereo', pricePerPound: 5.5, ...draft }
  return (await shop.admin.ok('POST /api/tariffs', { body: body as never })).data
}

describe('a tariff', () => {
  test('a tariff has the rules that its draft names, without those that have no meaning for its unit', async () => {
    const shop = await openShop(world)
    const tiers = [
      { from: 50, price: 4.6 },
      { from: 20, price: 5 },
    ]
    expect(await addTariff(shop, { ...byVolume, tiers })).toMatchObject({ ...byVolume, tiers: tiers.toReversed() })
    const piece = await addTariff(shop, { ...byVolume, name: 'Celular', unit: 'piece', pricePerPound: 25 })
    expect(piece).toMatchObject({ ...plainRules, unit: 'piece' })
  })

  test('a caller that names no rule changes none, and one that names some takes the others away', async () => {
    const shop = await openShop(world)
    const { id, version } = await addTariff(shop, byVolume)
    const draft = { name: 'Por volumen', type: 'aereo' as const, pricePerPound: 6 }
    const { data: same } = await shop.admin.ok('PUT /api/tariffs/:id', { params: { id }, body: { ...draft, version } })
    expect(same).toMatchObject({ ...byVolume, pricePerPound: 6 })
    const { data: changed } = await shop.admin.ok('PUT /api/tariffs/:id', {
      params: { id },
      body: { ...draft, roundUpTo: 0.5 },
    })
    expect(changed).toMatchObject({ ...plainRules, roundUpTo: 0.5 })
  })

  test.each([
    [{ roundUpTo: 0.3 }, { roundUpTo: 'Elija 0.1, 0.25, 0.5 o 1' }],
    [{ roundUpTo: 0.5, roundingGrace: 0.5 }, { roundingGrace: 'Debe ser menor que el redondeo' }],
    [{ volumetricDivisor: 49 }, { volumetricDivisor: 'Ingrese de 50 a 1000 pulgadas cúbicas' }],
    [{ unit: 'kilo' }, { unit: 'Elija libra, pie cúbico o pieza' }],
    [
      { tiers: [20, 30, 20].map((from) => ({ from, price: 5 })) },
      { 'tiers.2.from': 'Ya hay un tramo desde esta cantidad' },
    ],
    [
      { tiers: Array.from({ length: 11 }, (_, index) => ({ from: index + 1, price: 5 })) },
      { tiers: 'Una tarifa tiene como máximo 10 tramos' },
    ],
  ])('a tariff with the rules %j is refused under its field', async (rules, errors) => {
    const shop = await openShop(world)
    const body = { name: 'Mala', type: 'aereo', pricePerPound: 1, ...rules }
    const answer = await shop.admin.send('POST /api/tariffs', { body: body as never })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, errors])
  })
})

describe('a package under rules', () => {
  test('a package is charged by the rules of its tariff, and keeps them when the tariff changes', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, byVolume)
    const received = await shop.receive({ tariffId: tariff.id, shippingMethod: 'aereo', weight: 3.2, ...box })
    const kept = {
      priceRules: byVolume,
      chargedQuantity: 6,
      chargedPrice: 5.5,
      totalPrice: 33,
      finalPricePerPound: 5.5,
    }
    expect(received).toMatchObject({ ...kept, ...box, weight: 3.2 })
    const draft = { name: tariff.name, type: 'aereo' as const, pricePerPound: 9, roundUpTo: null }
    await shop.admin.ok('PUT /api/tariffs/:id', { params: { id: tariff.id }, body: draft })
    const { length: _, width: __, height: ___, ...withoutMeasures } = received
    const body = { ...withoutMeasures, weight: 6.05 }
    const params = { id: received.id }
    const { data: heavier } = await shop.user.ok('PUT /api/packages/:id', { params, body })
    expect(heavier).toMatchObject({ ...kept, ...box, weight: 6.05 })
    const { data: bare } = await shop.user.ok('PUT /api/packages/:id', {
      params,
      body: { ...withoutMeasures, version: heavier.version, length: null, width: null, height: null },
    })
    expect(bare).toMatchObject({ ...kept, length: null, chargedQuantity: 4, totalPrice: 22 })
  })

  test('a package without the measures that a price by cubic feet needs has no price, and is not invoiced', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, { unit: 'cubic_foot', pricePerPound: 14, type: 'maritimo' })
    const bare = await shop.receive({ tariffId: tariff.id, shippingMethod: 'maritimo', weight: 14.6 })
    expect(bare).toMatchObject({ chargedQuantity: null, totalPrice: null, pricePerPound: 14 })
    const refused = await shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([bare]) })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'package_not_priced'])
    const measures = { length: 16, width: 14, height: 14 }
    const { data } = await shop.user.ok('PUT /api/packages/:id', {
      params: { id: bare.id },
      body: { ...bare, ...measures },
    })
    expect(data).toMatchObject({ chargedQuantity: 1.81, totalPrice: 25.34 })
  })

  test.each([
    [{ length: 12 }, { length: 'Faltan medidas: largo × ancho × alto' }],
    [{ ...box, height: 601 }, { height: 'El máximo es 600' }],
    [{ ...box, width: 1.25 }, { width: 'Use como máximo 1 decimales' }],
    [{ declaredValue: -1 }, { declaredValue: 'Ingrese un valor válido' }],
  ])('a package with %j is refused under its field', async (wrong, errors) => {
    const shop = await openShop(world)
    const body = { shippingMethod: 'aereo' as const, tracking: 'TBA1', ...wrong }
    const answer = await shop.user.send('POST /api/packages', { body })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, errors])
  })

  test('an invoice freezes weight, measures, rules and charged quantity, and its report counts real pounds', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, byVolume)
    const ruled = await shop.receive({ tariffId: tariff.id, shippingMethod: 'aereo', weight: 3.2, ...box })
    const plain = await shop.receive({ weight: 2 })
    const invoice = await shop.invoice([ruled, plain])
    expect(invoice.items).toMatchObject([
      { quantity: 6, weight: 3.2, ...box, priceRules: byVolume, listPrice: 5.5, unitPrice: 5.5, amount: 33 },
      { quantity: 2, weight: 2, length: null, priceRules: null },
    ])
    const { data: read } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
    expect(read.items).toEqual(invoice.items)
    const today = businessDate(new Date(invoice.createdAt))
    const query = { from: today, to: today }
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'sales-by-day' }, query })
    expect(data.total.pounds).toBe(5.2)
    expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
  })

  test('an invoice of a package whose charged quantity is not the one on the screen is refused', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, byVolume)
    const ruled = await shop.receive({ tariffId: tariff.id, shippingMethod: 'aereo', weight: 3.2, ...box })
    const draft = shop.invoiceBodyOf([ruled])
    const [item] = draft.items
    const stale = { ...draft, items: [{ ...item, packageId: ruled.id, quantity: 4 }] }
    const answer = await shop.user.send('POST /api/invoices', { body: stale })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'package_changed_in_invoice'])
  })
})

describe('measures', () => {
  test('a reception keeps measures, and undone it takes them away from an announced package', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, byVolume)
    const announced = await shop.receive({ tracking: 'TBA309482200001', weight: null, tariffId: tariff.id })
    const body = {
      tracking: 'TBA309482200001',
      shippingMethod: 'aereo' as const,
      clientId: shop.client.id,
      clientPackageName: null,
      tariffId: tariff.id,
      weight: 3.2,
      weightSource: 'scale' as const,
      shipmentId: null,
      labelCode: null,
      ...box,
    }
    const { data } = await shop.user.ok('POST /api/receptions', { body })
    expect(data).toMatchObject({ result: 'filled', package: { ...box, chargedQuantity: 6, priceRules: byVolume } })
    await shop.user.ok('POST /api/receptions/:id/undo', { params: { id: data.receptionId ?? '' } })
    const { data: back } = await shop.user.ok('GET /api/packages/:id', { params: { id: announced.id } })
    expect(back).toMatchObject({ weight: null, length: null, width: null, height: null, totalPrice: null })
  })

  test('a package that gets an owner keeps its measures and is priced by the rules of the owner’s tariff', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, byVolume)
    const owner = await shop.addClient({ lastNames: 'Ruiz', defaultTariffAereoId: tariff.id })
    const { data: unowned } = await shop.user.ok('POST /api/packages', {
      body: { shippingMethod: 'aereo', tracking: 'TBA309482200002', weight: 3.2, ...box, declaredValue: 180 },
    })
    const { data } = await shop.user.ok('POST /api/packages/:id/owner', {
      params: { id: unowned.id },
      body: { clientId: owner.id, notify: false },
    })
    expect(data).toMatchObject({ ...box, declaredValue: 180, chargedQuantity: 6, totalPrice: 33 })
  })

  test('a price that does not follow from the rules of its package is found by verify-data', async () => {
    const shop = await openShop(world)
    const tariff = await addTariff(shop, { ...byVolume, tiers: [{ from: 20, price: 5 }] })
    for (const weight of [0.4, 3.08, 3.12, 18, 18.5, 19, 25]) {
      await shop.receive({ tariffId: tariff.id, shippingMethod: 'aereo', weight, ...(weight < 10 ? box : {}) })
    }
    expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
    const raise = 'update packages set charged_quantity = charged_quantity + 1 where company_id = $1 and weight = 25'
    await world.owner.query(raise, [shop.id])
    expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0).map(({ says }) => says)).toContain(
      'Charged quantities and prices follow from the rules that packages keep',
    )
  })
})

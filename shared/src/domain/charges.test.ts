import { handling } from '@casillero/shared/test/charge-example'
import { expect, test } from 'vitest'
import { formatChargeBasis } from './charge-text.ts'
import { type Charge, type ChargedPackage, computeCharge, listAutomaticCharges, totalCharge } from './charges.ts'
import { invoiceTotals } from './invoice-totals.ts'
import { toWire } from './money.ts'
import type { StorageRule } from './storage.ts'
import { plainRules } from './tariff-rules.ts'

const charge = (values: Partial<Charge> = {}): Charge => ({ ...handling, ...values })

const box = (values: Partial<ChargedPackage> = {}): ChargedPackage => ({
  id: 'box',
  shippingMethod: 'aereo',
  tariffId: 'air',
  declaredValue: 180,
  weight: 3.2,
  chargedQuantity: 6,
  priceRules: { ...plainRules, volumetricDivisor: 166 },
  readyDays: null,
  ...values,
})

test('each kind is counted from what it names', () => {
  expect(computeCharge(charge(), box())).toEqual({ quantity: 1, unitPrice: 1.5 })
  expect(computeCharge(charge({ kind: 'per_invoice', price: 3 }), null)).toEqual({ quantity: 1, unitPrice: 3 })
  const fuel = charge({ kind: 'per_pound', price: 0.15 })
  expect(computeCharge(fuel, box())).toEqual({ quantity: 6, unitPrice: 0.15 })
  expect(computeCharge(fuel, box({ priceRules: null, chargedQuantity: null }))).toEqual({
    quantity: 3.2,
    unitPrice: 0.15,
  })
  // Of a tariff that charges no pounds, the real ones.
  expect(computeCharge(fuel, box({ priceRules: { ...plainRules, unit: 'piece' }, chargedQuantity: 1 }))?.quantity).toBe(
    3.2,
  )
  expect(computeCharge(fuel, box({ weight: null, chargedQuantity: null }))).toBeNull()
})

test('a share of the declared value has a least amount, and counts begun hundreds where it says so', () => {
  const insurance = charge({ kind: 'percent_of_value', price: 2, minimum: 2.5 })
  const of = (declaredValue: number | null, more: Partial<Charge> = {}) =>
    computeCharge({ ...insurance, ...more }, box({ declaredValue }))?.unitPrice
  expect(of(180)).toBe(3.6)
  expect(of(100)).toBe(2.5)
  expect(of(180, { isPerHundred: true })).toBe(4)
  expect(of(200, { isPerHundred: true })).toBe(4)
  expect(of(200.01, { isPerHundred: true })).toBe(6)
  // 2.25 % of 33.33 is 0.749925.
  expect(of(33.33, { price: 2.25, minimum: null })).toBe(0.75)
  expect(of(0)).toBeUndefined()
  const says = (percentage: number, declaredValue: number, unitPrice: number) =>
    formatChargeBasis({ kind: 'percent_of_value', quantity: 1, unitPrice, percentage, declaredValue, days: null })
  expect(says(2, 180, 3.6)).toBe('2% de US$180.00')
  expect(says(2, 10, 5)).toBe('2% de US$10.00, mínimo US$5.00')
  expect(says(2, 150, 4)).toBe('2% de US$200.00 (centenas)')
  expect(of(null)).toBeUndefined()
})

test('charges apply by themselves by method, tariff and value, and one of the invoice applies once', () => {
  const charges = [
    charge({ id: 'sea', shippingMethod: 'maritimo' }),
    charge({ id: 'air', shippingMethod: 'aereo' }),
    charge({ id: 'own', tariffIds: ['air', 'phones'] }),
    charge({ id: 'other', tariffIds: ['phones'] }),
    charge({ id: 'dear', kind: 'percent_of_value', price: 2, valueFrom: 180 }),
    charge({ id: 'dearer', kind: 'percent_of_value', price: 2, valueFrom: 180.01 }),
    charge({ id: 'customs', kind: 'per_invoice', shippingMethod: 'aereo' }),
    charge({ id: 'ship', kind: 'per_invoice', shippingMethod: 'maritimo' }),
    charge({ id: 'hand', isAutomatic: false }),
    charge({ id: 'off', isActive: false }),
    charge({ id: 'typed', kind: 'free', price: null }),
  ]
  const placed = listAutomaticCharges(charges, [box(), box({ id: 'second', declaredValue: null, tariffId: null })])
  expect(placed.map(({ charge: { id }, packageId }) => `${id} ${packageId}`)).toEqual([
    'air box',
    'own box',
    'dear box',
    'air second',
    'customs null',
  ])
})

const nio = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4 }
const usd = { code: 'USD', rateCompra: 1, rateVenta: 1 }

test('a charge is rounded once in the invoice’s currency, a typed amount as shipping is', () => {
  const total = (quantity: number, unitPrice: number, from: typeof nio, to: typeof nio) =>
    toWire(totalCharge({ quantity, unitPrice, currency: from, isAdvance: false }, to))
  expect(total(6, 0.15, usd, nio)).toBe(33.12)
  // 3.21 × 0.15 is 0.4815, and 17.7192 at 36.80.
  expect(total(3.21, 0.15, usd, nio)).toBe(17.72)
  expect(total(1, 1250, nio, nio)).toBe(1250)
  // ÷ 36.40 to US$.
  expect(total(1, 1250, nio, usd)).toBe(34.34)
  expect(total(1, 3.6, usd, usd)).toBe(3.6)
})

test('the worked example: freight, charges and customs paid for the client, with 5 % off all but those', () => {
  const line = (weight: number, pricePerPound: number) => ({
    weight,
    pricePerPound,
    packageDiscountType: 'none' as const,
    packageDiscountValue: 0,
    discountType: 'none' as const,
    discountValue: 0,
  })
  const on = (unitPrice: number, more: object = {}) => ({
    quantity: 1,
    unitPrice,
    currency: usd,
    isAdvance: false,
    ...more,
  })
  const totals = invoiceTotals({
    currency: nio,
    lines: [line(6, 5.5), line(1, 25), line(1.81, 14)],
    charges: [on(1.5), on(3.6), on(1.5), on(12.8), on(1250, { currency: nio, isAdvance: true }), on(1.5), on(3)],
    generalDiscountType: 'percentage',
    generalDiscountValue: 5,
    payments: [{ total: 80, currency: usd }],
  })
  expect(totals).toMatchObject({
    subtotal: 5196.43,
    chargesTotal: 879.52,
    advancesTotal: 1250,
    discountTotal: 197.32,
    totalAmount: 4999.11,
    paidTotal: 2912,
    pendingTotal: 2087.11,
  })
})

test('a fixed discount takes no more than what is not paid for the client', () => {
  const totals = invoiceTotals({
    currency: usd,
    lines: [],
    charges: [
      { quantity: 1, unitPrice: 10, currency: usd, isAdvance: false },
      { quantity: 1, unitPrice: 30, currency: usd, isAdvance: true },
    ],
    generalDiscountType: 'fixed_amount',
    generalDiscountValue: 25,
    payments: [],
  })
  expect([totals.discountTotal, totals.totalAmount]).toEqual([10, 30])
})

test('storage charges each day after the free ones, by package or by pound, up to its bound', () => {
  const rule = { freeDays: 7, isPerPound: false, maximum: null, noticeDays: null }
  const store = (readyDays: number | null, values: Partial<StorageRule> = {}) =>
    computeCharge(charge({ kind: 'storage', price: 0.5, storage: { ...rule, ...values } }), box({ readyDays }))
  expect([null, 0, 7].map((days) => store(days))).toEqual([null, null, null])
  expect(store(8)).toEqual({ quantity: 1, unitPrice: 0.5, days: 1 })
  expect(store(13)).toEqual({ quantity: 1, unitPrice: 3, days: 6 })
  // The charged pounds are 6.
  expect(store(13, { isPerPound: true })).toEqual({ quantity: 6, unitPrice: 3, days: 6 })
  const light = computeCharge(
    charge({ kind: 'storage', price: 0.07, storage: { ...rule, isPerPound: true } }),
    box({ readyDays: 12, weight: 3.3, chargedQuantity: 3.3 }),
  )
  // 3.3 × 0.07 × 5 × 36.80 is 42.504, and 42.69 if it were rounded to US$ 1.16 on the way.
  expect(light && toWire(totalCharge({ ...light, currency: usd, isAdvance: false }, nio))).toBe(42.5)
  expect(store(13, { isPerPound: true, maximum: 15 })).toEqual({ quantity: 1, unitPrice: 15, days: 6 })
  expect(store(300, { maximum: 15 })).toEqual({ quantity: 1, unitPrice: 15, days: 293 })
  expect(store(1, { freeDays: 0 })).toEqual({ quantity: 1, unitPrice: 0.5, days: 1 })
  const unweighed = box({ readyDays: 13, weight: null, chargedQuantity: null })
  const perPound = charge({ kind: 'storage', storage: { ...rule, isPerPound: true } })
  expect(computeCharge(perPound, unweighed)).toBeNull()
})

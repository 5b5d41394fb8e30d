import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountOn } from './discount.ts'
import { exact, toWire } from './money.ts'
import { packagePrice } from './package-price.ts'

const plain = { weight: '3.33', pricePerPound: '3.75', discountType: 'none', discountValue: null } as const

function priceOf(priced: Parameters<typeof packagePrice>[0]) {
  const { net, totalPrice, finalPricePerPound } = packagePrice(priced)
  return { net: toWire(net), totalPrice, finalPricePerPound }
}

describe('the price of a package', () => {
  test.each([
    ['weight × price per pound', plain, { net: 12.4875, totalPrice: 12.49, finalPricePerPound: 3.75 }],
    [
      'a fixed discount comes off in US$',
      { weight: 3.1, pricePerPound: 3.75, discountType: 'fixed_amount', discountValue: '1.00' },
      { net: 10.625, totalPrice: 10.63, finalPricePerPound: 3.427419 },
    ],
    [
      'a percentage reduces proportionally',
      { ...plain, discountType: 'percentage', discountValue: 10 },
      { net: 11.23875, totalPrice: 11.24, finalPricePerPound: 3.375 },
    ],
    [
      'a fixed discount never goes below 0',
      { ...plain, discountType: 'fixed_amount', discountValue: 9_999_999.99 },
      { net: 0, totalPrice: 0, finalPricePerPound: 0 },
    ],
    [
      'a percentage never exceeds 100',
      { ...plain, discountType: 'percentage', discountValue: 250 },
      { net: 0, totalPrice: 0, finalPricePerPound: 0 },
    ],
    [
      'a negative discount takes nothing',
      { ...plain, discountType: 'fixed_amount', discountValue: -4 },
      { net: 12.4875, totalPrice: 12.49, finalPricePerPound: 3.75 },
    ],
    [
      'no discount ignores a value that was left behind',
      { ...plain, discountValue: 99 },
      { net: 12.4875, totalPrice: 12.49, finalPricePerPound: 3.75 },
    ],
    ['a tariff may be free', { ...plain, pricePerPound: 0 }, { net: 0, totalPrice: 0, finalPricePerPound: 0 }],
    [
      'the largest package at the dearest tariff',
      { ...plain, weight: 9999.99, pricePerPound: 999.99 },
      { net: 9_999_890.0001, totalPrice: 9_999_890, finalPricePerPound: 999.99 },
    ],
  ] as const)('the price of a package is right: %s', (_, priced, expected) => {
    expect(priceOf(priced)).toEqual(expected)
  })

  test.each([
    [{ ...plain, weight: null }],
    [{ ...plain, weight: '' }],
    [{ ...plain, weight: 0 }],
    [{ ...plain, weight: -1 }],
    [{ ...plain, pricePerPound: null }],
    [{ ...plain, pricePerPound: '' }],
  ])('the price of a package is unknown while weight or tariff is missing: %j', (priced) => {
    expect(priceOf(priced)).toEqual({ net: 0, totalPrice: null, finalPricePerPound: null })
  })

  test('the price of a package stays between nothing and weight × price, and a larger discount never costs more', () => {
    const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100)
    const type = fc.constantFrom('none' as const, 'percentage' as const, 'fixed_amount' as const)
    fc.assert(
      fc.property(cents(999_999), cents(99_999), type, cents(20_000), (weight, pricePerPound, discountType, value) => {
        const price = (discountValue: number) =>
          packagePrice({ weight, pricePerPound, discountType, discountValue }).net
        const gross = exact(weight).times(exact(pricePerPound))
        expect(price(value).gte(0)).toBe(true)
        expect(price(value).lte(gross)).toBe(true)
        expect(price(value + 1).lte(price(value))).toBe(true)
      }),
    )
  })
})

test('nothing comes off a base that is not above 0', () => {
  expect(toWire(discountOn(exact(-5), 'percentage', 10))).toBe(0)
  expect(toWire(discountOn(exact(-5), 'fixed_amount', 10))).toBe(0)
})

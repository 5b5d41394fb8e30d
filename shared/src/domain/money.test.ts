import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  atLeastZero,
  clamp,
  computePercent,
  divideRounded,
  exact,
  isBelow,
  isPositive,
  minus,
  roundToCents,
  sum,
  times,
  toWire,
  zero,
} from './money.ts'

describe('an amount taken in', () => {
  test.each([
    ['12.50', 12.5],
    [' 7 ', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['-3.10', -3.1],
    [0.1, 0.1],
    [1e-7, 0.0000001],
    [9_999_999.99, 9_999_999.99],
  ])('the amount %j is read exactly', (amount, value) => {
    expect(toWire(exact(amount))).toBe(value)
  })

  test.each([
    [''],
    ['abc'],
    ['1,234.50'],
    ['12 5'],
    ['NaN'],
    ['Infinity'],
    ['-'],
    ['0x10'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [undefined],
    ['1e999999999'],
    ['1e-999999999'],
    [Number.MAX_VALUE],
    ['9'.repeat(41)],
    [`0.${'1'.repeat(41)}`],
  ])('the value %j is no amount and counts 0', (amount) => {
    expect(toWire(exact(amount))).toBe(0)
  })

  test('a wire number with two decimals comes out as it went in', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (cents) => {
        const amount = Number(`${Math.floor(cents / 1000)}.${String(cents % 100).padStart(2, '0')}`)
        expect(toWire(exact(amount))).toBe(amount)
        expect(toWire(exact(String(amount)))).toBe(amount)
      }),
    )
  })
})

describe('arithmetic', () => {
  test('0.1 and 0.2 make 0.3, and no float ever comes between', () => {
    expect(toWire(sum([exact(0.1), exact(0.2)]))).toBe(0.3)
    expect(toWire(minus(exact(0.3), exact(0.1)))).toBe(0.2)
    expect(toWire(times(exact(1.1), exact(1.1)))).toBe(1.21)
    expect(toWire(computePercent(exact('1016.14'), exact(10)))).toBe(101.614)
    expect(toWire(sum([]))).toBe(0)
  })

  test('the difference of equal amounts is 0, never -0', () => {
    expect(Object.is(toWire(minus(exact(5), exact(5))), 0)).toBe(true)
    expect(Object.is(toWire(times(zero, exact(-1))), 0)).toBe(true)
    expect(Object.is(toWire(roundToCents(exact('-0.001'))), 0)).toBe(true)
  })

  test('clamp keeps a value between its limits', () => {
    expect(toWire(clamp(exact(120), zero, exact(100)))).toBe(100)
    expect(toWire(clamp(exact(-1), zero, exact(100)))).toBe(0)
    expect(toWire(clamp(exact(33), zero, exact(100)))).toBe(33)
    expect(toWire(atLeastZero(exact('-0.01')))).toBe(0)
    expect(toWire(atLeastZero(exact('0.01')))).toBe(0.01)
    expect([isPositive(exact('0.01')), isPositive(zero), isPositive(exact(-1))]).toEqual([true, false, false])
    expect([isBelow(exact('0.0099'), exact('0.01')), isBelow(exact('0.01'), exact('0.01'))]).toEqual([true, false])
  })
})

describe('rounding', () => {
  test.each([
    ['1.005', 1.01],
    ['1.0049999999', 1],
    ['2.675', 2.68],
    ['-1.005', -1.01],
    ['-1.004', -1],
    ['0.005', 0.01],
    ['9999999.995', 10_000_000],
  ])('%s is rounded to cents, a half away from zero', (value, cents) => {
    expect(toWire(roundToCents(exact(value)))).toBe(cents)
  })

  test.each([
    [1, 3, 2, 'halfAwayFromZero', 0.33],
    [2, 3, 2, 'halfAwayFromZero', 0.67],
    [1, 8, 2, 'halfAwayFromZero', 0.13],
    [-1, 8, 2, 'halfAwayFromZero', -0.13],
    [1, 3, 6, 'halfAwayFromZero', 0.333333],
    [1, 3, 2, 'up', 0.34],
    [1, 4, 2, 'up', 0.25],
    ['0.0000000001', 1, 2, 'up', 0.01],
    ['1000000000', '0.0003', 2, 'up', 3_333_333_333_333.34],
    [0, 7, 2, 'up', 0],
  ] as const)('%s ÷ %s to %s decimals, %s, is %s', (dividend, divisor, decimals, rounding, quotient) => {
    expect(toWire(divideRounded(exact(dividend), exact(divisor), decimals, rounding))).toBe(quotient)
  })

  test('a quotient is the true one, rounded once', () => {
    const tenThousandth = fc.bigInt({ min: 0n, max: 10n ** 14n })
    fc.assert(
      fc.property(tenThousandth, fc.bigInt({ min: 1n, max: 10n ** 8n }), (dividend, divisor) => {
        const quotient = divideRounded(exact(`${dividend}e-4`), exact(`${divisor}e-4`), 2, 'halfAwayFromZero')
        const cents = (dividend * 200n + divisor) / (divisor * 2n)
        expect(quotient.eq(`${cents}e-2`)).toBe(true)
        const up = divideRounded(exact(`${dividend}e-4`), exact(`${divisor}e-4`), 2, 'up')
        expect(up.eq(`${(dividend * 100n + divisor - 1n) / divisor}e-2`)).toBe(true)
      }),
    )
  })

  test('one division does not change how the next one rounds', () => {
    expect(toWire(divideRounded(exact(1), exact(3), 6, 'up'))).toBe(0.333334)
    expect(toWire(roundToCents(exact('0.333334')))).toBe(0.33)
    expect(toWire(divideRounded(exact(1), exact(3), 2, 'halfAwayFromZero'))).toBe(0.33)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completingAmount,
  convert as convertExactly,
  convertShipping as convertShippingExactly,
  type Rates,
} from './currency.ts'
import { type Amount, toWire } from './money.ts'

const convert = (amount: Amount, from: Rates, to: Rates) => toWire(convertExactly(amount, from, to))
const convertShipping = (price: Amount, from: Rates, to: Rates) => toWire(convertShippingExactly(price, from, to))

const usd = { code: 'USD', rateCompra: 1, rateVenta: 1 }
const nio = { code: 'NIO', rateCompra: '36.8000', rateVenta: '36.4000' }
const eur = { code: 'EUR', rateCompra: 0.95, rateVenta: 0.9 }

describe('the general conversion, used by payments', () => {
  test('US$10.00 counts C$364.00 on a C$ invoice', () => expect(convert(10, usd, nio)).toBe(364))
  test('C$368.00 counts US$10.00 on a US$ invoice', () => expect(convert('368.00', nio, usd)).toBe(10))
  test('a third currency goes by way of the dollar', () => expect(convert(100, eur, nio)).toBe(3831.58))
  test('the same currency stays unchanged', () => expect(convert('12.345', nio, { ...nio, rateVenta: 1 })).toBe(12.345))

  test.each([['abc'], [''], [Number.NaN], ['1e99']])('the invalid amount %j gives 0', (amount) => {
    expect(convert(amount, usd, nio)).toBe(0)
    expect(convert(amount, nio, nio)).toBe(0)
    expect(convertShipping(amount, usd, nio)).toBe(0)
  })

  test('a rate that is missing or not above 0 counts 1', () => {
    for (const rate of ['', 0, -3, 'x']) {
      expect(convert(10, { code: 'EUR', rateCompra: rate, rateVenta: rate }, nio)).toBe(364)
      expect(convert(10, usd, { code: 'EUR', rateCompra: rate, rateVenta: rate })).toBe(10)
    }
  })

  test('the dollar counts 1, even if its row has another rate', () => {
    expect(convert(10, { code: 'USD', rateCompra: 2, rateVenta: 2 }, nio)).toBe(364)
    expect(convert(368, nio, { code: 'USD', rateCompra: 2, rateVenta: 2 })).toBe(10)
  })

  test('a half cent goes away from zero, and the division comes last', () => {
    expect(
      convert('0.01', { code: 'AAA', rateCompra: 3, rateVenta: 3 }, { code: 'BBB', rateCompra: 9, rateVenta: 1.5 }),
    ).toBe(0.01)
    expect(convert(1, { code: 'AAA', rateCompra: 3, rateVenta: 3 }, { code: 'BBB', rateCompra: 9, rateVenta: 9 })).toBe(
      3,
    )
  })
})

describe('the conversion of shipping', () => {
  test('US$5.00 is C$184.00 on a C$ invoice', () => expect(convertShipping(5, usd, nio)).toBe(184))
  test('C$184.00 is US$5.05 on a US$ invoice', () => expect(convertShipping(184, nio, usd)).toBe(5.05))
  test('C$184.00 is C$184.00 on a C$ invoice', () => expect(convertShipping(184, nio, nio)).toBe(184))
})

describe('the payment that completes an invoice', () => {
  test('C$350.53 are completed by US$9.63', () => expect(completingAmount(350.53, usd, nio)).toBe(9.63))
  test('US$10.00 are completed by C$368.00', () => expect(completingAmount(10, nio, usd)).toBe(368))
  test('C$350.53 are completed by C$350.53', () => expect(completingAmount('350.53', nio, nio)).toBe(350.53))
  test('an invoice without a pending amount is completed by 0', () => {
    expect(completingAmount(0, usd, nio)).toBe(0)
    expect(completingAmount(-5, usd, nio)).toBe(0)
    expect(completingAmount('', nio, nio)).toBe(0)
  })

  test('the completing payment always covers the pending amount, and a cent less would not', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 })
    // Rates from 0.01 to 1,000: beyond, the sum would have more digits than a JSON number holds.
    const rate = fc.integer({ min: 100, max: 10_000_000 }).map((units) => units / 10_000)
    fc.assert(
      fc.property(cents, rate, rate, (pendingCents, rateCompra, rateVenta) => {
        const payment = { code: 'AAA', rateCompra, rateVenta: rateCompra }
        const invoice = { code: 'BBB', rateCompra: rateVenta, rateVenta }
        const amount = completingAmount(pendingCents / 100, payment, invoice)
        expect(Math.round(convert(amount, payment, invoice) * 100)).toBeGreaterThanOrEqual(pendingCents)
        const amountCents = BigInt(Math.round(amount * 100))
        const units = (value: number) => BigInt(Math.round(value * 10_000))
        expect((amountCents - 1n) * units(rateVenta) < BigInt(pendingCents) * units(rateCompra)).toBe(true)
        expect(amountCents * units(rateVenta) >= BigInt(pendingCents) * units(rateCompra)).toBe(true)
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CoinedCurrency, isCashCovered, splitChange, usualChange } from './change.ts'
import { convert } from './currency.ts'
import { exact, isBelow, minus, sum, toWire } from './money.ts'

const rate = fc.integer({ min: 1, max: 900_000 }).map((units) => units / 10_000)
const coined = (code: string): fc.Arbitrary<CoinedCurrency> =>
  fc.record({
    code: fc.constant(code),
    rateCompra: code === 'USD' ? fc.constant(1) : fc.oneof(fc.constant(36.8), rate),
    rateVenta: code === 'USD' ? fc.constant(1) : fc.oneof(fc.constant(36.4), rate),
    cashStep: fc.constantFrom(0, 0.25, 1, 5),
  })

const tender = fc.record({
  currencies: fc.tuple(coined('NIO'), coined('USD'), coined('EUR')),
  invoice: fc.nat({ max: 2 }),
  payments: fc.array(
    fc.record({
      currency: fc.nat({ max: 2 }),
      cents: fc.integer({ min: 1, max: 500_000 }),
      method: fc.constantFrom('cash', 'cash', 'card', 'credit'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** The part of the payments that is too much. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('the usual change hands out no more of a foreign currency than came in in cash, is covered by the cash, and adds up to the cent', () => {
  fc.assert(
    fc.property(tender, ({ currencies, invoice, payments, share }) => {
      const [local] = currencies
      const pick = (index: number) => currencies[index] ?? local
      const own = pick(invoice)
      const paid = payments.map(({ currency, cents, method }) => ({
        method,
        total: cents / 100,
        currency: pick(currency),
      }))
      const cash = paid.filter(({ method }) => method === 'cash')
      const all = toWire(sum(paid.map(({ total, currency }) => convert(total, currency, own))))
      const change = Math.floor(all * share * 100) / 100
      const parts = splitChange(change, own, usualChange(change, own, paid, local), { cash, local })
      if (parts === undefined) throw new Error('The usual change is not the change')
      expect(toWire(sum(parts.map(({ convertedTotal }) => exact(convertedTotal))))).toBe(change)
      expect(isCashCovered(parts, paid)).toBe(true)
      for (const { code } of currencies.filter((one) => one !== local)) {
        const came = sum(cash.filter(({ currency }) => currency.code === code).map(({ total }) => exact(total)))
        const handed = sum(
          parts
            .filter(({ kind, currency }) => kind === 'cash' && currency.code === code)
            .map((part) => exact(part.handed)),
        )
        expect(isBelow(came, handed), `${toWire(minus(handed, came))} ${code} more than came in`).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})

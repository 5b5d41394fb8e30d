import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cordobaReference, ledgerSums } from './statement.ts'

const nio = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4 }
const usd = { code: 'USD', rateCompra: 1, rateVenta: 1 }

test('a statement runs from what was owed before, and ends at what is owed', () => {
  const entries = [
    { debit: 914.53, credit: 0 },
    { debit: 0, credit: '364.00' },
    { debit: 0, credit: 200 },
    { debit: 100, credit: 100 },
  ]
  expect(ledgerSums('-128.10', entries)).toEqual({
    balances: [786.43, 422.43, 222.43, 222.43],
    debits: 1014.53,
    credits: 664,
    closing: 222.43,
  })
  expect(ledgerSums(0, [])).toEqual({ balances: [], debits: 0, credits: 0, closing: 0 })
})

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const cents = fc.bigInt({ min: 0n, max: 99_999_999n })
const decimal = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`

test(`closing is opening plus debits less credits, and what comes after each entry agrees with whole cents (SEED=${seed})`, () => {
  fc.assert(
    fc.property(cents, fc.array(fc.record({ debit: cents, credit: cents }), { maxLength: 40 }), (opening, entries) => {
      const sums = ledgerSums(
        decimal(opening),
        entries.map(({ debit, credit }) => ({ debit: decimal(debit), credit: Number(decimal(credit)) })),
      )
      const centsOf = (amount: number) => BigInt(amount.toFixed(2).replace('.', ''))
      let balance = opening
      const balances = entries.map(({ debit, credit }) => {
        balance += debit - credit
        return balance
      })
      expect(sums.balances.map(centsOf)).toEqual(balances)
      expect(centsOf(sums.closing)).toBe(balance)
      expect(centsOf(sums.closing)).toBe(opening + centsOf(sums.debits) - centsOf(sums.credits))
    }),
    { seed, numRuns: 2_000 },
  )
})

test('the equal in córdobas is by the rates of an invoice, rounded once', () => {
  expect(cordobaReference(24, usd, nio)).toBe(883.2)
  expect(cordobaReference(-0.01, usd, nio)).toBe(-0.37)
  expect(cordobaReference(10, { code: 'EUR', rateCompra: 0.92, rateVenta: 0.9 }, nio)).toBe(400)
})

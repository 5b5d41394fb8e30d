import { type Case, type Coin, cases, divide, worth } from '@casillero/shared/test/collection-oracle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, leftOver } from './collection.ts'

/** Writes units as a decimal, half of the time as JSON sends it and half of the time as PostgreSQL does. */
function decimal(units: bigint, decimals: number): number | string {
  const digits = String(units).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return units % 2n === 0n ? text : Number(text)
}

const centsOf = (amount: number): bigint => BigInt(amount.toFixed(2).replace('.', ''))
const rates = ({ code, compra, venta }: Coin) => ({
  code,
  rateCompra: decimal(compra, 4),
  rateVenta: decimal(venta, 4),
})

const paymentsOf = ({ payments }: Case) =>
  payments.map(({ coin, cents }) => ({ total: decimal(cents, 2), currency: rates(coin) }))

const allocated = (one: Case) =>
  allocate(
    paymentsOf(one),
    one.invoices.map(({ id, coin, cents, typed }) => ({
      id,
      currency: rates(coin),
      pendingTotal: decimal(cents, 2),
      typed: typed === null ? null : decimal(typed, 2),
    })),
  )

const total = (amounts: readonly bigint[]) => amounts.reduce((left, amount) => left + amount, 0n)

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

test(`10,000 random collections are divided as by exact fractions, to the cent (SEED=${seed})`, () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { parts, invoices, left } = allocated(one)
      const oracle = divide(one)
      expect(
        parts.map((part) => ({
          payment: part.payment,
          invoiceId: part.invoiceId,
          total: centsOf(part.total),
          converted: centsOf(part.convertedTotal),
        })),
      ).toEqual(oracle.parts)
      expect(left.map(centsOf)).toEqual(oracle.rest)
      for (const [index, { id, cents, typed }] of one.invoices.entries()) {
        const own = oracle.parts.filter(({ invoiceId }) => invoiceId === id)
        const amount = total(own.map(({ converted }) => converted))
        expect(invoices[index]).toEqual({
          id,
          amount: Number(amount) / 100,
          pendingTotal: Number(cents - amount) / 100,
          isShort: typed !== null && (oracle.due.get(id) ?? 0n) > 0n,
        })
      }
    }),
    { seed, numRuns: 10_000 },
  )
})

test(`no collection pays more than there is, or an invoice more than it owes (SEED=${seed})`, () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { parts, left } = allocated(one)
      for (const [payment, { cents }] of one.payments.entries()) {
        const used = parts.filter((part) => part.payment === payment).map((part) => centsOf(part.total))
        expect(total(used) + centsOf(left[payment] ?? 0)).toBe(cents)
      }
      for (const { id, cents, typed } of one.invoices) {
        const paid = parts.filter((part) => part.invoiceId === id).map((part) => centsOf(part.convertedTotal))
        expect(total(paid) <= (typed ?? cents)).toBe(true)
        expect(paid.every((amount) => amount > 0n)).toBe(true)
      }
    }),
    { seed, numRuns: 5_000 },
  )
})

test(`what is left is one change in the currency of the last payment that leaves something (SEED=${seed})`, () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { rest } = divide(one)
      const { left } = allocated(one)
      const last = rest.findLastIndex((cents) => cents > 0n)
      const base = one.payments[last]?.coin
      const change = base && total(one.payments.map(({ coin }, index) => worth(rest[index] ?? 0n, coin, base)))
      const over = leftOver(paymentsOf(one), left)
      expect(over && { payment: over.payment, change: centsOf(over.change) }).toEqual(
        change === undefined ? undefined : { payment: last, change },
      )
    }),
    { seed, numRuns: 5_000 },
  )
})

import { reconciliationOracle, shippedArbitrary } from '@casillero/shared/test/reconciliation-oracle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carrierCost, costInDollars, reconcile } from './reconciliation.ts'

const decimal = (units: number, decimals: number) => (units / 10 ** decimals).toFixed(decimals)
const toCents = (amount: number | null) => (amount === null ? null : BigInt(Math.round(amount * 100)))

test('the money of 2,000 random consignments is that of exact fractions, to the cent', () => {
  fc.assert(
    fc.property(shippedArbitrary, (shipped) => {
      const answer = reconcile({
        invoices: shipped.invoices.map(({ currency, rate, lines, others, discount }) => ({
          currencyId: currency,
          rateCompra: decimal(rate, 4),
          lines: decimal(lines, 2),
          gross: decimal(lines + others, 2),
          discount: decimal(discount, 2),
        })),
        costs: shipped.costs.map(({ amount, rate }) => ({ usd: costInDollars(decimal(amount, 2), decimal(rate, 4)) })),
        invoicedWeight: decimal(shipped.pounds, 2),
      })
      const expected = reconciliationOracle(shipped)
      const own = (currency: string) =>
        toCents(answer.invoiced.find(({ currencyId }) => currencyId === currency)?.total ?? 0)
      expect({
        own: { USD: own('USD'), NIO: own('NIO') },
        invoicedUsd: toCents(answer.invoicedUsd),
        costsUsd: toCents(answer.costsUsd),
        margin: toCents(answer.margin),
        marginPerPound: toCents(answer.marginPerPound),
      }).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

test('a consignment without costs has no margin yet, and one without invoiced pounds none for a pound', () => {
  const none = { invoices: [], invoicedWeight: 0 }
  expect(reconcile({ ...none, costs: [] })).toEqual({
    invoiced: [],
    invoicedUsd: 0,
    costsUsd: 0,
    margin: null,
    marginPerPound: null,
  })
  expect(reconcile({ ...none, costs: [{ usd: 45 }] })).toMatchObject({ margin: -45, marginPerPound: null })
})

test('costs in córdobas become dollars at the price that is paid for one, rounded once', () => {
  expect(costInDollars(920, 36.8)).toBe(25)
  expect(costInDollars('0.01', 36.8)).toBe(0)
  expect(carrierCost(364, 3)).toBe(1092)
  expect(carrierCost('0.5', '0.0101')).toBe(0.01)
})

test('an invoice whose lines are only a part bears that part of its general discount', () => {
  const invoice = { currencyId: 'c', rateCompra: 36.8, lines: 368, gross: 736, discount: 73.6 }
  expect(reconcile({ invoices: [invoice], costs: [], invoicedWeight: 10 })).toMatchObject({
    invoiced: [{ total: 331.2, usd: 9 }],
    invoicedUsd: 9,
  })
})

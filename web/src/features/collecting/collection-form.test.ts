import type { Currency } from '@casillero/shared/contract/currencies'
import { expect, test } from 'vitest'
import { type CollectionTotals, firstDoubt, type PaymentRow } from './collection-form.ts'

const currencyOf = (id: string, symbol: string, rateCompra: number, rateVenta: number): Currency => ({
  id,
  code: id,
  name: id,
  symbol,
  rateCompra,
  rateVenta,
  cashStep: 1,
  isDefault: false,
  formattedRates: { compra: '', venta: '', spread: '' },
  version: 1,
})
const usd = currencyOf('USD', 'US$', 1, 1)
const nio = currencyOf('NIO', 'C$', 36.8, 36.4)

const rowOf = (total: string, currency: Currency): CollectionTotals['sent'][number] => {
  const row: PaymentRow = { key: 1, total, currencyId: currency.id, method: 'cash', reference: '' }
  return { row, currency }
}

const totalsOf = (
  sent: CollectionTotals['sent'],
  change: number,
  changeCurrency: Currency | undefined,
): CollectionTotals => ({
  sent,
  change,
  changeCurrency,
  allocation: { parts: [], invoices: [], left: [] },
  options: [],
  chosen: undefined,
})

test('a collection that gives back more than its invoices get is asked about, in the currency of the change', () => {
  expect(firstDoubt(totalsOf([rowOf('100', usd)], 0, undefined))).toBeUndefined()
  expect(firstDoubt(totalsOf([rowOf('100', usd)], 50, usd))).toBeUndefined()
  expect(firstDoubt(totalsOf([rowOf('100', usd)], 50.01, usd))).toBe(
    'El vuelto sería US$50.01. Si es correcto, presione Cobrar otra vez',
  )
  // US$10 count C$364 beside the C$36.
  expect(firstDoubt(totalsOf([rowOf('10', usd), rowOf('36', nio)], 200, nio))).toBeUndefined()
  expect(firstDoubt(totalsOf([rowOf('10', usd), rowOf('36', nio)], 200.01, nio))).toContain('C$200.01')
})

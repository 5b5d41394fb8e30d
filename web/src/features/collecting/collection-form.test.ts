import type { Currency } from '@casillero/shared/contract/currencies'
import type { InvoiceRow } from '@casillero/shared/contract/invoices'
import { expect, test } from 'vitest'
import { collectionBody } from './collection-body.ts'
import {
  addAmount,
  type CollectionForm,
  type CollectionTotals,
  collectionTotals,
  completingTotal,
  findDue,
  firstDoubt,
  firstProblem,
  type PaymentRow,
  usableCredit,
} from './collection-form.ts'
import { nameDebt } from './open-invoices.ts'

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

const owing = (id: string, currency: Currency, pendingTotal: number): InvoiceRow => ({
  id,
  companyInvoiceId: 1,
  client: {
    id: 'ana',
    casillero: 'TRE0031',
    firstName: 'Ana',
    middleName: null,
    lastNames: 'Núñez',
    phone: '50586904417',
  },
  status: 'pending',
  createdAt: '2026-11-20T16:42:00.000Z',
  currency,
  subtotal: pendingTotal,
  chargesTotal: 0,
  advancesTotal: 0,
  shippingTotal: 0,
  discountTotal: 0,
  totalAmount: pendingTotal,
  paidTotal: 0,
  pendingTotal,
  changeTotal: 0,
  generalDiscountType: 'none',
  generalDiscountValue: 0,
  createdBy: { fullName: 'Luis Paz' },
  voidedAt: null,
})
const debts = [owing('first', nio, 276), owing('second', nio, 100), owing('third', usd, 7.5)]
const formWith = (payments: PaymentRow[], typed: [string, string][] = []): CollectionForm => ({
  payments,
  typed: new Map(typed),
  choice: undefined,
})
const dueOf = (form: CollectionForm) =>
  findDue(form, debts, collectionTotals(form, debts, [usd, nio]), [usd, nio]).map(({ amount, currency }) => [
    amount,
    currency.id,
  ])

test('what is still due after a credit in dollars is in the currency of the oldest debt that is left', () => {
  const credit: PaymentRow = { ...rowOf('7.50', usd).row, method: 'credit' }
  expect(dueOf(formWith([]))).toEqual([
    [276, 'NIO'],
    [100, 'NIO'],
    [7.5, 'USD'],
  ])
  expect(dueOf(formWith([credit]))).toEqual([
    [276, 'NIO'],
    [100, 'NIO'],
  ])
  expect(dueOf(formWith([credit, rowOf('376', nio).row]))).toEqual([])
})

test('an amount that was typed for an invoice is all that is due for it, and one that is left out is not', () => {
  expect(
    dueOf(
      formWith(
        [],
        [
          ['first', '100'],
          ['third', '0.00'],
        ],
      ),
    ),
  ).toEqual([
    [100, 'NIO'],
    [100, 'NIO'],
  ])
  const form = formWith(
    [],
    [
      ['first', '0.00'],
      ['second', '0.00'],
    ],
  )
  expect(usableCredit({ currencyId: 'USD', amount: 50 }, form, debts, [usd, nio])).toBe(7.5)
  expect(usableCredit({ currencyId: 'USD', amount: 5 }, form, debts, [usd, nio])).toBe(5)
})

test('what completes a collection in any currency pays all of it and leaves nothing over', () => {
  for (const currency of [usd, nio]) {
    for (const typed of [[], [['first', '33.33']]] satisfies [string, string][][]) {
      const before = formWith([rowOf('1.37', usd).row], typed)
      const total = completingTotal(before, debts, [usd, nio], { currency, isCredit: false })
      const { payments } = addAmount(before.payments, {
        currencyId: currency.id,
        total: String(total),
        isCredit: false,
      })
      const after = { ...before, payments }
      const totals = collectionTotals(after, debts, [usd, nio])
      expect(totals.change, `${total} ${currency.id}`).toBe(0)
      expect(findDue(after, debts, totals, [usd, nio])).toEqual([])
    }
  }
})

test('the missing amount goes into the row that waits for one with its method, and credit into a row of its own', () => {
  const waiting = { ...rowOf('', nio).row, method: 'card' as const }
  const filled = addAmount([waiting], { currencyId: 'USD', total: '2.00', isCredit: false })
  expect(filled.payments).toEqual([{ ...waiting, currencyId: 'USD', total: '2.00' }])
  const credit = addAmount([waiting], { currencyId: 'USD', total: '2.00', isCredit: true })
  expect(credit.payments).toMatchObject([{ key: 2, currencyId: 'USD', total: '2.00', method: 'credit' }])
})

test('a collection is not sent while a text in it is no amount', () => {
  const problem = (form: CollectionForm) => firstProblem(collectionTotals(form, debts, [usd, nio]), debts, form)
  const paid = rowOf('300', nio).row
  expect(problem(formWith([paid]))).toBeUndefined()
  expect(problem(formWith([paid, { ...paid, key: 2, total: '1.234' }]))).toEqual({
    sentence: 'Escriba el monto así: 1234.50',
    field: 'collected-2',
  })
  expect(problem(formWith([paid], [['first', '1.234']]))?.field).toBe('invoice-first')
})

test('a debt of its own stands among the invoices by its day, and its amounts are sent under its own id', () => {
  const { id, companyInvoiceId, createdAt, pendingTotal, totalAmount, currency } = owing('own', usd, 15)
  const own = { id, companyInvoiceId, createdAt, pendingTotal, totalAmount, currency, isOwnDebt: true as const }
  const open = [...debts, own]
  const form = formWith([rowOf('20', usd).row], [['own', '5']])
  const totals = collectionTotals(form, open, [usd, nio])
  const body = collectionBody(form, totals, open, undefined)
  expect(body.allocations).toEqual([{ debtId: 'own', amount: 5 }])
  expect(body.expected?.debts).toEqual([{ debtId: 'own', amount: 5 }])
  expect(body.expected?.invoices.map(({ invoiceId }) => invoiceId)).toEqual(['first', 'third'])
  expect([own, debts[2]].map((debt) => debt && nameDebt(debt))).toEqual(['Saldo usado sin pago, de #1', 'Factura #1'])
})

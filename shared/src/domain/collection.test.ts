import { expect, test } from 'vitest'
import { allocate, leftOver } from './collection.ts'

const usd = { code: 'USD', rateCompra: 1, rateVenta: 1 }
const nio = { code: 'NIO', rateCompra: 36.8, rateVenta: 36.4 }

const three = [
  { id: '#1142', currency: usd, pendingTotal: 24, typed: null },
  { id: '#1209', currency: nio, pendingTotal: 350.53, typed: null },
  { id: '#1288', currency: nio, pendingTotal: 477.87, typed: null },
]

test('payments pay invoices of their own currency first, then the others, oldest first', () => {
  const payments = [
    { total: 20, currency: usd },
    { total: 1000, currency: nio },
  ]
  const { parts, invoices, left } = allocate(payments, three)
  expect(parts).toEqual([
    { payment: 0, invoiceId: '#1142', total: 20, convertedTotal: 20 },
    { payment: 1, invoiceId: '#1209', total: 350.53, convertedTotal: 350.53 },
    { payment: 1, invoiceId: '#1288', total: 477.87, convertedTotal: 477.87 },
    { payment: 1, invoiceId: '#1142', total: 147.2, convertedTotal: 4 },
  ])
  expect(invoices.map(({ pendingTotal }) => pendingTotal)).toEqual([0, 0, 0])
  expect(left).toEqual([0, 24.4])
  expect(leftOver(payments, left)).toEqual({ payment: 1, change: 24.4 })
})

test('a typed amount is fixed, and the rest flows round it', () => {
  const [first, second, third] = three
  const typed = [first, second, third].flatMap((one) => one ?? [])
  const fixed = typed.map((one) => (one.id === '#1288' ? { ...one, typed: 400 } : one))
  const { invoices, left } = allocate([{ total: 500, currency: nio }], fixed)
  expect(invoices.map(({ id, amount }) => [id, amount])).toEqual([
    ['#1142', 0],
    ['#1209', 100],
    ['#1288', 400],
  ])
  expect(left).toEqual([0])
  const none = typed.map((one) => (one.id === '#1209' ? { ...one, typed: 0 } : one))
  expect(allocate([{ total: 500, currency: nio }], none).invoices.map(({ amount }) => amount)).toEqual([0.6, 0, 477.87])
})

test('a typed amount is paid in its own currency before others', () => {
  const typed = three.map((one) => (one.id === '#1209' ? { ...one, typed: 100 } : one))
  const payments = [
    { total: 20, currency: usd },
    { total: 1000, currency: nio },
  ]
  const { parts } = allocate(payments, typed)
  expect(parts.map(({ payment, invoiceId, total }) => [payment, invoiceId, total])).toEqual([
    [1, '#1209', 100],
    [0, '#1142', 20],
    [1, '#1288', 477.87],
    [1, '#1142', 147.2],
  ])
})

test('a typed amount that the payments do not reach is called short', () => {
  const [first] = three
  const open = first ? [{ ...first, typed: 20 }] : []
  expect(allocate([{ total: 368, currency: nio }], open).invoices).toEqual([
    { id: '#1142', amount: 10, pendingTotal: 14, isShort: true },
  ])
  expect(allocate([{ total: 736, currency: nio }], open).invoices[0]?.isShort).toBe(false)
})

test('an amount that counts nothing in the currency of an invoice pays none of it, and is left', () => {
  const [first] = three
  const { parts, left } = allocate([{ total: 0.1, currency: nio }], first ? [first] : [])
  expect([parts, left]).toEqual([[], [0.1]])
})

test('without invoices all of the payments is left, and without payments nothing is', () => {
  const payments = [
    { total: 10, currency: usd },
    { total: 5, currency: nio },
  ]
  const { left } = allocate(payments, [])
  expect(leftOver(payments, left)).toEqual({ payment: 1, change: 369 })
  expect(leftOver([], allocate([], three).left)).toBeUndefined()
})

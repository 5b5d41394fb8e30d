import { expect, test } from 'vitest'
import { comingDebt, describeComing, waitText } from './coming-texts.ts'

test('a wait is written in minutes, and from an hour on in hours', () => {
  expect([null, 0, 59, 60, 160, 1_445].map(waitText)).toEqual([
    'Al abrir',
    '0 min',
    '59 min',
    '1 h 00',
    '2 h 40',
    '24 h 05',
  ])
})

test('what a client comes for is named by two descriptions, or one and a number', () => {
  expect(describeComing({ descriptions: ['Zapatillas', 'iPhone 15'], count: 2 })).toBe('Zapatillas, iPhone 15')
  expect(describeComing({ descriptions: ['Juguetes', 'Ropa'], count: 3 })).toBe('Juguetes y 2 más')
})

test('a debt stands by its currencies, before what is paid and what has no invoice', () => {
  const owed = [
    { code: 'NIO', symbol: 'C$', amount: 999.04 },
    { code: 'USD', symbol: 'US$', amount: 11.5 },
  ]
  expect(comingDebt({ owed, unbilled: 1 })).toEqual({
    isPaid: false,
    text: 'Debe C$999.04 · US$11.50',
    more: '1 sin factura',
  })
  expect(comingDebt({ owed: [], unbilled: 0 })).toMatchObject({ isPaid: true, text: 'Pagado' })
  expect(comingDebt({ owed: [], unbilled: 2 })).toMatchObject({ isPaid: false, text: 'Sin factura', more: undefined })
})

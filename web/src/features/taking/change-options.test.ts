import { expect, test } from 'vitest'
import { currencies, nio, usd } from '../../../test/invoice-form-example.ts'
import { changeOptions, chosenChange } from './change-options.ts'

const cash = [{ method: 'cash' }]

test('change in córdobas is offered rounded to the smallest coin, as whole dollars and the rest, and as exact credit', () => {
  const options = changeOptions({ change: 177.47, currency: nio, currencies })
  expect(options.map(({ id, amounts, sent }) => ({ id, amounts, sent }))).toEqual([
    { id: 'own', amounts: ['C$177.00'], sent: [{ currencyId: 'NIO', kind: 'cash' }] },
    {
      id: 'dollars',
      amounts: ['US$4.00', 'C$30.00'],
      sent: [
        { currencyId: 'USD', kind: 'cash', amount: 4 },
        { currencyId: 'NIO', kind: 'cash' },
      ],
    },
    { id: 'credit', amounts: ['C$177.47'], sent: [{ currencyId: 'NIO', kind: 'credit' }] },
  ])
  expect(options[1]?.note).toBe('El resto va en C$, a 36.80 por US$1')
})

test('change in dollars leaves its cents to córdobas, and a change below a dollar or in another currency offers no dollars', () => {
  const [, dollars] = changeOptions({ change: 12.5, currency: usd, currencies })
  expect([dollars?.amounts, dollars?.note]).toEqual([['US$12.00', 'C$18.00'], 'El resto va en C$, a 36.40 por US$1'])
  expect(changeOptions({ change: 20, currency: nio, currencies }).map(({ id }) => id)).toEqual(['own', 'credit'])
  const eur = { ...nio, id: 'EUR', code: 'EUR' }
  expect(changeOptions({ change: 500, currency: eur, currencies: [...currencies, eur] }).map(({ id }) => id)).toEqual([
    'own',
    'credit',
  ])
  expect(changeOptions({ change: 0, currency: nio, currencies })).toEqual([])
})

test('the server’s own way is taken until another is chosen, and again when that one is no longer offered', () => {
  const options = changeOptions({ change: 177.47, currency: nio, currencies })
  expect(chosenChange(options, undefined, cash)?.id).toBe('own')
  expect(chosenChange(options, undefined, [{ method: 'card' }])?.id).toBe('credit')
  expect(chosenChange(options, 'dollars', cash)?.id).toBe('dollars')
  expect(chosenChange(changeOptions({ change: 20, currency: nio, currencies }), 'dollars', cash)?.id).toBe('own')
})

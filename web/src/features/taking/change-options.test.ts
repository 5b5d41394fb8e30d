import { expect, test } from 'vitest'
import { currencies, nio, usd } from '../../../test/invoice-form-example.ts'
import { changeBody, changeOptions, chosenChange, findMissingReason } from './change-options.ts'

const paid = (total: number, currency = nio, method = 'cash') => [{ method, total, currency }]
const cards = paid(5000, nio, 'card')

test('change in córdobas is offered rounded to the smallest coin, as whole dollars and the rest, and as exact credit', () => {
  const options = changeOptions({ change: 177.47, currency: nio, currencies, payments: paid(1100) })
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

test('the own dollars of a client are offered at the rate at which they were taken', () => {
  const [, dollars] = changeOptions({ change: 1800, currency: nio, currencies, payments: paid(100, usd) })
  expect([dollars?.amounts, dollars?.note]).toEqual([['US$49.00', 'C$16.00'], 'El resto va en C$, a 36.40 por US$1'])
})

test('change in dollars leaves its cents to córdobas, and a change below a dollar or in another currency offers no dollars', () => {
  const [own, next] = changeOptions({ change: 12.5, currency: usd, currencies, payments: paid(20, usd) })
  expect([own?.amounts, own?.note]).toEqual([['US$12.00', 'C$18.00'], 'El resto va en C$, a 36.40 por US$1'])
  expect([next?.label, next?.amounts]).toEqual(['Todo en córdobas', ['C$455.00']])
  const idsOf = (facts: Omit<Parameters<typeof changeOptions>[0], 'currencies'>) =>
    changeOptions({ currencies, ...facts }).map(({ id }) => id)
  expect(idsOf({ change: 20, currency: nio, payments: paid(500) })).toEqual(['own', 'credit'])
  const eur = { ...nio, id: 'EUR', code: 'EUR', cashStep: 0 }
  expect(idsOf({ change: 500, currency: eur, payments: paid(900, eur) })).toEqual(['own', 'local', 'credit'])
  expect(idsOf({ change: 0, currency: nio, payments: paid(500) })).toEqual([])
})

test('change of an invoice in dollars is all in córdobas first where córdobas came in, and dollars can be chosen', () => {
  const shown = (change: number, payments: ReturnType<typeof paid>) =>
    changeOptions({ change, currency: usd, currencies, payments }).map(({ label, amounts }) => [label, ...amounts])
  expect(shown(1.41, paid(1250))).toEqual([
    ['Todo en córdobas', 'C$52.00'],
    ['Dólares y córdobas', 'US$1.00', 'C$15.00'],
    ['Saldo a favor', 'US$1.41'],
  ])
  expect(shown(34.35, [...paid(20, usd), ...paid(2000)])[0]).toEqual(['Todo en córdobas', 'C$1,264.00'])
  expect(shown(0.49, paid(20, usd))).toEqual([
    ['Todo en córdobas', 'C$18.00'],
    ['Saldo a favor', 'US$0.49'],
  ])
  expect(shown(163, [...paid(200, usd, 'card'), ...paid(100)])[0]).toEqual([
    'NIO y saldo a favor',
    'C$100.00',
    'US$160.28 a favor',
  ])
})

test('no more change is offered in cash than the payments are cash', () => {
  const mixed = [...paid(20), ...paid(200, nio, 'card')]
  const [own, next] = changeOptions({ change: 120, currency: nio, currencies, payments: mixed })
  expect([own?.label, own?.amounts]).toEqual(['NIO y saldo a favor', ['C$20.00', 'C$100.00 a favor']])
  expect(next?.id).toBe('credit')
  expect(changeOptions({ change: 177.47, currency: nio, currencies, payments: cards }).map(({ id }) => id)).toEqual([
    'credit',
    'beyond',
  ])
})

test('more change in cash than was paid in cash is never the usual way, and is sent with its reason', () => {
  const options = changeOptions({ change: 177.47, currency: nio, currencies, payments: cards })
  expect(chosenChange(options, undefined)?.id).toBe('credit')
  const blank = chosenChange(options, { id: 'beyond', reason: ' ' })
  expect(findMissingReason(blank)?.sentence).toBe('Escriba por qué se entrega más efectivo del recibido')
  const reasoned = chosenChange(options, { id: 'beyond', reason: 'Cliente sin cuenta' })
  expect([findMissingReason(reasoned), changeBody(reasoned)]).toEqual([
    undefined,
    { change: [{ currencyId: 'NIO', kind: 'cash' }], changeReason: 'Cliente sin cuenta' },
  ])
  expect(changeBody(chosenChange(options, { id: 'credit', reason: 'x' })).changeReason).toBeUndefined()
})

test('the server’s own way is taken until another is chosen, and again when that one is no longer offered', () => {
  const options = changeOptions({ change: 177.47, currency: nio, currencies, payments: paid(1100) })
  expect(chosenChange(options, undefined)?.id).toBe('own')
  expect(chosenChange(options, { id: 'dollars', reason: '' })?.id).toBe('dollars')
  const small = changeOptions({ change: 20, currency: nio, currencies, payments: paid(500) })
  expect(chosenChange(small, { id: 'dollars', reason: '' })?.id).toBe('own')
  const credit = changeOptions({ change: 177.47, currency: nio, currencies, payments: cards })
  expect(chosenChange(credit, undefined)?.id).toBe('credit')
})

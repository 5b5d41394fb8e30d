import { expect, test } from 'vitest'
import { nio, usd } from '../../../test/invoice-form-example.ts'
import { describeChange } from './change-large.tsx'

type Part = Parameters<typeof describeChange>[0][number]

const part = (kind: Part['kind'], currency: Part['currency'], amount: number, handed: number): Part => ({
  id: `${kind} ${currency.id}`,
  kind,
  currency,
  amount,
  convertedTotal: amount,
  handed,
  rounding: 0,
  createdAt: '2026-11-20T16:42:00.000Z',
})

test('the change is told as it is handed out, and what stays as credit apart', () => {
  expect(describeChange([part('cash', nio, 177.47, 177)])).toEqual([{ label: 'Vuelto', amount: 'C$177.00' }])
  expect(describeChange([part('cash', usd, 4, 4), part('cash', nio, 30.27, 30)])).toEqual([
    { label: 'Vuelto', amount: 'US$4.00 + C$30.00' },
  ])
  expect(describeChange([part('cash', usd, 4, 4), part('credit', nio, 30.27, 0)])).toEqual([
    { label: 'Vuelto', amount: 'US$4.00' },
    { label: 'A saldo a favor', amount: 'C$30.27' },
  ])
})

test('a change below the smallest coin, of which nothing is handed out, is not told', () => {
  expect(describeChange([part('cash', nio, 0.4, 0)])).toEqual([])
  expect(describeChange([])).toEqual([])
})

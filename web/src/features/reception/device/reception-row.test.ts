import { expect, test } from 'vitest'
import { type Entry, isReceived, ownerName, type Row, sumPounds } from './reception-row.ts'

const entry: Entry = {
  tracking: 'TBA309482118803',
  shippingMethod: 'aereo',
  client: { id: 'c', casillero: 'TRE0190', name: 'Karla Espinoza' },
  clientText: '',
  labelName: '',
  tariffId: null,
  weight: 13.4,
  weightSource: 'typed',
  shipment: null,
  labelCode: '00000000',
  again: false,
}
const row = (values: Partial<Entry> = {}, state: Row['state'] = 'waiting'): Row => ({
  key: 'k',
  owner: 'o',
  at: 1,
  entry: { ...entry, ...values },
  state,
  wasSent: false,
  problem: null,
  saved: null,
})

test('the pounds of a sitting are exact, and a package without a weight counts none', () => {
  const rows = Array.from({ length: 1_000 }, () => row({ weight: 0.1 }))
  expect(sumPounds([...rows, row({ weight: 0.07 }), row({ weight: null })])).toBe(100.07)
})

test.each([
  [{}, 'Karla Espinoza'],
  [{ client: null }, 'Sin dueño'],
  [{ client: null, labelName: 'M. TELLEZ' }, 'Sin dueño · «M. TELLEZ»'],
  [{ client: null, clientText: 'TRE9999' }, '«TRE9999»'],
])('a row with %j names its owner as “%s”', (values, name) => {
  expect(ownerName(row(values))).toBe(name)
})

test('what was received before and what was refused count as nothing received', () => {
  const states = ['waiting', 'created', 'filled', 'repeated', 'refused'] as const
  expect(states.filter((state) => isReceived(row({}, state)))).toEqual(['waiting', 'created', 'filled'])
})

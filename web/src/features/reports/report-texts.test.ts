import { reportNames } from '@casillero/shared/domain/report-names'
import { expect, test } from 'vitest'
import { changeText, periodText, referenceNote, reportGroups, reportTexts, rowName, shortDay } from './report-texts.ts'

test.each([
  [137.7, 100, '+37.7%'],
  [50, 100, '−50.0%'],
  [100, 100, '0.0%'],
  [100.01, 100, '0.0%'],
  [0, 100, '−100.0%'],
  [10, 0, undefined],
  [10, null, undefined],
])('%d beside %d of before is %s', (now, before, text) => {
  expect(changeText(now, before)).toBe(text)
})

test('every report stands once in the list, with an address of its own', () => {
  expect(reportGroups.flatMap(({ names }) => names).toSorted()).toEqual([...reportNames].toSorted())
  expect(new Set(Object.values(reportTexts).map(({ slug }) => slug)).size).toBe(reportNames.length)
})

test('a row is named by its day, its method, its age or its own name, and what has no key by what it lacks', () => {
  expect(rowName('sales-by-day', { key: '2026-11-16', label: '' })).toBe('lun 16 nov')
  expect(rowName('sales-by-method', { key: 'maritimo', label: '' })).toBe('Marítimo')
  expect(rowName('payments-by-method', { key: 'transfer', label: '' })).toBe('Transferencia')
  expect(rowName('debts-by-age', { key: '4', label: '' })).toBe('Más de 30')
  expect(rowName('pounds-by-client', { key: 'x', label: 'Ana Núñez' })).toBe('Ana Núñez')
  expect(rowName('pounds-by-client', { key: null, label: '' })).toBe('Sin dueño')
  expect(rowName('sales-by-tariff', { key: null, label: '' })).toBe('Sin tarifa')
  expect(shortDay('2026-11-22')).toBe('dom 22 nov')
  expect(periodText({ from: '2026-11-16', to: '2026-11-21' })).toBe('16 al 21 nov 2026')
  expect(periodText({ from: '2026-10-26', to: '2026-11-01' })).toBe('26 oct al 1 nov 2026')
  expect(periodText({ from: '2025-12-29', to: '2026-01-04' })).toBe('29 dic 2025 al 4 ene 2026')
  expect(periodText({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 nov 2026')
})

test('the reference says at which rate, and nothing where all is in córdobas', () => {
  const [nio, usd] = [
    { currencyId: 'n', code: 'NIO', symbol: 'C$' },
    { currencyId: 'u', code: 'USD', symbol: 'US$' },
  ]
  const rate = { symbol: 'C$', of: [{ code: 'USD', symbol: 'US$', rate: 36.8 }] }
  expect(referenceNote({ rate, currencies: [nio, usd] })).toBe(
    '«Todo en C$» es referencia: US$ × 36.8000, la tasa de hoy.',
  )
  expect(referenceNote({ rate, currencies: [nio] })).toBeUndefined()
  expect(referenceNote({ rate: null, currencies: [usd] })).toBeUndefined()
})

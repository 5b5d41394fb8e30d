import { describe, expect, test, vi } from 'vitest'
import { formatMoney, formatRate, formatTariffPrice, formatUnitPrice, formatWeight } from './money-format.ts'

describe('an amount on a screen', () => {
  test.each([
    [1234.5, 'C$', 'C$1,234.50'],
    [1234.5, 'US$', 'US$1,234.50'],
    [0, 'C$', 'C$0.00'],
    [1_234_567.89, '€', '€1,234,567.89'],
    [-128.1, 'C$', '−C$128.10'],
    [-0.001, 'C$', 'C$0.00'],
    [-0.005, 'C$', '−C$0.01'],
    [1.005, 'C$', 'C$1.01'],
  ])('the amount %d with %s reads %s%s', (amount, symbol, text) => {
    expect(formatMoney(amount, symbol)).toBe(text)
  })

  test('an amount on a screen is in US$ where the screen has no currency of its own', () =>
    expect(formatMoney(9.5)).toBe('US$9.50'))
  test('an amount on a screen that is no number reads —', () => expect(formatMoney(Number.NaN, 'C$')).toBe('—'))
})

test('rates and margins show four decimals', () => {
  expect(formatRate(36.8, 'C$')).toBe('C$36.8000')
  expect(formatRate(-0.4, 'C$')).toBe('−C$0.4000')
  expect(formatRate(1234.56789, '')).toBe('1,234.5679')
})

test('weights show two decimals and the unit', () => {
  expect(formatWeight(12.25)).toBe('12.25 lbs')
  expect(formatWeight(3)).toBe('3.00 lbs')
  expect(formatWeight(Number.NaN)).toBe('—')
})

test('prices per pound are in US$', () => {
  expect(formatTariffPrice(2.75, 'pound')).toBe('US$2.75/lb')
  expect(formatTariffPrice(3.427419, 'pound')).toBe('US$3.43/lb')
  expect(formatTariffPrice(Number.NaN, 'pound')).toBe('—')
})

test('the price of an invoice line shows what it is multiplied with', () => {
  expect(formatUnitPrice(5.5)).toBe('US$5.50')
  expect(formatUnitPrice(3.427419)).toBe('US$3.427419')
  expect(formatUnitPrice(2.4975, '')).toBe('2.4975')
  expect(formatUnitPrice(Number.NaN)).toBe('—')
})

test('a format is made with the first number that needs it, and once', async () => {
  const { NumberFormat } = Intl
  function make(...of: ConstructorParameters<typeof NumberFormat>) {
    return new NumberFormat(...of)
  }
  const made = vi.spyOn(Intl, 'NumberFormat').mockImplementation(make)
  vi.resetModules()
  const fresh = await import('./money-format.ts')
  expect(made).not.toHaveBeenCalled()
  fresh.formatMoney(1)
  fresh.formatWeight(2)
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
})

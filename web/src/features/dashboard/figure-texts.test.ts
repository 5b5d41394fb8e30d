import { expect, test } from 'vitest'
import { comparedWith, describeChange, formatCount, formatPounds, shownAmounts } from './figure-texts.ts'

test.each([
  [64, 52, 'up', '12 más'],
  [52, 64, 'down', '12 menos'],
  [7, 7, undefined, 'Igual'],
  [1234, 0, 'up', '1,234 más'],
])('%i packages beside %i of before are said with their direction', (now, before, direction, text) => {
  expect(describeChange({ now, before }, formatCount)).toEqual({ direction, text })
})

test('a difference of pounds is said to the hundredth, whatever doubles make of it', () => {
  expect(describeChange({ now: 0.3, before: 0.1 }, formatPounds)).toEqual({ direction: 'up', text: '0.20 más' })
  expect(describeChange({ now: 0.1 + 0.2, before: 0.3 }, formatPounds).text).toBe('Igual')
})

test.each([
  ['2026-11-21', 'sábado'],
  ['2026-11-22', 'domingo'],
  ['2026-11-23', 'lunes'],
])('%s is compared with the %s before', (today, day) => {
  expect(comparedWith('day', today)).toBe(`Comparado con el ${day} pasado a esta hora`)
  expect(comparedWith('week', today)).toBe('Comparado con la semana pasada a esta hora')
})

test('a currency of which nothing moved is left out, unless there is no other', () => {
  const amountOf = (code: string, now: number) => ({
    currencyId: code,
    code,
    symbol: code,
    day: { now, before: 5 },
    week: { now: 9, before: 5 },
  })
  const [nio, usd] = [amountOf('NIO', 0), amountOf('USD', 4)]
  expect(shownAmounts([nio, usd], 'day')).toEqual([usd])
  expect(shownAmounts([nio, usd], 'week')).toEqual([nio, usd])
  expect(shownAmounts([nio], 'day')).toEqual([nio])
  expect(shownAmounts([], 'day')).toEqual([])
})

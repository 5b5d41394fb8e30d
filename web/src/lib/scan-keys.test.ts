import { describe, expect, test } from 'vitest'
import { createEndFilter, createPaceReader } from './scan-keys.ts'

const key = (name: string, timeStamp: number, more = {}) => ({
  key: name,
  timeStamp,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

/** Says what keys count as that come so many milliseconds after the one before. */
function isScan(keys: string[], gap: number | ((at: number) => number), more = {}) {
  const pace = createPaceReader()
  let now = 1_000
  for (const [at, name] of keys.entries()) {
    now += typeof gap === 'number' ? gap : gap(at)
    pace.note(key(name, now, more))
  }
  return pace.isScan()
}

describe('what a scanner wrote', () => {
  test.each([1, 16, 49])('keys that come %i ms apart are a scan', (gap) => {
    expect(isScan([...'TBA309', 'Enter'], gap)).toBe(true)
  })

  test('a scan keeps what is written with Shift', () => {
    expect(isScan([...'TB', 'Shift', 'A', 'Shift', '3', '0', 'Enter'], 5)).toBe(true)
  })

  test('a pause within a scan makes no other thing of it', () => {
    expect(isScan([...'TBA330000000425', 'Enter'], (at) => (at === 6 ? 2_000 : 5))).toBe(true)
  })

  test.each([
    ['text that is typed by hand', [...'managua', 'Enter'], 60, {}],
    ['a few quick letters', [...'425', 'Enter'], 5, {}],
    ['a key that is held down', Array(20).fill('a'), 30, { repeat: true }],
    ['a shortcut', [...'abcdef'], 5, { ctrlKey: true }],
    ['a text in whose list an arrow chose', [...'guadalupe', 'ArrowDown', 'Enter'], 5, {}],
    ['a scan that ended, with a digit after it', [...'TBA309', 'Enter', '4'], 5, {}],
  ])('%s is no scan', (_what, keys, gap, more) => {
    expect(isScan(keys, gap, more)).toBe(false)
  })
})

describe('the second end of a scan', () => {
  const shifts = [
    ['an Enter 5 ms after a scan’s own', key('Enter', 5), true],
    ['an Enter of a hand', key('Enter', 50), false],
    ['Ctrl+J', key('j', 40, { ctrlKey: true }), true],
    ['Ctrl+J of a slow scanner', key('J', 400, { ctrlKey: true }), true],
    ['Ctrl+J of a hand', key('j', 1_200, { ctrlKey: true }), false],
    ['the first key of the next scan', key('j', 1), false],
  ] as const
  test.each(shifts)('%s after a scan is held back: %o is %s', (_what, next, isHeld) => {
    const { isSecond: isSecondEnd } = createEndFilter()
    for (const [at, name] of ['3', '1', 'Enter'].entries())
      expect(isSecondEnd(key(name, 10_000 + at - 2)), name).toBe(false)
    expect(isSecondEnd(key('Control', 10_000))).toBe(false)
    expect(isSecondEnd({ ...next, timeStamp: 10_000 + next.timeStamp })).toBe(isHeld)
  })

  test('an Enter that ends the next code is its own, however fast it comes', () => {
    const { isSecond: isSecondEnd } = createEndFilter()
    const keys = ['A', 'Enter', 'B', 'Enter']
    expect(keys.map((name, at) => isSecondEnd(key(name, at)))).toEqual([false, false, false, false])
  })
})

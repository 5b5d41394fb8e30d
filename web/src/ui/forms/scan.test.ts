import { describe, expect, test } from 'vitest'
import { createBurstReader, isScan } from './scan.ts'

const key = (name: string, timeStamp: number, more = {}) => ({
  key: name,
  timeStamp,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

/** What stands at the end when keys come so many milliseconds apart. */
function burstOf(keys: string[], gap: number, more = {}) {
  const read = createBurstReader()
  return keys.map((name, at) => read(key(name, 1_000 + at * gap, more))).at(-1) ?? ''
}

describe('a scan', () => {
  test.each([1, 16, 49])('a scan is whole with its Enter when keys come %i ms apart', (gap) => {
    expect(burstOf([...'TBA309', 'Enter'], gap)).toBe('TBA309')
    expect(isScan('TBA309')).toBe(true)
  })

  test('a scan keeps what is written with Shift', () => {
    expect(burstOf(['Shift', 'T', 'Shift', 'B', 'a', '/', '1', 'Enter'], 5)).toBe('TBa/1')
  })

  test('a scan begins anew after Enter, however fast the next one follows', () => {
    expect(burstOf([...'TBA309', 'Enter', ...'1Z999A', 'Enter'], 1)).toBe('1Z999A')
  })

  test('a scan begins anew after a pause', () => {
    const read = createBurstReader()
    for (const [at, letter] of [...'maria'].entries()) read(key(letter, at * 10))
    expect([...'TBA309'].map((letter, at) => read(key(letter, 2_000 + at))).at(-1)).toBe('TBA309')
  })
})

describe('what is no scan', () => {
  test('text typed by hand is no scan', () => {
    expect(isScan(burstOf([...'managua', 'Enter'], 60))).toBe(false)
  })

  test('a few quick letters before Enter are no scan', () => {
    expect(isScan(burstOf([...'abcd', 'Enter'], 20))).toBe(false)
  })

  test('a key that is held down and a shortcut are no scan', () => {
    expect(burstOf(Array(20).fill('a'), 30, { repeat: true })).toBe('')
    expect(burstOf([...'abcdef'], 5, { ctrlKey: true })).toBe('')
  })
})

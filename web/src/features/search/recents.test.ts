import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addRecent, clearRecents, readRecents } from './recents.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  stored.set('token', 'abc')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const recent = (id: string) => ({ kind: 'client' as const, id, title: `Cliente ${id}`, text: 'DEM0001' })
const idsOf = (userId: string) => readRecents(userId).map(({ id }) => id)

test('the last eight are kept, each once, the last one first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '5']) addRecent('ana', recent(id))
  expect(idsOf('ana')).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'])
  clearRecents()
  expect(idsOf('ana')).toEqual([])
})

test('what another user opened is not shown and not kept on', () => {
  addRecent('ana', recent('1'))
  expect(idsOf('luis')).toEqual([])
  addRecent('luis', recent('2'))
  expect([idsOf('luis'), idsOf('ana')]).toEqual([['2'], []])
})

test('nothing is kept once the session has ended', () => {
  stored.delete('token')
  addRecent('ana', recent('1'))
  expect(stored.has('recent')).toBe(false)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"userId":"ana"}',
  '{"userId":"ana","rows":[null,{"kind":"x"},{"kind":"client","id":1}]}',
])('a damaged store %j is empty', (text) => {
  stored.set('recent', text)
  expect(readRecents('ana')).toEqual([])
})

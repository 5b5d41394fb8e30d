import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { expect, test } from 'vitest'
import { countAfter, findFirstNew, groupDays, mergeEntries } from './thread-entries.ts'
import { addNewest, openAround } from './use-thread.ts'

const entry = (id: string, at: string, values: Partial<ThreadEntry> = {}): ThreadEntry => ({
  id,
  source: 'client',
  author: null,
  kind: 'text',
  text: id,
  seconds: null,
  file: null,
  state: null,
  error: null,
  voucherId: null,
  isMissed: false,
  at,
  isEdited: false,
  isRevoked: false,
  reactions: [],
  ...values,
})

const first = entry('a', '2026-11-20T15:00:00Z')
const reply = entry('b', '2026-11-20T15:01:00Z', { source: 'user', state: 'queued' })
// Within one second the fractions decide, which as texts come before the `Z`.
const second = entry('c', '2026-11-21T05:30:00Z')
const third = entry('d', '2026-11-21T05:30:00.5Z')

test('entries that were read twice are there once, in their order, and as they were read last', () => {
  const sent: ThreadEntry = { ...reply, state: 'sent' }
  expect(mergeEntries([first, reply, third], [second, sent])).toEqual([first, sent, second, third])
})

test('the line over what is new stands before the last entries of the client', () => {
  const all = [first, reply, second, third]
  expect(findFirstNew(all, 0)).toBeUndefined()
  expect(findFirstNew(all, 2)).toBe('c')
  expect(findFirstNew(all, 9)).toBe('a')
  expect(findFirstNew([reply], 1)).toBeUndefined()
})

test('only what the client wrote counts as missed', () => {
  expect(countAfter([first, reply, second, third], 'a')).toBe(2)
  expect(countAfter([first, reply], 'a')).toBe(0)
})

test('a day ends at midnight in Managua', () => {
  const midnight = entry('e', '2026-11-21T06:00:00Z')
  expect(groupDays([first, second, midnight]).map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-21', 1],
  ])
})

test('a part around a hit that meets what is shown grows it, and one apart takes its place, as the newest entries do', () => {
  const at = (minute: number) => entry(`m${minute}`, `2026-11-20T15:${10 + minute}:00Z`)
  const shown = { place: 0, entries: [at(5), at(6)], before: 'five', after: null }
  const answer = { before: 'older', after: 'newer', repliers: [] }
  expect(openAround(shown, { ...answer, entries: [at(3), at(4), at(5)] })).toEqual({
    place: 0,
    entries: [at(3), at(4), at(5), at(6)],
    before: 'older',
    after: null,
  })
  expect(openAround({ ...shown, after: 'six' }, { ...answer, entries: [at(4), at(5)] })).toMatchObject({ after: 'six' })
  const apart = openAround(shown, { ...answer, entries: [at(1), at(2)] })
  expect(apart).toEqual({ place: 1, entries: [at(1), at(2)], before: 'older', after: 'newer' })
  const grown = { ...answer, entries: [at(6), at(7)], after: null }
  expect(addNewest(shown, grown)).toMatchObject({ place: 0, before: 'five', entries: [at(5), at(6), at(7)] })
  // More was written since than the newest page holds.
  expect(addNewest(shown, { ...grown, entries: [at(8), at(9)] })).toEqual({
    place: 1,
    entries: [at(8), at(9)],
    before: 'older',
    after: null,
  })
  // The second hit is newer than the first.
  expect(openAround(apart, { ...answer, entries: [at(2), at(3)] })).toMatchObject({ before: 'older', after: 'newer' })
})

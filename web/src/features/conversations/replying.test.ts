import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReplyingNotes } from './reply-box.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Notes whose calls are kept with their second, and answered after so many seconds. */
function open({ answerMs = 0, fails = false } = {}) {
  const begin = Date.now()
  const sent: [second: number, id: string, replying: boolean][] = []
  const note = createReplyingNotes(async (id, replying) => {
    sent.push([(Date.now() - begin) / 1000, id, replying])
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    if (fails) throw new Error('No answer')
  })
  return { sent, note, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) }
}

test('the first key is told at once, and keys without end once in three seconds', async () => {
  const { sent, note, pass } = open()
  for (let key = 0; key < 100; key += 1) {
    note('a', true)
    await pass(0.1)
  }
  expect(sent.map(([second]) => second)).toEqual([0, 3, 6, 9])
  await pass(60)
  expect(sent).toHaveLength(4)
})

test('a box that is emptied is told at once and once, and what is begun after it when three seconds are over', async () => {
  const { sent, note, pass } = open()
  note('a', true)
  await pass(1)
  note('a', false)
  await pass(0.5)
  note('a', false)
  note('a', true)
  await pass(0.5)
  note('a', true)
  await pass(10)
  expect(sent).toEqual([
    [0, 'a', true],
    [1, 'a', false],
    [3, 'a', true],
  ])
  // Begun and emptied before its time: nothing is left to tell.
  note('b', true)
  await pass(1)
  note('b', false)
  note('c', true)
  note('c', false)
  await pass(10)
  expect(sent.slice(3)).toEqual([
    [12, 'b', true],
    [13, 'b', false],
  ])
})

test('another conversation within three seconds is told when they are over, and one that was left before is not', async () => {
  const { sent, note, pass } = open()
  note('a', true)
  await pass(1)
  note('b', true)
  await pass(1)
  note('c', true)
  await pass(10)
  expect(sent).toEqual([
    [0, 'a', true],
    [3, 'c', true],
  ])
})

test('a call waits for the one before it, so that the last word is the last, also after a failure', async () => {
  const { sent, note, pass } = open({ answerMs: 5_000, fails: true })
  note('a', true)
  await pass(4)
  note('a', true)
  note('a', false)
  await pass(4)
  expect(sent).toEqual([
    [0, 'a', true],
    [5, 'a', false],
  ])
})

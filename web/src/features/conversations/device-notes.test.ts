import { expect, test } from 'vitest'
import { countUnread } from './device-notes.ts'

const conversation = { isWaiting: true, waitingCount: 3, lastIncomingAt: '2026-11-20T15:00:00Z' }

test('what was written since this device showed the conversation is unread', () => {
  expect(countUnread(conversation, undefined)).toBe(3)
  expect(countUnread(conversation, { at: '2026-11-20T14:00:00Z', count: 1 })).toBe(2)
  expect(countUnread(conversation, { at: '2026-11-20T15:00:00Z', count: 3 })).toBe(0)
})

test('a conversation that was attended and waits anew is unread as a whole', () => {
  const anew = { ...conversation, waitingCount: 1 }
  expect(countUnread(anew, { at: '2026-11-20T14:00:00Z', count: 4 })).toBe(1)
  expect(countUnread({ ...anew, isWaiting: false }, undefined)).toBe(0)
})

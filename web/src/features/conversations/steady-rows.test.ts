import type { Conversation } from '@casillero/shared/contract/conversations'
import { expect, test } from 'vitest'
import { countFresh, keepOrder } from './conversation-list.tsx'

const row = (id: string, lastIncomingAt: string): Conversation => ({
  id,
  phone: null,
  name: null,
  client: null,
  isShared: false,
  isWaiting: true,
  waitingCount: 1,
  hasVoucher: false,
  assignee: null,
  hit: null,
  last: { kind: 'text', text: '' },
  lastIncomingAt,
  version: 1,
})

const [a, b] = [row('a', '2026-11-20T15:00:00Z'), row('b', '2026-11-20T14:00:00Z')]

test('held rows keep their order, are shown as they are now, and stay when they leave the list', () => {
  const later = row('b', '2026-11-20T16:00:00Z')
  expect(keepOrder([a, b], [later])).toEqual([a, later])
})

test('a row that came or moved up is new, one that only moved down is not', () => {
  const later = row('b', '2026-11-20T16:00:00Z')
  expect(countFresh([a, b], [later, a])).toBe(1)
  expect(countFresh([a, b], [row('c', '2026-11-20T17:00:00Z'), later, a])).toBe(2)
  expect(countFresh([a, b], [row('a', '2026-11-20T16:00:00Z'), b])).toBe(0)
})

import { expect, test } from 'vitest'
import { tagOf } from './openapi-tags.ts'

test('a call belongs to the first part of its address where nothing more is said of that', () => {
  expect(tagOf('/api/customs-brokers/:id')).toEqual({
    name: 'Customs brokers',
    description: 'The calls of /api/customs-brokers.',
  })
  expect(tagOf('/api/cash-sessions/:id').name).toBe('Cash')
})

import { expect, test } from 'vitest'
import { findTag } from './openapi-tags.ts'

test('a call belongs to the first part of its address where nothing more is said of that', () => {
  expect(findTag('/api/customs-brokers/:id')).toEqual({
    name: 'Customs brokers',
    description: 'The calls of /api/customs-brokers.',
  })
  expect(findTag('/api/cash-sessions/:id').name).toBe('Cash')
})

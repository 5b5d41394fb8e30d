import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KnownMessage, mergeMessage, type Said } from './merge-message.ts'

const said = (values: Partial<Said>): Said => ({
  says: 'message',
  isOwn: false,
  at: 0,
  kind: 'text',
  text: '',
  ...values,
})
const merge = (events: readonly Said[]): KnownMessage | undefined => {
  let known: KnownMessage | undefined
  for (const event of events) {
    const merged = mergeMessage(known, event)
    if (merged) {
      const { isNews: _, ...rest } = merged
      known = rest
    }
  }
  return known
}

test('a message, its edits, its deletion and an event without content say the same in whatever order they come', () => {
  const events = [
    said({ at: 1_000, kind: 'picture', text: 'Mi paquete' }),
    said({ at: 1_000, kind: 'other' }),
    said({ says: 'edit', at: 5_000, text: 'Me robaron' }),
    said({ says: 'edit', at: 9_000, text: 'Me robaron mi paquete' }),
    said({ says: 'deletion', at: 20_000, kind: 'other' }),
  ]
  const all = fc.shuffledSubarray([...events, ...events], { minLength: 10 })
  fc.assert(
    fc.property(all, (order) => {
      expect(merge(order)).toEqual({
        ...{ kind: 'picture', text: 'Me robaron mi paquete', writtenAt: 1_000, editedAt: 9_000 },
        ...{ isRevoked: true, waitsFrom: 9_000 },
      })
    }),
    { numRuns: 500 },
  )
})

test('what the phone wrote and a deletion alone wait for nothing, and a text that comes after an attended edit does not wait anew', () => {
  expect(
    merge([said({ says: 'edit', isOwn: true, at: 5 }), said({ isOwn: true, at: 1, text: 'a' })])?.waitsFrom,
  ).toBeNull()
  expect(merge([said({ says: 'deletion', at: 5 })])?.waitsFrom).toBeNull()
  const edited = merge([said({ says: 'edit', at: 5_000, text: 'Hola' })])
  const attended = edited && { ...edited, waitsFrom: null }
  expect(mergeMessage(attended, said({ at: 1_000, text: 'Ola' }))).toMatchObject({ waitsFrom: null, isNews: false })
  expect(mergeMessage(attended, said({ says: 'edit', at: 6_000, text: 'No llegó' }))).toMatchObject({
    waitsFrom: 6_000,
  })
})

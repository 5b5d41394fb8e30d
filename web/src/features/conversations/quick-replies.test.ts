import { expect, test } from 'vitest'
import { filterReplies, findSlash, insertReply } from './quick-replies.tsx'

test.each([
  ['/', 1, { from: 0, word: '' }],
  ['Hola /Dir', 9, { from: 5, word: 'dir' }],
  ['Hola\n/ya-s y más', 10, { from: 5, word: 'ya-s' }],
  ['24/11', 5, undefined],
  ['https://casillero.com/mi', 24, undefined],
  ['/saludo ya', 10, undefined],
])(
  'of %j with the caret at %i the short word is found only where a slash begins the text or a word',
  (text, at, is) => {
    expect(findSlash(text, at)).toEqual(is)
  },
)

test('quick replies that begin with what is typed come before those that have it elsewhere, in their order', () => {
  const replies = ['falta-factura', 'factura', 'hora'].map((shortWord) => ({ shortWord }))
  expect(filterReplies(replies, 'fa').map(({ shortWord }) => shortWord)).toEqual(['falta-factura', 'factura'])
  expect(filterReplies(replies, 'factura').map(({ shortWord }) => shortWord)).toEqual(['factura', 'falta-factura'])
  expect(filterReplies(replies, '24')).toEqual([])
})

test('a quick reply stands where its slash was, and below what was written if that changed meanwhile', () => {
  const slash = { from: 5, word: 'dir' }
  expect(insertReply('Hola /dir y más', 'NW 66th', slash)).toEqual({ text: 'Hola NW 66th y más', end: 12 })
  expect(insertReply('Buenas ', 'NW 66th', slash)).toEqual({ text: 'Buenas\n\nNW 66th', end: 15 })
  expect(insertReply('', 'NW 66th', undefined)).toEqual({ text: 'NW 66th', end: 7 })
})

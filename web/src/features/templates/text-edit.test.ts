import { expect, test } from 'vitest'
import { formatSelection, insertText } from './use-text-field.ts'

test('a variable goes where the cursor stands, in place of what is selected', () => {
  expect(insertText({ start: 5, end: 5 }, '{{peso}}')).toEqual({ from: 5, to: 5, text: '{{peso}}', select: [13, 13] })
  expect(insertText({ start: 2, end: 6 }, '{{peso}}')).toEqual({ from: 2, to: 6, text: '{{peso}}', select: [10, 10] })
})

test('a mark goes around the selection, which stays selected', () => {
  expect(formatSelection('Hola Ana', { start: 5, end: 8 }, 'bold')).toEqual({
    from: 5,
    to: 8,
    text: '*Ana*',
    select: [5, 10],
  })
  expect(formatSelection('Hola Ana', { start: 4, end: 8 }, 'italic')?.text).toBe(' _Ana_')
  expect(formatSelection('Ana', { start: 0, end: 3 }, 'monospace')?.text).toBe('```Ana```')
})

test('without a selection, or with nothing but spaces in it, there is nothing to format', () => {
  expect(formatSelection('Hola Ana', { start: 3, end: 3 }, 'bold')).toBeUndefined()
  expect(formatSelection('Hola Ana', { start: 4, end: 5 }, 'bold')).toBeUndefined()
})

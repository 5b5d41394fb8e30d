import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageNumbers } from './pager.tsx'

const before = 'gap-before'
const after = 'gap-after'

test.each([
  [1, 2, [1, 2]],
  [1, 12, [1, 2, 3, after, 12]],
  [3, 12, [1, 2, 3, 4, after, 12]],
  [4, 12, [1, 2, 3, 4, 5, after, 12]],
  [6, 12, [1, before, 5, 6, 7, after, 12]],
  [12, 12, [1, before, 10, 11, 12]],
  [2, 4, [1, 2, 3, 4]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 1, [1]],
])('the pager lists the pages around page %i of %i', (page, pages, entries) =>
  expect(pageNumbers(page, pages)).toEqual(entries),
)

test('the pager always lists first, last, current and its neighbours in order, and a gap hides at least two pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), (a, b) => {
      const [page, pages] = [Math.min(a, b), Math.max(a, b)]
      const entries = pageNumbers(page, pages)
      const numbers = entries.filter((entry) => typeof entry === 'number')
      const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
      expect(numbers).toEqual(expect.arrayContaining(near))
      expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two))
      entries.forEach((entry, index) => {
        if (typeof entry === 'number') return
        const [left, right] = [entries[index - 1], entries[index + 1]]
        if (typeof left !== 'number' || typeof right !== 'number') throw new Error('a gap stands between pages')
        expect(right - left).toBeGreaterThan(2)
      })
    }),
  )
})

import { expect, test } from 'vitest'
import { cedulaText } from './receiver-card.tsx'

test.each([
  ['0011508920012k', '001-150892-0012K'],
  ['001-150892-0012K', '001-150892-0012K'],
  ['001 150892 0012K', '001-150892-0012K'],
  ['001-1508', '001-1508'],
  ['C01234567', 'C01234567'],
  ['', ''],
])('a cédula that is typed as %j is written as %j', (typed, written) => {
  expect(cedulaText(typed)).toBe(written)
})

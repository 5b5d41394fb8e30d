import { expect, test } from 'vitest'
import { formatSpans } from './message-format.ts'
import { renderTemplate, sampleValues, unknownVariables } from './template.ts'

function timeReading(text: string): number {
  const start = performance.now()
  unknownVariables(text)
  renderTemplate(text, sampleValues)
  formatSpans(text)
  return performance.now() - start
}

test.each([
  ['spaces after braces', `{{${' '.repeat(4094)}`],
  ['spaces and a letter', `{{${' '.repeat(2000)}x${' '.repeat(2000)}`],
  ['braces', '{{'.repeat(2048)],
  ['stars', '*'.repeat(4096)],
  ['a star and spaces', `*a${' '.repeat(4094)}`],
  ['stars apart', '* '.repeat(2048)],
  ['underscores and letters', '_a'.repeat(2048)],
  ['backticks', '``'.repeat(2048)],
  ['marks that cross', '*a _b* c_ '.repeat(409)],
])('a text of %s takes at most 500 times as long to read as a plain text of the same length', (_, text) => {
  const plain = 'Hola a '.repeat(585)
  let [worst, usual] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The fastest of three tries counts: on a busy machine any single one may have waited.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    worst = Math.min(worst, timeReading(text))
    usual = Math.min(usual, timeReading(plain))
    if (worst <= 500 * usual) break
  }
  expect(worst / usual).toBeLessThanOrEqual(500)
})

import { expect, test } from 'vitest'
import { securityPage } from './support/security-page.ts'
import type { Outcome } from './support/threat.ts'

const outcome = (id: string): Outcome => ({
  id,
  what: 'a threat | with a bar',
  asvs: ['8.2.2'],
  figure: '3/3',
  proofs: ['nothing gets through'],
  controls: ['without its guard (2 of 3 got through)'],
  date: '2026-11-20',
  isLong: false,
})

const all = Array.from({ length: 44 }, (_, index) => outcome(`T-${String(index + 1).padStart(2, '0')}`))

test('the page on security has every row of the run, in order', () => {
  const { text, missing } = securityPage(all.toReversed())
  expect(missing).toEqual([])
  expect(text.match(/^\| T-\d\d/gm)).toEqual(all.map(({ id }) => `| ${id}`))
  expect(text.replaceAll(/ +/g, ' ')).toContain(
    '| T-01 | a threat \\| with a bar<br><sub>nothing gets through<br>control: without its guard (2 of 3 got through)</sub> | 3/3 | 8.2.2 | 2026-11-20 |',
  )
})

test('a row without results is reported as missing, unless the page says where it is shown', () => {
  const { text, missing } = securityPage(all.filter(({ id }) => id !== 'T-02' && id !== 'T-14'))
  expect(missing).toEqual(['T-02'])
  expect(text).toMatch(/^\| T-14 \| .*Trusted Types/m)
})

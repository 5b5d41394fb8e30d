import { markdownTable } from '../../../tools/markdown.ts'
import type { Outcome } from './threat.ts'

const rowsOfTable = 44

/** Rows that this suite does not run, each with the reason. */
const elsewhere: Record<string, string> = {
  'T-14':
    'Stored scripts: attacked in the browser by `tests/e2e/hostile-texts.spec.ts`, which `npm run test:all` runs with its control, a page that trusts the texts; every answer carries a strict content security policy with Trusted Types (T-33).',
}

const introduction = `# Security: what is attacked, and what holds

This page is written by \`npm run test:security\`, and only when every row below passed. Each row is a threat; its figure is what was held
of what was tried, on the real server and a real PostgreSQL, with two servers on one database where calls race. Each row has
negative controls: the same attack on a product that a test took the guard from. A control that lets nothing through is a failure,
so a row that could not notice its threat does not stand here.

\`npm run test:security\` runs the short numbers, of which \`npm test\` makes a sample without the controls; \`SECURITY=long npm run test:security\` runs the same code with the numbers
of the threat table, the timing statistics of T-10 included, \`SECURITY=numbers,pictures npm run test:security\` these two files with them and
the others short; rows of long numbers are marked. A filter, as in \`npm run test:security -- foreign-ids\`, runs the matching
files and leaves this page alone.

**What this proves.** That these attacks, tried this often, were refused by this version, and that the tests would have noticed otherwise.
**What it does not.** That there are no others: no one outside the project has tested it. TLS, the proxy, the operating system and the
WhatsApp gateway are the installation's. Short runs say little about rare races, which is what the long ones are for.

Known exceptions to ASVS 5.0 level 2:

| requirement | exception |
| --- | --- |
| 6.3.3 | no second factor |
| 5.4.3 | pictures are not scanned for viruses; they are decoded and drawn anew |
| 14.3.3 | the session token is kept in the browser's local storage; a strict content security policy carries the weight |
`

function rowOf({ id, what, figure, asvs, date, proofs, controls, isLong }: Outcome): string[] {
  const lines = [...proofs, ...controls.map((control) => `control: ${control}`)].join('<br>')
  return [id, `${what}<br><sub>${lines}</sub>`, `${figure}${isLong ? ' (long)' : ''}`, asvs.join(', '), date]
}

export type Page = { text: string; missing: string[] }

/**
 * The page on security from what the rows of a run left, and the ids of the rows that neither ran nor stand in the list
 * of those that are shown elsewhere: with any of them the page says too little.
 */
export function securityPage(outcomes: Outcome[]): Page {
  const ran = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const ids = Array.from({ length: rowsOfTable }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`)
  const missing = ids.filter((id) => !ran.has(id) && !elsewhere[id])
  const rows = ids.flatMap((id) => ran.get(id) ?? []).map(rowOf)
  const others = ids.flatMap((id) => (ran.has(id) || !elsewhere[id] ? [] : [[id, elsewhere[id]]]))
  const text = [
    introduction,
    `## The rows\n`,
    markdownTable(['id', 'threat, proofs and controls', 'held of tried', 'ASVS 5.0', 'date'], rows),
    '\n## Not in this suite\n',
    markdownTable(['id', 'reason'], others),
  ]
  return { text: `${text.join('\n')}\n`, missing }
}

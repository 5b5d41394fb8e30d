import { markdownTable } from '../../../tools/markdown.ts'
import type { Outcome } from './threat.ts'

const rowsOfTable = 44

/** Rows that this suite does not run, each with the reason. */
const elsewhere: Record<string, string> = {
  'T-14':
    'Stored scripts: attacked in the browser by `tests/e2e/every-screen.spec.ts`, which `npm run test:all` runs with its control, a page that trusts the texts; every answer carries a strict content security policy with Trusted Types (T-33).',
}

const introduction = `# Security

Each row is a threat; its figure is what was held of what was tried. A control is the same attack on a product that a test took the guard
from: one that lets nothing through is a failure.
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

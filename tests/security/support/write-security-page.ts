// Writes results/security.md from the stored rows, after a whole run of the security suite that passed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../../../tools/markdown.ts'
import { resultsFolder } from './results-folder.ts'
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

/** A row of the page, of all files that have a part of it. */
function rowOf(parts: Outcome[]): string[] {
  const [first] = parts
  const lines = parts.flatMap(({ proofs, controls }) => [
    ...proofs,
    ...controls.map((control) => `control: ${control}`),
  ])
  const whats = [...new Set(parts.map(({ what }) => what))].join('; ')
  const tried = parts.reduce((sum, part) => sum + part.tried, 0)
  const asvs = [...new Set(parts.flatMap((part) => part.asvs))].join(', ')
  const figure = `${tried}/${tried}${parts.some(({ isLong }) => isLong) ? ' (long)' : ''}`
  return [first?.id ?? '', `${whats}<br><sub>${lines.join('<br>')}</sub>`, figure, asvs, first?.date ?? '']
}

type Page = { text: string; missing: string[] }

/**
 * The page on security from what the rows of a run left, and the ids of the rows that neither ran nor stand in the list
 * of those that are shown elsewhere: with any of them the page says too little.
 */
function securityPage(outcomes: Outcome[]): Page {
  const ids = Array.from({ length: rowsOfTable }, (_, index) => `T-${String(index + 1).padStart(2, '0')}`)
  const ran = new Set(outcomes.map(({ id }) => id))
  const missing = ids.filter((id) => !ran.has(id) && !elsewhere[id])
  const rows = ids.filter((id) => ran.has(id)).map((id) => rowOf(outcomes.filter((outcome) => outcome.id === id)))
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

const files = (existsSync(resultsFolder) ? readdirSync(resultsFolder) : []).filter((name) => name.endsWith('.json'))
const { text, missing } = securityPage(files.map((name) => JSON.parse(readFileSync(join(resultsFolder, name), 'utf8'))))
if (missing.length > 0) {
  console.error(`results/security.md is not written: nothing was heard of ${missing.join(', ')}.`)
  process.exitCode = 1
} else {
  writeFileSync(join(import.meta.dirname, '../../../results/security.md'), text)
  console.log(`results/security.md: ${files.length} rows`)
}

// Writes docs/faults.md from the stored outcomes; that page is not edited by hand.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../../../tools/markdown.ts'
import { type Outcome, readOutcomes } from './outcomes.ts'

const intro = `# Faults

Written by \`npm run test:chaos\`; every figure is one that a run measured. \`CHAOS=long npm run test:chaos\` runs the numbers of
the fault table, without it each row makes a quick run; \`npm run test:chaos -- <filter>\` runs the matching files.

The suite starts a PostgreSQL of its own that waits for the disk as the product's does, two server processes, a fake of
WhatsApp's gateway, a process that kills and does nothing else, and a process of clerks who invoice without a pause. A clerk's request
and its answer are on the disk before they count. Afterwards every acknowledged invoice must exist as it was answered, every
invoice must have been asked for and not refused, and \`npm run verify-data\` must find no broken rule. *Unknown* are invoices whose tries
got no answer, or a 503, and were not repeated; *settled* those that a later try under the same idempotency key brought to an end.

Two servers at once (F-11) have a page of their own, [instances](instances.md); most rows here run on two servers as well.
`

const row = ({ id, what, date, size, figure }: Outcome) => [id, what, figure || '–', size, date]

const listOf = (outcomes: Outcome[], read: (outcome: Outcome) => string[]) =>
  outcomes.flatMap((outcome) => read(outcome).map((line) => `- **${outcome.id}** ${line}`)).join('\n') || '- nothing'

const outcomes = readOutcomes()
const cores = [...new Set(outcomes.map((outcome) => outcome.cores))].join(' or ')
writeFileSync(
  join(import.meta.dirname, '../../../docs/faults.md'),
  `${intro}
Measured on a machine with ${cores} cores that other programs use as well.

${markdownTable(['id', 'fault', 'figure', 'form', 'date'], outcomes.map(row))}

## What the tests would see

Each row's look at something that is broken on purpose:

${listOf(outcomes, ({ controls }) => controls)}

## Not run

${listOf(outcomes, ({ notRun }) => notRun)}
`,
)

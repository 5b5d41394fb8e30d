// Writes results/faults.md from the stored outcomes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../../../tools/markdown.ts'
import { type Outcome, readOutcomes } from './outcomes.ts'

const intro = `# Faults

\`CHAOS=long npm run test:chaos\` runs the numbers of the fault table, without it each row makes a quick run. *Unknown* are invoices whose
tries got no answer, or a 503, and were not repeated; *settled* those that a later try under the same idempotency key brought to an end.
`

const row = ({ id, what, date, size, figure }: Outcome) => [id, what, figure || '–', size, date]

const listOf = (outcomes: Outcome[], read: (outcome: Outcome) => string[]) =>
  outcomes.flatMap((outcome) => read(outcome).map((line) => `- **${outcome.id}** ${line}`)).join('\n') || '- nothing'

const outcomes = readOutcomes()
const cores = [...new Set(outcomes.map((outcome) => outcome.cores))].join(' or ')
writeFileSync(
  join(import.meta.dirname, '../../../results/faults.md'),
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

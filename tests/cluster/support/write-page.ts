// Writes results/instances.md from the stored figures, after a whole run of the cluster suite that passed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { markdownTable } from '../../../tools/markdown.ts'
import { type ChapterOutcome, outcomesFolder } from './chapter.ts'

const chapters: ChapterOutcome[] = readdirSync(outcomesFolder)
  .map((name) => JSON.parse(readFileSync(join(outcomesFolder, name), 'utf8')))
  .sort((a: ChapterOutcome, b: ChapterOutcome) => a.place - b.place)

const table = ({ title, findings }: ChapterOutcome) => `## ${title}

${markdownTable(
  ['what', 'figure'],
  findings.map(({ what, figure, isControl }) => [`${isControl ? '*Control:* ' : ''}${what}`, figure]),
)}
`

const page = join(import.meta.dirname, '../../../results/instances.md')
writeFileSync(
  page,
  `# Two instances behind nginx

Two server processes on one PostgreSQL, nginx in front of them with
\`deploy/nginx.conf\` itself, of which only ports, domain and paths are replaced. A *control* is the same check on something weakened on purpose.

Measured on ${new Date().toISOString().slice(0, 10)} on a machine with ${availableParallelism()} cores that other programs use as well.

${chapters.map(table).join('\n')}`,
)

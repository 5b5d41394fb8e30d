import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../tools/markdown.ts'
import type { Figure, Measured } from './figure.ts'

/** The contents of `results/bench.json`: the last whole run, and the parts that were measured again since. */
export type Results = {
  command: string
  measuredAt: string
  /** The times of parts that were measured alone since. */
  again: Record<string, string>
  packages: number
  machine: { cpu: string; cores: number; memoryGiB: number; system: string; node: string; postgres: string }
  figures: Measured[]
}

function rowOf({ name, value, unit, spread = '', bound, isMet }: Figure): string[] {
  const mark = isMet ? '' : '**'
  return [name, `${mark}${value} ${unit}${mark}`, spread, bound, isMet ? 'yes' : '**no**']
}

const besideOf = (figure: Figure) =>
  figure.beside
    ? [
        `- ${figure.name}: ${Object.entries(figure.beside)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}.`,
      ]
    : []

/** Writes the text of the page on performance: every figure of one run, with its bound and whether it is met. */
export function performanceOf({ command, measuredAt, again, packages, machine, figures }: Results): string {
  const since = Object.entries(again).map(
    ([part, at]) =>
      `\n\`${part}\` was measured anew on ${at.slice(0, 10)}, alone (\`npm run bench -- --only ${part}\`), on the same seed.`,
  )
  return `# Performance

Measured by \`${command}\` on ${measuredAt.slice(0, 10)}. What each figure means and how it is measured: \`bench/README.md\`.${since.join('')}

Machine: ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, PostgreSQL ${machine.postgres}.
The server, PostgreSQL, the baseline and the load share its cores, but for overload. Seeded: ${packages.toLocaleString('en')} packages.
"Raw" is the same work by hand-written statements without session, rights, row-level security, parsing or log, measured in turns with
ours; the figure is the median of five rounds, the spread what single rounds gave.

${markdownTable(['figure', 'measured', 'spread', 'must be', 'met'], figures.map(rowOf))}

## Measured beside

${figures.flatMap(besideOf).join('\n')}
`
}

export function writePerformance(results: Results): void {
  writeFileSync(join(import.meta.dirname, '../results/performance.md'), performanceOf(results))
}

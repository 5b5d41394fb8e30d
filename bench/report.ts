import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { markdownTable } from '../tools/markdown.ts'
import type { Figure, Measured } from './figure.ts'

/** The contents of `results/bench.json`: the last whole run, and the parts that were measured again since. */
type Results = {
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
function performanceOf({ command, measuredAt, again, packages, machine, figures }: Results): string {
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

/** Writes the CPU time of requests and the memory of processes as a table, from the results of one run. */
function sizingOf({ measuredAt, machine, figures }: Results): string {
  // A request may be measured against several others; its cost is listed once.
  const requests = figures.filter(({ name }, at) => figures.findIndex((figure) => figure.name === name) === at)
  const costs = requests.flatMap(({ name, beside = {} }) => {
    const [server, postgres] = [beside['ours CPU ms server'], beside['ours CPU ms PostgreSQL']]
    if (server === undefined || postgres === undefined) return []
    return [[name, server, postgres, Math.floor(1000 / (server + postgres))].map(String)]
  })
  const memory = figures
    .filter(({ unit }) => unit === 'MiB resident')
    .map(({ name, value }) => `- ${name}: ${value} MiB.`)
  return `Measured on ${measuredAt.slice(0, 10)} (${machine.cores} cores, ${machine.cpu}):

${markdownTable(['a request of', 'CPU ms of the server', 'CPU ms of PostgreSQL', 'requests a second that fill one core'], costs)}

${memory.join('\n')}`
}

type Machine = Results['machine']

const folder = join(import.meta.dirname, '../results')
const store = join(folder, 'bench.json')

export async function machineOf(superuser: Pool): Promise<Machine> {
  const { rows } = await superuser.query<{ version: string }>("select current_setting('server_version') as version")
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgres: rows[0]?.version ?? 'unknown',
  }
}

const mark = (figure: Figure) => (figure.isMet ? 'met' : 'MISSED')

/** Formats a figure as a line, which is printed when it is measured and in the report. */
export function lineOf(figure: Figure): string {
  const spread = figure.spread ? ` [${figure.spread}]` : ''
  return `${mark(figure).padEnd(6)}  ${figure.name}: ${figure.value} ${figure.unit}${spread}, must be ${figure.bound}`
}

/** Prints a run. */
export function printReport(command: string, machine: Machine, figures: Figure[]): void {
  console.log(
    `\n${command} on ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
  )
  for (const figure of figures) {
    console.log(lineOf(figure))
    for (const [name, value] of Object.entries(figure.beside ?? {})) console.log(`          ${name}: ${value}`)
  }
  const missed = figures.filter(({ isMet }) => !isMet)
  console.log(`\n${figures.length - missed.length} of ${figures.length} figures met.`)
}

function keep(results: Results): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(store, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(folder, 'sizing.md'), sizingOf(results))
  writeFileSync(join(folder, 'performance.md'), performanceOf(results))
}

/** Stores a whole run in the folder of results. */
export function keepWhole(run: Omit<Results, 'again' | 'measuredAt'>): void {
  keep({ ...run, measuredAt: new Date().toISOString(), again: {} })
}

/** Stores parts that were measured alone in the place of those of the last whole run, which must have as many packages. */
export function keepParts({ machine, packages, figures }: Pick<Results, 'machine' | 'packages' | 'figures'>): void {
  const known: Results = JSON.parse(readFileSync(store, 'utf8'))
  if (known.packages !== packages) throw new Error('The last whole run had another seed.')
  if (!isDeepStrictEqual(known.machine, machine)) throw new Error('The last whole run was made on another machine.')
  const parts = new Set(figures.map(({ part }) => part))
  const now = new Date().toISOString()
  const again = { ...known.again, ...Object.fromEntries([...parts].map((part) => [part, now])) }
  const merged = known.figures.flatMap((figure, at) => {
    if (!parts.has(figure.part)) return [figure]
    return known.figures[at - 1]?.part === figure.part ? [] : figures.filter(({ part }) => part === figure.part)
  })
  keep({ ...known, again, figures: merged })
}

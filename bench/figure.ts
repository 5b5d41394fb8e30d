import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { markdownTable } from '../tools/markdown.ts'
import { type Comparison, median } from './load.ts'

/** One figure of the report: its value, its bound, and further values beside it. */
export type Figure = {
  name: string
  value: number
  unit: string
  bound: string
  isMet: boolean
  spread?: string
  beside?: Record<string, number>
}

type Unbound = Omit<Figure, 'bound' | 'isMet'>

const roundTo = (value: number, decimals = 2) => Number(value.toFixed(decimals))

/** Makes a figure that must not fall below its bound. */
export const atLeast = (bound: number, figure: Unbound): Figure => ({
  ...figure,
  value: roundTo(figure.value),
  bound: `≥ ${bound}`,
  isMet: figure.value >= bound,
})

/** Makes a figure that must not exceed its bound. */
export const atMost = (bound: number, figure: Unbound): Figure => ({
  ...figure,
  value: roundTo(figure.value),
  bound: `≤ ${bound}`,
  isMet: figure.value <= bound,
})

/** Stands for a part that ended with an error, so that the parts after it are measured all the same. */
export function unmeasured(part: string, error: unknown): Figure {
  console.error(error)
  return { name: `${part} was not measured`, value: 0, unit: 'figures', bound: 'all', isMet: false }
}

/** The median of single rounds, with the lowest and the highest. */
export const spread = (values: number[]): Pick<Figure, 'value' | 'spread'> => ({
  value: median(values),
  spread: `${roundTo(Math.min(...values))} – ${roundTo(Math.max(...values))}`,
})

/** Values beside a comparison: rates and times of both sides, and CPU milliseconds for each request. */
export function besides({ one, other }: Comparison, otherName = 'raw'): Record<string, number> {
  return {
    'ours per second': Math.round(one.perSecond),
    [`${otherName} per second`]: Math.round(other.perSecond),
    'ours mean ms': roundTo(one.meanMs),
    [`${otherName} mean ms`]: roundTo(other.meanMs),
    'ours CPU ms server': roundTo(one.serverCpuMs, 3),
    'ours CPU ms PostgreSQL': roundTo(one.postgresCpuMs, 3),
    [`${otherName} CPU ms server`]: roundTo(other.serverCpuMs, 3),
    [`${otherName} CPU ms PostgreSQL`]: roundTo(other.postgresCpuMs, 3),
  }
}

/** Formats a figure as a line. */
export function formatFigure({ name, value, unit, spread, bound, isMet }: Figure): string {
  const values = `${value} ${unit}${spread ? ` [${spread}]` : ''}`
  return `${(isMet ? 'met' : 'MISSED').padEnd(6)}  ${name}: ${values}, must be ${bound}`
}

const listBeside = ({ beside = {} }: Figure) => Object.entries(beside).map(([name, value]) => `${name} ${value}`)

async function describeMachine(superuser: Pool): Promise<string> {
  const { rows } = await superuser.query<{ version: string }>("select current_setting('server_version') as version")
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = `${platform()} ${release()}, Node ${process.version}, PostgreSQL ${rows[0]?.version}`
  return `${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB, ${system}`
}

/** The cost of each request of which CPU was measured, for the sizing of an installation. */
function tabulateCosts(figures: Figure[]): string {
  const costs = figures.flatMap(({ name, beside = {} }) => {
    const [server, postgres] = [beside['ours CPU ms server'], beside['ours CPU ms PostgreSQL']]
    if (server === undefined || postgres === undefined) return []
    return [[name, server, postgres, Math.floor(1000 / (server + postgres))].map(String)]
  })
  const head = ['a request of', 'CPU ms of the server', 'CPU ms of PostgreSQL', 'requests a second that fill one core']
  return markdownTable(head, costs)
}

/** Prints a run, and writes a whole one to `results/bench.md`. */
export async function report(superuser: Pool, command: string, figures: Figure[], isKept: boolean): Promise<void> {
  const machine = await describeMachine(superuser)
  console.log(`\n${command} on ${machine}`)
  for (const figure of figures) {
    console.log(formatFigure(figure))
    for (const line of listBeside(figure)) console.log(`          ${line}`)
  }
  console.log(`\n${figures.filter(({ isMet }) => isMet).length} of ${figures.length} figures met.`)
  if (!isKept) return
  const rows = figures.map(({ name, value, unit, spread = '', bound, isMet }) => [
    name,
    `${value} ${unit}`,
    spread,
    bound,
    isMet ? 'yes' : '**no**',
  ])
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'bench.md'),
    `# Performance

\`${command}\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}; what each figure means is in \`bench/README.md\`.

${markdownTable(['figure', 'measured', 'spread', 'must be', 'met'], rows)}

${tabulateCosts(figures)}

${figures.flatMap((figure) => (figure.beside ? [`- ${figure.name}: ${listBeside(figure).join(', ')}.`] : [])).join('\n')}
`,
  )
}

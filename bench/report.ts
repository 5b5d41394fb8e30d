import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import type { Figure } from './figure.ts'
import { type Results, writePerformance } from './performance.ts'
import { writeSizing } from './sizing.ts'

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
  writeSizing(results)
  writePerformance(results)
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

import { writeFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Figure } from './figure.ts'
import { writePerformance } from './performance.ts'
import { writeSizing } from './sizing.ts'

type Machine = { cpu: string; cores: number; memoryGiB: number; system: string; node: string; postgres: string }

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

/** One line of the table; also printed as soon as the figure is known. */
export function lineOf(figure: Figure): string {
  const spread = figure.spread ? ` [${figure.spread}]` : ''
  return `${mark(figure).padEnd(6)}  ${figure.name}: ${figure.value} ${figure.unit}${spread}, must be ${figure.bound}`
}

/** Prints the whole run and keeps it for the repository. */
export function writeReport(
  command: string,
  machine: Machine,
  seeded: number,
  figures: Figure[],
  isKept: boolean,
): void {
  console.log(
    `\n${command} on ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
  )
  for (const figure of figures) {
    console.log(lineOf(figure))
    for (const [name, value] of Object.entries(figure.beside ?? {})) console.log(`          ${name}: ${value}`)
  }
  const missed = figures.filter(({ isMet }) => !isMet)
  console.log(`\n${figures.length - missed.length} of ${figures.length} figures met.`)
  if (!isKept) return
  const results = { command, measuredAt: new Date().toISOString(), machine, packages: seeded, figures }
  writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeSizing(results)
  writePerformance(results)
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../tools/markdown.ts'
import type { Figure } from './figure.ts'

type Results = { measuredAt: string; machine: { cpu: string; cores: number }; figures: Figure[] }

const page = join(import.meta.dirname, '../results/sizing.md')

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

/** Keeps the table beside the other results; the page of operations has that of the last release. */
export function writeSizing(results: Results): void {
  writeFileSync(page, sizingOf(results))
}

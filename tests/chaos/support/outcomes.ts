import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a run found out about one row of the fault table. */
export type Outcome = {
  id: string
  what: string
  date: string
  size: 'short' | 'long'
  cores: number
  figure: string
  controls: string[]
  notRun: string[]
}

const store = join(import.meta.dirname, '../results.jsonl')

/** What the runs so far found out, in the order of the table. */
export function readOutcomes(): Outcome[] {
  if (!existsSync(store)) return []
  return readFileSync(store, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Prints the outcome of a row and keeps it for the document. */
export function keepOutcome(outcome: Outcome): void {
  const { id, figure, notRun, size } = outcome
  process.stdout.write(`${id} ${figure}\n`)
  for (const missing of notRun) process.stdout.write(`${id} not run: ${missing}\n`)
  // A row that runs among all tests is no run of the faults.
  if (!process.env.CHAOS) return
  const known = readOutcomes()
  // The numbers of a short run say less than those of a long one.
  if (size === 'short' && known.some((each) => each.id === id && each.size === 'long')) return
  const all = [...known.filter((each) => each.id !== id), outcome].sort((a, b) => a.id.localeCompare(b.id))
  writeFileSync(store, all.map((each) => `${JSON.stringify(each)}\n`).join(''))
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The outcome of a run for a row of the fault table. */
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

const folder = join(import.meta.dirname, '../../../results')
const store = join(folder, 'faults.jsonl')

/** Reads the outcomes so far, in the order of the table. */
export function readOutcomes(): Outcome[] {
  if (!existsSync(store)) return []
  return readFileSync(store, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Prints the outcome of a row and stores it for the document. */
export function keepOutcome(outcome: Outcome): void {
  const { id, figure, notRun, size } = outcome
  process.stdout.write(`${id} ${figure}\n`)
  for (const missing of notRun) process.stdout.write(`${id} not run: ${missing}\n`)
  // A row that runs among all tests does not count as a run of this suite.
  if (!process.env.CHAOS) return
  const known = readOutcomes()
  // The figures of a short run do not replace those of a long one.
  if (size === 'short' && known.some((each) => each.id === id && each.size === 'long')) return
  const all = [...known.filter((each) => each.id !== id), outcome].sort((a, b) => a.id.localeCompare(b.id))
  mkdirSync(folder, { recursive: true })
  writeFileSync(store, all.map((each) => `${JSON.stringify(each)}\n`).join(''))
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { markdownTable } from '../../tools/markdown.ts'

type Row = {
  /** Tests the product; `run` gives the measured figure, where there is one. */
  proof(title: string, run: () => Promise<unknown>, withinMs?: number): void
  /** Tests the check on something that is broken on purpose, which it must detect. */
  control(title: string, run: () => Promise<unknown>): void
  /** Notes a part that this machine cannot run, and why. */
  notRun(what: string): void
}

const { CHAOS, CLUSTER, STANDBY } = process.env
const isLong = CHAOS === 'long' || CLUSTER === 'long'

/** Chooses a number of rounds: `long` for the figures of `docs/proofs.md`, `short` for a quick run. */
export const rounds = (short: number, long: number): number => (isLong ? long : short)

/** The page of the suite that is asked for; a row that runs among all tests has none. */
const page = (CHAOS && 'faults') || (CLUSTER && 'instances') || (STANDBY && 'standby')
const folder = join(import.meta.dirname, '../../results')

type Outcome = { id: string; what: string; form: string; date: string; figures: string[]; notRun: string[] }

/** Defines a row of a suite: its proofs, their controls, and its figures, which are kept when all of them pass. */
export function prove(id: string, what: string, define: (row: Row) => void): void {
  describe(`${id} ${what}`, () => {
    const [figures, notRun]: [string[], string[]] = [[], []]
    let [count, passed] = [0, 0]
    const add = (title: string, run: () => Promise<unknown>, withinMs?: number) => {
      count += 1
      test(title, { ...(withinMs !== undefined && { timeout: withinMs }) }, async () => {
        const figure = await run()
        passed += 1
        if (typeof figure === 'string') figures.push(figure)
      })
    }
    define({
      proof: add,
      control: (title, run) => add(`control: ${title}`, async () => void (await run())),
      notRun: (missing) => notRun.push(missing),
    })
    // A row that cannot run here at all still has a test, which says so.
    if (count === 0) test(`the row ${id} says why it cannot run here`, () => expect(notRun).not.toEqual([]))
    afterAll(() => {
      if (passed < count) return
      const form = isLong ? 'long' : 'short'
      keep({ id, what, form, date: new Date().toISOString().slice(0, 10), figures, notRun })
    })
  })
}

/** Prints the outcome of a row, and writes the page of its suite anew. */
function keep(outcome: Outcome): void {
  const { id, form, figures, notRun } = outcome
  for (const line of [...figures, ...notRun.map((missing) => `not run: ${missing}`)])
    process.stdout.write(`${id} ${line}\n`)
  if (!page) return
  const store = join(folder, `${page}.json`)
  const known: Outcome[] = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : []
  // The figures of a short run do not replace those of a long one.
  if (form === 'short' && known.some((each) => each.id === id && each.form === 'long')) return
  const all = [...known.filter((each) => each.id !== id), outcome].sort((a, b) => a.id.localeCompare(b.id))
  mkdirSync(folder, { recursive: true })
  writeFileSync(store, JSON.stringify(all))
  const rows = all.map((row) => [row.id, row.what, row.figures.join('; '), row.notRun.join('; '), row.form, row.date])
  const table = markdownTable(['row', 'what', 'figure', 'not run', 'form', 'date'], rows)
  writeFileSync(
    join(folder, `${page}.md`),
    `Measured on a machine with ${availableParallelism()} cores that other programs use as well.\n\n${table}\n`,
  )
}

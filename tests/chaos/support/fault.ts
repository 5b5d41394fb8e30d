import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { keepOutcome } from './outcomes.ts'

export type Row = {
  /** Tests the product under the fault; `run` gives the measured figure. */
  proof(title: string, run: () => Promise<string>, withinMs?: number): void
  /** Tests the check on something that is broken on purpose, which it must detect; `run` gives what it detected. */
  control(title: string, run: () => Promise<string>): void
  /** Notes a part that this machine cannot run, and why. */
  notRun(what: string, why: string): void
}

export const size = process.env.CHAOS === 'long' ? 'long' : 'short'

/** Chooses a number of rounds: `long` for the figures of the fault table, `short` for a quick run. */
export const rounds = (short: number, long: number): number => (size === 'long' ? long : short)

/**
 * Defines a row of the fault table: its proofs, its negative controls, and its figure, which is stored when all of them pass.
 */
export function fault(id: string, what: string, define: (row: Row) => void): void {
  describe(`${id} ${what}`, () => {
    const [figures, controls, notRun]: [string[], string[], string[]] = [[], [], []]
    let [proofCount, controlCount] = [0, 0]
    define({
      proof(title, run, withinMs) {
        proofCount += 1
        const prove = async () => {
          const figure = await run()
          expect(figure).not.toBe('')
          figures.push(figure)
        }
        test(title, { ...(withinMs !== undefined && { timeout: withinMs }) }, prove)
      },
      control(title, run) {
        controlCount += 1
        test(`control: ${title}`, async () => {
          controls.push(`${title}: ${await run()}`)
        })
      },
      notRun(title, why) {
        notRun.push(`${title} (${why})`)
      },
    })
    // A row that cannot run here at all still has a test, which says so.
    if (proofCount + controlCount === 0)
      test(`the row ${id} says why it cannot run here`, () => expect(notRun).not.toEqual([]))
    afterAll(() => {
      if (figures.length < proofCount || controls.length < controlCount) return
      const date = new Date().toISOString().slice(0, 10)
      keepOutcome({ id, what, date, size, cores: availableParallelism(), figure: figures.join('; '), controls, notRun })
    })
  })
}

import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { keepOutcome } from './outcomes.ts'

export type Row = {
  /** The product under the fault; gives the figure that it measured. */
  proof(title: string, run: () => Promise<string>, withinMs?: number): void
  /** The same look at something that is broken on purpose: it must be seen. Gives what was seen. */
  control(title: string, run: () => Promise<string>): void
  /** What this machine cannot do, and why. */
  notRun(what: string, why: string): void
}

export const size = process.env.CHAOS === 'long' ? 'long' : 'short'

/** A number of rounds: `long` as the fault table has it, `short` for a first look. */
export const rounds = (short: number, long: number): number => (size === 'long' ? long : short)

/** One row of the fault table: its proofs, its negative controls, and its figure, kept once all of them passed. */
export function fault(id: string, what: string, define: (row: Row) => void): void {
  describe(`${id} ${what}`, () => {
    const [figures, controls, notRun]: [string[], string[], string[]] = [[], [], []]
    let [wanted, wantedControls] = [0, 0]
    define({
      proof(title, run, withinMs) {
        wanted += 1
        const prove = async () => {
          const figure = await run()
          expect(figure).not.toBe('')
          figures.push(figure)
        }
        test(title, { ...(withinMs !== undefined && { timeout: withinMs }) }, prove)
      },
      control(title, run) {
        wantedControls += 1
        test(`control: ${title}`, async () => {
          controls.push(`${title}: ${await run()}`)
        })
      },
      notRun(title, why) {
        notRun.push(`${title} (${why})`)
      },
    })
    // A row that cannot be run at all is still one that is told of.
    if (wanted + wantedControls === 0) test('cannot be run here', () => expect(notRun).not.toEqual([]))
    afterAll(() => {
      if (figures.length < wanted || controls.length < wantedControls) return
      const date = new Date().toISOString().slice(0, 10)
      keepOutcome({ id, what, date, size, cores: availableParallelism(), figure: figures.join('; '), controls, notRun })
    })
  })
}

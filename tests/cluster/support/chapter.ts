import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

export type Finding = { what: string; figure: string; isControl: boolean }
export type ChapterOutcome = { place: number; title: string; findings: Finding[] }

export type Chapter = {
  /** What must hold; `run` gives the figure that it measured. */
  proof(what: string, run: () => Promise<string>): void
  /** The same look at something weakened on purpose: it must be seen. `run` gives what was seen. */
  control(what: string, run: () => Promise<string>): void
}

export const outcomesFolder = join(import.meta.dirname, '../../../test-results/cluster')

/** Some of the proofs; what they measured is kept for the page once all of them passed. */
export function chapter(place: number, title: string, define: (chapter: Chapter) => void): void {
  describe(title, () => {
    const findings: Finding[] = []
    let wanted = 0
    const finding = (isControl: boolean) => (what: string, run: () => Promise<string>) => {
      wanted += 1
      test(isControl ? `control: ${what}` : what, async () => {
        const figure = await run()
        expect(figure).not.toBe('')
        findings.push({ what, figure, isControl })
        process.stdout.write(`${what}: ${figure}\n`)
      })
    }
    define({ proof: finding(false), control: finding(true) })
    afterAll(() => {
      if (findings.length < wanted) return
      mkdirSync(outcomesFolder, { recursive: true })
      const outcome: ChapterOutcome = { place, title, findings }
      writeFileSync(join(outcomesFolder, `${place}.json`), JSON.stringify(outcome))
    })
  })
}

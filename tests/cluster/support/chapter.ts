import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

export type Finding = { what: string; figure: string; isControl: boolean }
export type ChapterOutcome = { place: number; title: string; findings: Finding[] }

export type Chapter = {
  /** Tests what must hold; `run` gives the measured figure. */
  proof(what: string, run: () => Promise<string>): void
  /** Tests the check on something weakened on purpose, which it must detect; `run` gives what it detected. */
  control(what: string, run: () => Promise<string>): void
}

export const outcomesFolder = join(import.meta.dirname, '../../../results/cluster')

/** Defines a part of the proofs; their figures are stored for the page when all of them pass. */
export function chapter(place: number, title: string, define: (chapter: Chapter) => void): void {
  describe(title, () => {
    const findings: Finding[] = []
    let count = 0
    const finding = (isControl: boolean) => (what: string, run: () => Promise<string>) => {
      count += 1
      test(isControl ? `control: ${what}` : what, async () => {
        const figure = await run()
        expect(figure).not.toBe('')
        findings.push({ what, figure, isControl })
        process.stdout.write(`${what}: ${figure}\n`)
      })
    }
    define({ proof: finding(false), control: finding(true) })
    afterAll(() => {
      if (findings.length < count) return
      mkdirSync(outcomesFolder, { recursive: true })
      const outcome: ChapterOutcome = { place, title, findings }
      writeFileSync(join(outcomesFolder, `${place}.json`), JSON.stringify(outcome))
    })
  })
}

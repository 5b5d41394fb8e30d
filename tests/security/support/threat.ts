import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isWholeRun } from '../../support/sampling.ts'
import { resultsFolder } from './results-folder.ts'

/** Counts an attempt; `isSo` says whether the product held, `what` names the attempt where it did not. */
export type Held = (isSo: boolean, what: string) => void

type Attack = (held: Held) => Promise<void>

export type Row = {
  /** An attack on the product as it is: every attempt must be held. Its attempts make the row's figure. */
  proof(title: string, attack: Attack): void
  /**
   * The attack on a product without the guard: some attempt must succeed, or the proof proves nothing. It runs in whole runs alone,
   * because it can only fail when the proof itself has changed.
   */
  control(title: string, attack: Attack): void
}

/** What one file says of a row of the matrix; `tried` counts the attempts, all of which the product held. */
export type Outcome = {
  id: string
  what: string
  asvs: string[]
  tried: number
  proofs: string[]
  controls: string[]
  date: string
  isLong: boolean
}

const inFull = (process.env.SECURITY ?? '').split(',')

/** The name of the test's file, up to its first dot. */
const nameFile = (): string => basename(expect.getState().testPath ?? '').replace(/\..*/, '')

/**
 * Whether this run makes as many tries as the threat table counts, for all rows (`SECURITY=long`) or for this file's
 * (`SECURITY=numbers,pictures`); any other run makes as many as fit into a run of all tests.
 */
export const isLong = inFull.includes('long') || inFull.includes(nameFile())

/** Chooses a number of tries: `long` for the figures of the threat table, `short` in a run of all tests. */
export const tries = (short: number, long: number): number => (isLong ? long : short)

async function tally(attack: Attack): Promise<{ tried: number; through: string[] }> {
  let tried = 0
  const through: string[] = []
  await attack((isSo, what) => {
    tried += 1
    if (!isSo) through.push(what)
  })
  return { tried, through }
}

/**
 * One row of the threat table: its proofs, its negative controls, and its figure, kept for the matrix once all of them passed.
 */
export function threat(id: string, { what, asvs }: { what: string; asvs: string[] }, define: (row: Row) => void): void {
  describe(`${id} ${what} (ASVS ${asvs.join(', ')})`, () => {
    let [defined, tried] = [0, 0]
    const proofs: string[] = []
    const controls: string[] = []
    define({
      proof(title, attack) {
        defined += 1
        test(title, async () => {
          const result = await tally(attack)
          expect(result.through).toEqual([])
          expect(result.tried).toBeGreaterThan(0)
          proofs.push(title)
          tried += result.tried
        })
      },
      control(title, attack) {
        if (!isWholeRun) return
        defined += 1
        test(`control: ${title}`, async () => {
          const { through, tried: all } = await tally(attack)
          expect(through.length, 'the guard is gone and nothing shows it').toBeGreaterThan(0)
          controls.push(`${title} (${through.length} of ${all} got through)`)
        })
      },
    })
    afterAll(() => {
      if (proofs.length + controls.length < defined) return
      const date = new Date().toISOString().slice(0, 10)
      const outcome: Outcome = { id, what, asvs, tried, proofs, controls, date, isLong }
      mkdirSync(resultsFolder, { recursive: true })
      writeFileSync(join(resultsFolder, `${id} ${nameFile()}.json`), `${JSON.stringify(outcome)}\n`)
      process.stdout.write(`${id} ${tried}/${tried}\n`)
    })
  })
}

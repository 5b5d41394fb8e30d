import { spawnSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeFolder } from '../../support/server-process.ts'

const hour = 60 * 60 * 1_000
const preload = pathToFileURL(join(import.meta.dirname, 'skewed-preload.ts')).href

/** The error of the clocks. */
export const skewMs = 2 * hour

/** The library that faketime loads into a process; undefined where it is not installed. */
const faketimeLibrary =
  spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout?.trim() || undefined

/** The clock of a whole process, native code included. */
export type FakeTime = {
  /** Environment variables of a process whose monotonic clock stays right. */
  variables: Record<string, string>
  /** Environment variables of a process whose monotonic clock jumps as well. */
  throughout: Record<string, string>
  set(ms: number): void
}

/** Makes a clock that counts from the right time; undefined where faketime is not installed. */
export function fakeTime(): FakeTime | undefined {
  if (faketimeLibrary === undefined) return undefined
  const file = join(makeFolder(), 'clock')
  const throughout = {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME_TIMESTAMP_FILE: file,
    // Without its cache a jump counts from the next reading of the clock on.
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '0',
  }
  return {
    variables: { ...throughout, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    throughout,
    set(ms) {
      // Renamed into place, because a process that reads during a write would find no time.
      writeFileSync(`${file}.new`, `${ms < 0 ? '' : '+'}${ms / 1_000}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}

/** Environment variables of a server whose JavaScript sees a wrong clock, which jumps to the other side on SIGUSR2. */
export const skewedVariables = (ms: number) => ({ NODE_OPTIONS: `--import=${preload}`, SKEW_MS: String(ms) })

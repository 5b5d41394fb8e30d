import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { countMarks, writeUntilCut } from '../test/marks.ts'
import { quiet, sample, sampleConfiguration } from '../test/sample-product.ts'
import type { RunningPostgres } from './embedded-postgres.ts'

/** Starts PostgreSQL in a process of its own; resolves when it accepts connections. */
async function startElsewhere(dataDir: string): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../test/start-process.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SYSTEM_FOLDER: sampleConfiguration.systemFolder },
  })
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('a PostgreSQL that outlived its process is found, stopped cleanly, and started by the next one', async () => {
  const dataDir = makeFolder()
  const other = await startElsewhere(dataDir)
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  let next: Promise<RunningPostgres> | undefined
  const confirmed = await writeUntilCut(sample.findRunning(dataDir)?.ownerUrl ?? '', (n) => {
    if (n === 50) next = other.kill().then(() => sample.start({ dataDir, say }))
  })
  const postgres = await next
  expect(lines).toEqual([expect.stringMatching(/^PostgreSQL \(process \d+\) outlived its server; stopping it/)])
  expect(await countMarks(postgres?.ownerUrl ?? '')).toBeGreaterThanOrEqual(confirmed)
  await postgres?.stop()
  expect(sample.findRunning(dataDir)).toBeUndefined()
})

test('a folder that another process has open is refused until that process is gone', async () => {
  const dataDir = makeFolder()
  const other = await startElsewhere(dataDir)
  await expect(sample.start({ dataDir, say: quiet })).rejects.toMatchObject({ code: 'in_use' })
  await other.kill()
  const postgres = await sample.start({ dataDir, say: quiet })
  await postgres.stop()
})

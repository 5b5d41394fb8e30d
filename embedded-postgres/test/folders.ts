import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sample, sampleConfiguration } from './sample-product.ts'

const folders = new Set<string>()

/** A new folder that PostgreSQL's user can pass through; it goes when the tests of the file are over. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
  chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

afterAll(async () => {
  for (const folder of folders) {
    await sample.findRunning(folder)?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(sampleConfiguration.systemFolder, { recursive: true, force: true })
})

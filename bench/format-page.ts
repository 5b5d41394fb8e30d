import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const biome = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')

/** Gives a page that a run wrote the form that `npm run check` wants of every page. */
export function formatPage(path: string): void {
  execFileSync(process.execPath, [biome, 'format', '--write', path], { stdio: 'pipe' })
}

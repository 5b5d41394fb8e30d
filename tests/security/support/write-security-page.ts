// Writes results/security.md from the stored rows, after a whole run of the security suite that passed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultsFolder } from './results-folder.ts'
import { securityPage } from './security-page.ts'

const files = (existsSync(resultsFolder) ? readdirSync(resultsFolder) : []).filter((name) => name.endsWith('.json'))
const { text, missing } = securityPage(files.map((name) => JSON.parse(readFileSync(join(resultsFolder, name), 'utf8'))))
if (missing.length > 0) {
  console.error(`results/security.md is not written: nothing was heard of ${missing.join(', ')}.`)
  process.exitCode = 1
} else {
  writeFileSync(join(import.meta.dirname, '../../../results/security.md'), text)
  console.log(`results/security.md: ${files.length} rows`)
}
